"""Speaking as the command line and the window use it: text and a voice in, chunks to a writer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from timbre import contract, paths
from timbre.serving.timing import TimedWord
from timbre.text import TextError
from timbre.voice import Voice, VoiceError
from timbre_app.export import PcmWriter, SoundFileWriter
from timbre_app.library import VoiceLibrary

if TYPE_CHECKING:
    from timbre.synthesis import Controls
    from timbre_app.client import TimbreClient

BASE_PREFIX = "base:"
SAMPLE_RATE = contract.SAMPLE_RATE
TITLE_LENGTH = 80


@dataclass(frozen=True)
class Spoken:
    """What came of speaking a text.

    Attributes:
        duration_s: Length of the speech.
        first_audio_s: From the request to the first chunk.
        total_s: From the request to the last chunk.
        words: When each word is spoken.
        complete: False if it was stopped.
    """

    duration_s: float
    first_audio_s: float
    total_s: float
    words: Sequence[TimedWord]
    complete: bool

    @property
    def ratio(self) -> float:
        """Time to make the speech over its length."""
        return self.total_s / self.duration_s if self.duration_s else 0.0


def find_voice(name: str, library: VoiceLibrary | None = None) -> Voice:
    """A voice of the library, or a speaker of the base model as `base:NAME`.

    Raises:
        VoiceError: if there is none.
    """
    if not name.startswith(BASE_PREFIX):
        return (library or VoiceLibrary()).find(name)
    from timbre.base import BaseModel
    from timbre.base_voices import BaseVoices

    voices = BaseVoices(BaseModel.open(paths.base_dir()))
    try:
        return voices.voice(voices.find(name.removeprefix(BASE_PREFIX)))
    except VoiceError:
        raise
    except ValueError as error:
        raise VoiceError(f"{error}") from error


def speak_to(
    writers: Sequence[PcmWriter],
    client: TimbreClient,
    text: str,
    voice: Voice,
    controls: Controls | None = None,
    language: str | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Spoken:
    """Speak a text of any length into writers, each chunk as it comes.

    Raises:
        TextError: if there is nothing to speak.
        VoiceError, RequestError, ServerError: as `TimbreClient.speak`.
        OSError: if a writer fails.
    """
    if not text.strip():
        raise TextError("There is nothing to speak: the text is empty.")
    started = time.perf_counter()
    first = 0.0
    samples = 0
    words: list[TimedWord] = []
    complete = True
    with client.speak(text, voice, controls, language=language or voice.language) as chunks:
        for chunk in chunks:
            if len(chunk.pcm) and not samples:
                first = time.perf_counter() - started
            samples += len(chunk.pcm)
            words += chunk.timing.words
            _write(writers, chunk.pcm)
            if should_stop():
                complete = chunk.timing.final
                break
    return Spoken(samples / SAMPLE_RATE, first, time.perf_counter() - started, tuple(words), complete)


def speak_to_file(
    path: Path,
    client: TimbreClient,
    text: str,
    voice: Voice,
    controls: Controls | None = None,
    language: str | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    also: Sequence[PcmWriter] = (),
) -> Spoken:
    """Speak a text into a sound file, its kind by suffix; if it is stopped or fails, no file is left.

    Raises:
        AudioError: if the suffix stands for no format.
        RequestCancelled: if should_stop said so.
        Others as `speak_to`.
    """
    from timbre_app.streams import RequestCancelled

    title = " ".join(text.split())
    title = title if len(title) <= TITLE_LENGTH else title[: TITLE_LENGTH - 1] + "…"
    with ExitStack() as stack:
        file = stack.enter_context(SoundFileWriter(path, SAMPLE_RATE, title))
        spoken = speak_to([file, *also], client, text, voice, controls, language, should_stop)
        if not spoken.complete:
            raise RequestCancelled("The export was stopped.")
    return spoken


def _write(writers: Sequence[PcmWriter], pcm: np.ndarray) -> None:
    if len(pcm):
        for writer in writers:
            writer.write(pcm)
