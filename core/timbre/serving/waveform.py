"""The `hifigan` model's work: one vocoder state for each stream, the most urgent chunk first."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre.base import BaseModel
from timbre.batching import Call, Results
from timbre.contract import PCM_SCALE, SAMPLE_RATE
from timbre.engines.base import Engine
from timbre.engines.select import select_engine
from timbre.serving.adapter import bytes_tensor
from timbre.serving.cancellation import CancelFlags
from timbre.serving.errors import CancelledRequestError
from timbre.serving.garbage import spare_what_is_loaded
from timbre.serving.metrics import Metrics
from timbre.serving.ticks import TickWorker
from timbre.serving.timing import MelTiming
from timbre.streaming import MEL_SILENCE, ChunkSchedule
from timbre.synthesis import Vocoder, VocoderStream

STAGE = "hifigan"
IDLE_S = 60.0
"""A stream without news for so long lost its client or its acoustic model."""


class PcmAnswer(NamedTuple):
    """One response: PCM (n,) int16, its ChunkTiming as JSON, and whether no other follows."""

    pcm: np.ndarray
    timing: bytes
    last: bool

    @property
    def tensors(self) -> dict[str, np.ndarray]:
        """See StreamedAnswer."""
        return {"PCM": self.pcm, "TIMING": bytes_tensor(self.timing)}


Answer = Callable[[PcmAnswer | Exception], None]


def to_pcm(waveform: np.ndarray) -> np.ndarray:
    """A waveform (n,) of -1..1 as int16; what is louder is clipped."""
    scaled = waveform * PCM_SCALE
    np.clip(scaled, -PCM_SCALE, PCM_SCALE, out=scaled)
    return np.rint(scaled, out=scaled).astype(np.int16)


class VocoderService:
    """Turns the mel chunks of many streams into PCM."""

    def __init__(
        self,
        vocoder: Vocoder,
        flags: CancelFlags,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._vocoder = vocoder
        self._clock = clock
        self._metrics = metrics or Metrics()
        self._open: dict[str, _Waveform] = {}
        self._lock = threading.Lock()
        self._worker = TickWorker(STAGE, flags, vocoder.max_batch, None, self._metrics)

    @classmethod
    def load(
        cls, base_dir: Path, metrics: Metrics | None = None, engine: Engine | None = None
    ) -> VocoderService:
        """Load the base model's vocoder with an engine, or the one that fits this machine.

        Nothing is run when the engine is given: the server's own models may not be there yet.
        """
        vocoder = Vocoder(BaseModel.open(base_dir), engine or select_engine())
        service = cls(vocoder, CancelFlags(), metrics)
        if engine is None:
            service.warm_up()
        service._metrics.set("timbre_engine_info", 1, stage=STAGE, engine=vocoder.engine_name)
        spare_what_is_loaded()
        return service

    def warm_up(self) -> None:
        """Make a little silence for nobody, so that the first listener does not wait for what engines do first."""
        self._vocoder.prepare()
        stream = self._vocoder.open()
        for frames in ChunkSchedule.first, ChunkSchedule.largest:
            stream.push(np.full((self._vocoder.spec.n_mels, frames), MEL_SILENCE, np.float32), last=False)

    @property
    def open_streams(self) -> int:
        """Streams whose state is kept."""
        self._forget_ended()
        return len(self._open)

    def submit(self, request_id: str, mel: np.ndarray, timing: bytes, answer: Answer) -> None:
        """Queue one chunk; its PCM goes to `answer`, from the worker's thread, a stream's first perhaps from this one.

        Args:
            request_id: What a client cancels it by.
            mel: (n_mels, n).
            timing: A MelTiming.
            answer: Takes the one response.
        Raises:
            ValueError: if the timing is not one.
        """
        queued = _Queued(mel, MelTiming.from_json(timing), answer)
        with self._lock:
            stream = self._open.get(queued.timing.stream)
        if stream is not None and not stream.ended:
            stream.push(queued)
            self._worker.wake()
            return
        self._forget_ended()
        stream = _Waveform(request_id, self._vocoder.open(), self._metrics, self._clock)
        stream.push(queued)
        with self._lock:
            self._open[queued.timing.stream] = stream
        self._worker.add(stream, here=True)

    def close(self) -> None:
        """End the worker."""
        self._worker.close()
        self._metrics.close()

    def _forget_ended(self) -> None:
        """Drop the streams that are over, and those whose client or acoustic model was lost."""
        with self._lock:
            oldest = self._clock() - IDLE_S
            gone = [
                name for name, one in self._open.items() if one.ended or (not one.ready and one.used < oldest)
            ]
            streams = [self._open.pop(name) for name in gone]
        for stream in streams:
            self._worker.remove(stream)


class _Queued(NamedTuple):
    mel: np.ndarray
    timing: MelTiming
    answer: Answer


class _Waveform:
    """One utterance's stream; see timbre.serving.ticks.Stream."""

    def __init__(
        self, request_id: str, vocoder: VocoderStream, metrics: Metrics, clock: Callable[[], float]
    ) -> None:
        self.request_id = request_id
        self.ended = False
        self.used = clock()
        self._vocoder, self._metrics, self._clock = vocoder, metrics, clock
        self._queue: deque[_Queued] = deque()
        self._lock = threading.Lock()
        self._call: Call | None = None
        self._failed = False
        self._samples = 0
        self._spent_s = 0.0

    def push(self, queued: _Queued) -> None:
        """Queue a chunk; after the end it is refused at once."""
        self.used = self._clock()
        with self._lock:
            if not self.ended:
                self._queue.append(queued)
                return
        queued.answer(CancelledRequestError("The request was cancelled."))

    @property
    def ready(self) -> bool:
        """See Stream."""
        return bool(self._queue) and not self.ended

    def call(self) -> Call | None:
        """See Stream."""
        if self._failed:
            raise RuntimeError("an earlier chunk of this stream failed")
        if self._call is None:
            first = self._queue[0]
            self._call = self._vocoder.call(first.mel, first.timing.final)
        return self._call

    def accept(self, results: Results, took_s: float) -> float:
        """See Stream."""
        self._call = None
        pcm = to_pcm(self._vocoder.accept(results))
        _, given, answer = self._queue.popleft()
        timing = given.with_sound(self._samples, took_s * 1e3)
        self._count(pcm, given, took_s)
        self.ended = given.final
        answer(PcmAnswer(pcm, timing, last=True))
        return len(pcm) / SAMPLE_RATE

    def fail(self, error: Exception) -> None:
        """See Stream. Later chunks fail as well, rather than begin in the middle."""
        self._failed, self._call = True, None
        with self._lock:
            queued = list(self._queue)
            self._queue.clear()
            self.ended = isinstance(error, CancelledRequestError) or any(one.timing.final for one in queued)
        for one in queued:
            one.answer(error)

    def _count(self, pcm: np.ndarray, timing: MelTiming, took_s: float) -> None:
        if len(pcm) and not self._samples:
            first_s = self._clock() - timing.arrived_s + timing.chunk["frontend_ms"] / 1e3
            self._metrics.observe("timbre_first_audio_seconds", first_s)
        self._samples += len(pcm)
        self._spent_s += took_s
        self._metrics.add("timbre_audio_seconds_total", len(pcm) / SAMPLE_RATE)
        if timing.final and self._samples:
            ratio = self._spent_s * SAMPLE_RATE / self._samples
            self._metrics.observe("timbre_real_time_factor", ratio, stage=STAGE)
