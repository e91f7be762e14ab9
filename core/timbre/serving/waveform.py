"""The `hifigan` model's work: one vocoder state for each stream, the most urgent chunk first."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre.contract import PCM_SCALE, SAMPLE_RATE
from timbre.serving.acoustic import MelAnswer
from timbre.serving.cancellation import CancelFlags
from timbre.serving.deadlines import DeadlineWorker
from timbre.serving.errors import CancelledRequestError
from timbre.serving.timing import ChunkTiming
from timbre.streaming import MEL_SILENCE, ChunkSchedule
from timbre.synthesis import Vocoder, VocoderStream

IDLE_S = 60.0
"""A stream without news for so long lost its client or its acoustic model."""


class PcmAnswer(NamedTuple):
    """One response: PCM (n,) int16 and its timing."""

    pcm: np.ndarray
    timing: bytes


Answer = Callable[[PcmAnswer | Exception], None]


@dataclasses.dataclass
class _Open:
    vocoder: VocoderStream
    used: float
    samples: int = 0
    failed: bool = False


def to_pcm(waveform: np.ndarray) -> np.ndarray:
    """A waveform (n,) of -1..1 as int16; what is louder is clipped."""
    return np.round(np.clip(waveform, -1.0, 1.0) * PCM_SCALE).astype(np.int16)


class VocoderService:
    """Turns the mel chunks of many streams into PCM."""

    def __init__(
        self, vocoder: Vocoder, flags: CancelFlags, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._vocoder = vocoder
        self._flags = flags
        self._clock = clock
        self._open: dict[str, _Open] = {}
        self._worker = DeadlineWorker()

    @classmethod
    def load(cls, base_dir: Path) -> VocoderService:
        """Load the base model's vocoder with the engine that fits this machine."""
        service = cls(Vocoder.load(base_dir), CancelFlags())
        service.warm_up()
        return service

    def warm_up(self) -> None:
        """Make a little silence for nobody, so that the first listener does not wait for what engines do first."""
        stream = self._vocoder.open()
        for frames in ChunkSchedule.first, ChunkSchedule.largest:
            stream.push(np.full((self._vocoder.spec.n_mels, frames), MEL_SILENCE, np.float32), last=False)

    @property
    def open_streams(self) -> int:
        """Streams whose state is kept."""
        return len(self._open)

    def submit(self, request_id: str, chunk: MelAnswer, answer: Answer) -> None:
        """Queue one chunk; its PCM goes to `answer`, from the worker's thread."""
        self._worker.add(chunk.stream, lambda: self._step(request_id, chunk, answer))

    def close(self) -> None:
        """End the worker."""
        self._worker.close()

    def _step(self, request_id: str, chunk: MelAnswer, answer: Answer) -> float:
        try:
            if self._flags.is_set(request_id):
                raise CancelledRequestError("The request was cancelled.")
            pcm = self._vocode(chunk)
        except CancelledRequestError as error:
            self._open.pop(chunk.stream, None)
            answer(error)
            return 0.0
        except Exception as error:  # noqa: BLE001  the worker must live; the client gets the error
            self._fail(chunk)
            answer(error)
            return 0.0
        answer(pcm)
        return len(pcm.pcm) / SAMPLE_RATE

    def _fail(self, chunk: MelAnswer) -> None:
        """Let the stream's later chunks fail as well, rather than begin in the middle."""
        if chunk.last:
            self._open.pop(chunk.stream, None)
            self._worker.end(chunk.stream)
        else:
            self._stream(chunk.stream).failed = True

    def _vocode(self, chunk: MelAnswer) -> PcmAnswer:
        started = time.perf_counter()
        stream = self._stream(chunk.stream)
        if stream.failed:
            raise RuntimeError("an earlier chunk of this stream failed")
        pcm = to_pcm(stream.vocoder.push(chunk.mel, chunk.last))
        timing = dataclasses.replace(
            ChunkTiming.from_json(chunk.timing),
            first_sample=stream.samples,
            vocoder_ms=(time.perf_counter() - started) * 1e3,
        )
        stream.samples += len(pcm)
        stream.used = self._clock()
        if chunk.last:
            del self._open[chunk.stream]
            self._worker.end(chunk.stream)
        return PcmAnswer(pcm, timing.to_json())

    def _stream(self, name: str) -> _Open:
        """The stream of that name, begun if it is new; idle ones go on that occasion."""
        if name in self._open:
            return self._open[name]
        now = self._clock()
        for idle in [key for key, stream in self._open.items() if now - stream.used > IDLE_S]:
            del self._open[idle]
        stream = self._open[name] = _Open(self._vocoder.open(), now)
        return stream
