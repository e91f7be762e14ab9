"""From text to waveform in one process: what the server does, without the server.

```
text ─ Frontend ─ phonemes ─ AcousticModel ─ mel chunks ─ Vocoder ─ waveform chunks
```
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre.base import BaseModel
from timbre.engines.select import select_engine
from timbre.speech.acoustic import NEUTRAL, AcousticModel, Controls
from timbre.speech.batching import drive
from timbre.speech.steps import Script, speech_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend
from timbre.timing import TimedWord
from timbre.voice import Voice


class AudioChunk(NamedTuple):
    """A piece of waveform.

    Attributes:
        waveform: (n,) float32.
        first_sample: Where it starts in the whole speech.
        words: Words of the sentence that begins with this chunk; empty if none begins.
    """

    waveform: np.ndarray
    first_sample: int
    words: tuple[TimedWord, ...]


class Synthesizer:
    """All stages, one stream at a time."""

    def __init__(self, acoustic: AcousticModel, vocoder: Vocoder, frontend: Frontend) -> None:
        self.acoustic, self.vocoder, self.frontend = acoustic, vocoder, frontend

    @classmethod
    def load(cls, base_dir: Path, engine: str = "auto", threads: int = 2) -> Synthesizer:
        """Load from a base model's folder."""
        base, chosen = BaseModel.open(base_dir), select_engine(engine, threads)
        return cls(AcousticModel(base, chosen), Vocoder(base, chosen), Frontend())

    def speak(
        self, text: str, voice: Voice, controls: Controls | None = None, schedule: ChunkSchedule | None = None
    ) -> Iterator[AudioChunk]:
        """Speak a text.

        Yields:
            Waveform chunks at the sample rate of MelSpec.
        Raises:
            TextError: if there is nothing to speak.
            VoiceError: if the voice does not fit the base model.
        """
        sentences = self.frontend.sentences(text)
        script = Script(sentences, self.acoustic.voice_inputs(voice), controls or NEUTRAL)
        at = 0
        for chunk in drive(speech_steps(self.acoustic, self.vocoder, script, schedule or ChunkSchedule())):
            yield AudioChunk(chunk.waveform, at, chunk.mel.words)
            at += len(chunk.waveform)
