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
from timbre.contract import MEL, PCM, PCM_SCALE, SAMPLE_RATE, TIMING
from timbre.engines.base import Engine
from timbre.serving.adapter import bytes_tensor
from timbre.serving.cancellation import CancelFlags
from timbre.serving.engine_loading import load_with_engine
from timbre.serving.errors import BusyError, CancelledRequestError
from timbre.serving.garbage import spare_what_is_loaded
from timbre.serving.limits import BACKGROUND_FRAMES, MAX_CHUNK_FRAMES, MAX_OPEN_STREAMS
from timbre.serving.mel_timing import MelTiming
from timbre.serving.metrics import Metrics
from timbre.serving.tensors import check_range
from timbre.serving.ticks import TickWorker
from timbre.speech.batching import Call, Results
from timbre.speech.streaming import MEL_SILENCE, ChunkSchedule
from timbre.speech.vocoder import Vocoder, VocoderStream

STAGE = "hifigan"
IDLE_S = 30.0
"""A stream that gets no mel for this time has lost its client or its acoustic model."""


LOUDEST_MEL = 1e3
"""Largest value of log mel that is accepted, above or below zero; real ones stay far from it."""


class PcmAnswer(NamedTuple):
    """One response: PCM (n,) int16, its ChunkTiming as JSON, and whether no other follows."""

    pcm: np.ndarray
    timing: bytes
    last: bool

    @property
    def tensors(self) -> dict[str, np.ndarray]:
        """See StreamedAnswer."""
        return {PCM.name: self.pcm, TIMING.name: bytes_tensor(self.timing)}


Answer = Callable[[PcmAnswer | Exception], None]


def to_pcm(waveform: np.ndarray) -> np.ndarray:
    """Turn a waveform (n,) of -1..1 into int16; louder samples are clipped. A waveform that is int16 already stays."""
    if waveform.dtype == np.int16:
        return waveform
    scaled = waveform * PCM_SCALE
    np.clip(scaled, -PCM_SCALE, PCM_SCALE, out=scaled)
    return np.rint(scaled, out=scaled).astype(np.int16)


def check_mel(mel: np.ndarray) -> None:
    """Raise ValueError unless this is a chunk of log mel, (n_mels, n), as the decoder makes them."""
    if mel.ndim != 2 or not 1 <= mel.shape[1] <= MAX_CHUNK_FRAMES:
        raise ValueError(f"MEL must have 1 to {MAX_CHUNK_FRAMES} frames.")
    check_range(MEL.name, mel, -LOUDEST_MEL, LOUDEST_MEL)


def _warm_up(vocoder: Vocoder) -> None:
    """Make some silence that nobody hears, because the first runs of an engine take longer."""
    vocoder.prepare()
    stream = vocoder.open()
    for frames in ChunkSchedule.first, ChunkSchedule.largest:
        stream.push(np.full((vocoder.spec.n_mels, frames), MEL_SILENCE, np.float32), last=False)


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
        self._has_background = False
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
        base = BaseModel.open(base_dir)

        def load(chosen: Engine) -> Vocoder:
            vocoder = Vocoder(base, chosen)
            _warm_up(vocoder)
            return vocoder

        vocoder = Vocoder(base, engine) if engine is not None else load_with_engine(load)
        service = cls(vocoder, CancelFlags(), metrics)
        service._metrics.set("timbre_engine_info", 1, stage=STAGE, engine=vocoder.engine_name)
        spare_what_is_loaded()
        return service

    @property
    def open_streams(self) -> int:
        """Number of streams that have not ended."""
        return self._worker.in_flight

    def submit(self, request_id: str, mel: np.ndarray, timing: bytes, answer: Answer) -> None:
        """Queue one chunk. Its PCM goes to `answer` on the worker's thread, or on this one for a stream's first chunk.

        Args:
            request_id: The id by which a client cancels it.
            mel: (n_mels, n).
            timing: A MelTiming.
            answer: Takes the one response.
        Raises:
            ValueError: if the mel or the timing is not as the acoustic model sends it.
            BusyError: if there are too many streams already.
        """
        check_mel(mel)
        queued = _Queued(mel, MelTiming.from_json(timing), answer)
        with self._lock:
            stream = self._open.get(queued.timing.stream)
        if stream is None:
            self._open_stream(request_id, queued)
        elif stream.push(queued):
            self._worker.wake()
        else:
            answer(stream.reason)

    def close(self) -> None:
        """End the worker."""
        self._worker.close()
        self._metrics.close()

    def _open_stream(self, request_id: str, first: _Queued) -> None:
        if self._worker.in_flight >= MAX_OPEN_STREAMS:
            raise BusyError(
                "The vocoder is busy with {streams} streams; try again in a moment.", streams=MAX_OPEN_STREAMS
            )
        name = first.timing.stream
        background = first.timing.background
        gives_way = background and self._vocoder.max_batch == 1  # see SpeakingService.gives_way
        if gives_way:
            self._prepare_background()
        stream = _Waveform(
            request_id,
            name,
            self._vocoder.open(unhurried=gives_way),
            self._metrics,
            self._clock,
            background,
            BACKGROUND_FRAMES if gives_way else MAX_CHUNK_FRAMES,
        )
        stream.push(first)
        with self._lock:
            self._open = {name: waveform for name, waveform in self._open.items() if not waveform.forgettable}
            self._open[name] = stream
        self._worker.add(stream, here=True)

    def _prepare_background(self) -> None:
        """Load the network for background streams when the first of them comes; on a thread, as others may wait."""
        if not self._has_background:
            self._has_background = True
            threading.Thread(target=self._vocoder.load_unhurried, daemon=True).start()


class _Queued(NamedTuple):
    mel: np.ndarray
    timing: MelTiming
    answer: Answer


class _Waveform:
    """One utterance's stream; see timbre.serving.ticks.Stream."""

    def __init__(
        self,
        request_id: str,
        name: str,
        vocoder: VocoderStream,
        metrics: Metrics,
        clock: Callable[[], float],
        background: bool,
        most_frames: int,
    ) -> None:
        self.request_id, self.name, self.background = request_id, name, background
        self.ended = False
        self.reason: Exception = CancelledRequestError("The request was cancelled.")
        self._used = clock()
        self._vocoder: VocoderStream | None = vocoder  # None after a failure: its state is large
        self._metrics, self._clock = metrics, clock
        self._queue: deque[_Queued] = deque()
        self._lock = threading.Lock()
        self._most_frames = most_frames  # the longest call
        self._call: Call | None = None
        self._called = 0  # how many frames of the queue's first chunk went into calls
        self._parts: list[np.ndarray] = []  # the waveforms of these calls
        self._part_s = 0.0  # the time that these calls took
        self._complete = False
        self._samples = 0
        self._spent_s = 0.0

    def push(self, queued: _Queued) -> bool:
        """Queue a chunk; returns False if the stream has ended, and then `reason` says why."""
        self._used = self._clock()
        with self._lock:
            self._complete |= queued.timing.final
            if not self.ended:
                self._queue.append(queued)
            return not self.ended

    @property
    def forgettable(self) -> bool:
        """Whether it has ended and no late chunk of it can come any more."""
        return self.ended and (self._complete or self._is_old)

    @property
    def lost(self) -> bool:
        """See Stream; its acoustic model, or its client, is gone."""
        return not self._queue and self._is_old

    @property
    def _is_old(self) -> bool:
        return self._clock() - self._used > IDLE_S

    @property
    def ready(self) -> bool:
        """See Stream."""
        return bool(self._queue) and not self.ended

    def call(self) -> Call | None:
        """See Stream."""
        if self._call is None:
            first = self._queue[0]
            assert self._vocoder is not None
            mel = first.mel[:, self._called : self._called + self._most_frames]
            self._called += mel.shape[1]
            self._call = self._vocoder.call(mel, first.timing.final and self._is_called)
        return self._call

    @property
    def _is_called(self) -> bool:
        """Whether all frames of the queue's first chunk went into calls."""
        return self._called == self._queue[0].mel.shape[1]

    def accept(self, results: Results, took_s: float) -> float:
        """See Stream."""
        self._call = None
        assert self._vocoder is not None
        part = self._vocoder.accept(results)
        self._parts.append(part)
        self._part_s += took_s
        if self._is_called:
            self._answer()
        return len(part) / SAMPLE_RATE

    def _answer(self) -> None:
        """Send the waveform of the queue's first chunk."""
        pcm, took_s = to_pcm(np.concatenate(self._parts)), self._part_s
        self._called, self._parts, self._part_s = 0, [], 0.0
        _, mel_timing, answer = self._queue.popleft()
        timing = mel_timing.with_sound(self._samples, took_s * 1e3)
        self._count(pcm, mel_timing, took_s)
        self.ended = mel_timing.final
        answer(PcmAnswer(pcm, timing, last=True))

    def fail(self, error: Exception) -> None:
        """See Stream."""
        self._call, self._vocoder, self._parts, self.reason = None, None, [], error
        with self._lock:
            queued = list(self._queue)
            self._queue.clear()
            self.ended = True
        for chunk in queued:
            chunk.answer(error)

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
