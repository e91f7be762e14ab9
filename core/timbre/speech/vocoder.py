"""The vocoder in any engine: log mel to waveform, chunk by chunk.

```
mel chunks ─ VocoderStream ─ waveform chunks
```
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from timbre.base import BaseModel
from timbre.engines.base import VOCODER, Engine
from timbre.engines.select import select_engine
from timbre.mel import MelSpec
from timbre.speech.batching import Call, Results
from timbre.speech.streaming import MEL_SILENCE, DelayLine


class VocoderStream:
    """One waveform in the making."""

    def __init__(self, line: DelayLine) -> None:
        self._line = line

    def push(self, mel: np.ndarray, last: bool) -> np.ndarray:
        """Feed log mel (n_mels, n); n may be 0 if `last`. Returns the waveform that is ready, (m,) float32."""
        return self._line.push(np.ascontiguousarray(mel[None], np.float32), last)[0]

    def begin(self, frames: int, results: Results) -> np.ndarray:
        """The first waveform, (m,), from results for `frames` frames of mel that were fed elsewhere."""
        return self._line.begin(frames, results)[0]

    def call(self, mel: np.ndarray, last: bool) -> Call:
        """The call that feeds a mel, in numpy or on a device, as `push` does; `accept` takes its results."""
        return self._line.call(mel[None], last)

    def accept(self, results: Results) -> np.ndarray:
        """The waveform that is ready, (m,) float32, or int16 as PCM (see Vocoder)."""
        return self._line.accept(results)[0]


class Vocoder:
    """HiFi-GAN in an engine.

    Args:
        base: The base model.
        engine: Runs the network.
        resident: Whether the mel comes from a decoder in the same engine, and stays where it is.
        pcm: Whether waveforms may be int16 PCM, from engines that make it where the network runs.
    """

    def __init__(self, base: BaseModel, engine: Engine, resident: bool = False, pcm: bool = False) -> None:
        self.engine_name, self.max_batch = engine.name, engine.max_batch
        self.spec = MelSpec.from_dict(base.config["mel"])
        self._base, self._engine = base, engine
        self.network, self._resident = engine.load(base, VOCODER), resident
        if pcm:
            self.network.as_pcm()
        self._unhurried = self.network
        self.delay = int(base.config["hifigan_delay"])
        self._silence = self.network.keep(np.zeros((1, int(base.config["hifigan_state"])), np.float32))

    @classmethod
    def load(cls, base_dir: Path, engine: str = "auto", threads: int = 2) -> Vocoder:
        """Load from a base model's folder; see select_engine for engine and threads."""
        return cls(BaseModel.open(base_dir), select_engine(engine, threads))

    def load_unhurried(self) -> None:
        """Load the network of `open(unhurried=True)`; until then unhurried waveforms use the usual one."""
        engine = self._engine.unhurried()
        if engine is not self._engine:
            self._unhurried = engine.load(self._base, VOCODER)

    def open(self, unhurried: bool = False) -> VocoderStream:
        """Begin a waveform. For one that nobody waits for (`unhurried`) an engine may have a cheaper network."""
        hop = self.spec.hop_length
        return VocoderStream(
            DelayLine(
                self._unhurried if unhurried else self.network,
                "mel",
                2,
                "waveform",
                1,
                self.delay,
                self._silence,
                MEL_SILENCE,
                samples_per_frame=hop,
                waits=True,
            )
        )

    def prepare(self) -> None:
        """Do what engines do only once for each size of chunk, so that nobody waits for it."""

        def chunk(frames: int) -> Results:
            mel = np.zeros((1, self.spec.n_mels, frames), np.float32)
            mel = self.network.keep(mel) if self._resident else mel
            return {"mel": mel, "state": self._silence}

        self.network.prepare(chunk)

    def vocode(self, mel: np.ndarray) -> np.ndarray:
        """Whole waveform (T_mel * hop_length,) of a log mel (n_mels, T_mel): copy-synthesis."""
        return self.open().push(mel, last=True)
