"""The `fastpitch` model's work: voices by content hash, and mel chunk by chunk for many streams."""

from __future__ import annotations

import hashlib
import itertools
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Generator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.batching import Call, Results
from timbre.contract import HOP_LENGTH, SAMPLE_RATE
from timbre.engines.base import Engine
from timbre.engines.select import select_engine
from timbre.mel import MelSpec
from timbre.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.serving.cancellation import CancelFlags
from timbre.serving.errors import BusyError, CancelledRequestError, UnknownVoiceError
from timbre.serving.garbage import spare_what_is_loaded
from timbre.serving.limits import Limits
from timbre.serving.metrics import Metrics
from timbre.serving.plan import SpeechPlan
from timbre.serving.ticks import TickWorker
from timbre.serving.timing import ChunkTiming, MelTiming, TimedPhoneme, TimedWord
from timbre.streaming import ChunkSchedule
from timbre.synthesis import AcousticModel, Controls, MelChunk, VoiceInputs, mel_steps, speak_mel
from timbre.text import Sentence
from timbre.voice import Voice

STAGE = "fastpitch"
KEPT_VOICES = 256
_STREAMS = itertools.count()
_PROCESS = uuid.uuid4().hex
"""With the above a name for each stream that no other process gives, without asking the system for each."""
MIN_VOICE_BYTES = 8
"""Fewer bytes than a voice file's header: the voice is named by its hash alone."""


class VoiceCache:
    """The voices used last, ready for the networks, by the sha256 of their file.

    Args:
        ready: Makes of a voice what is kept of it.
        kept: How many are kept.
    """

    def __init__(self, ready: Callable[[Voice], VoiceInputs], kept: int = KEPT_VOICES) -> None:
        self._voices: OrderedDict[str, VoiceInputs] = OrderedDict()
        self._ready, self._kept = ready, kept

    def get(self, data: bytes, content_hash: str) -> VoiceInputs:
        """Find a voice, or read and keep it.

        Args:
            data: The voice file, or hardly a byte to name the voice by its hash alone.
            content_hash: Used only without data.
        Raises:
            VoiceError: if the data is not a voice, or not one for this base model.
            UnknownVoiceError: if there is no data and the hash is not known.
        """
        key = hashlib.sha256(data).hexdigest() if len(data) >= MIN_VOICE_BYTES else content_hash
        voice = self._voices.pop(key, None)
        if voice is None:
            if len(data) < MIN_VOICE_BYTES:
                raise UnknownVoiceError("The server does not have this voice yet; send its file.")
            voice = self._ready(Voice.from_bytes(data))
        self._voices[key] = voice
        while len(self._voices) > self._kept:
            self._voices.popitem(last=False)
        return voice


class MelAnswer(NamedTuple):
    """One response of the model: mel (n_mels, n) and, as JSON, the MelTiming that goes with it."""

    mel: np.ndarray
    timing: bytes
    last: bool


class SpeechRequest(NamedTuple):
    """One utterance to speak, unpacked from its tensors."""

    request_id: str
    plan: SpeechPlan
    voice_data: bytes
    voice_hash: str
    controls: Controls
    edits: PhonemeEdits = NO_EDITS
    with_phonemes: bool = False


Answer = Callable[[MelAnswer | Exception], None]
"""Sends a response; an exception is the last one."""

Steps = Generator[Call | MelChunk, Results | None, None]


class AcousticService:
    """Speaks many utterances at once, each chunk by chunk, the most urgent first."""

    def __init__(
        self,
        acoustic: AcousticModel,
        flags: CancelFlags,
        schedule: ChunkSchedule | None = None,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._acoustic = acoustic
        self._schedule = schedule or ChunkSchedule.for_batches(acoustic.max_batch)
        self._voices = VoiceCache(acoustic.voice_inputs)
        self._metrics = metrics or Metrics()
        self._worker = TickWorker(STAGE, flags, acoustic.max_batch, limits or Limits(), self._metrics)

    @classmethod
    def load(
        cls, base_dir: Path, metrics: Metrics | None = None, engine: Engine | None = None
    ) -> AcousticService:
        """Load the base model's acoustic model with an engine, or the one that fits this machine.

        Nothing is run when the engine is given: the server's own models may not be there yet.
        """
        acoustic = AcousticModel(BaseModel.open(base_dir), engine or select_engine())
        service = cls(acoustic, CancelFlags(), limits=Limits.from_environment(), metrics=metrics)
        if engine is None:
            service.warm_up()
        service._metrics.set("timbre_engine_info", 1, stage=STAGE, engine=acoustic.engine_name)
        spare_what_is_loaded()
        return service

    def warm_up(self) -> None:
        """Speak a little to nobody, so that the first listener does not wait for what engines do first."""
        voices = BaseVoices(self._acoustic.base)
        voice = voices.voice(self._acoustic.base.speakers[0])
        self._acoustic.prepare(voice)
        sentence = Sentence(text="", phonemes="", ids=np.ones(16, np.int64), words=())
        for _ in speak_mel(self._acoustic, [sentence], voice, Controls(), self._schedule):
            pass

    def submit(self, request: SpeechRequest, answer: Answer) -> None:
        """Begin an utterance; its chunks go to `answer`, from the worker's thread, the first perhaps from this one.

        Raises:
            BusyError: if there are too many already.
        """
        try:
            self._worker.add(_Utterance(request, self._steps(request), answer, self._metrics), here=True)
        except BusyError:
            self._metrics.add("timbre_requests_total", outcome="busy")
            raise

    def close(self) -> None:
        """End the worker."""
        self._worker.close()
        self._metrics.close()

    def _steps(self, request: SpeechRequest) -> Steps:
        inputs = self._voices.get(request.voice_data, request.voice_hash)
        yield from mel_steps(
            self._acoustic, request.plan.sentences, inputs, request.controls, self._schedule, request.edits
        )


class _Utterance:
    """One request's stream; see timbre.serving.ticks.Stream."""

    def __init__(self, request: SpeechRequest, steps: Steps, answer: Answer, metrics: Metrics) -> None:
        self.request_id = request.request_id
        self.ended = False
        self._request, self._steps, self._answer, self._metrics = request, steps, answer, metrics
        self._stream = f"{_PROCESS}:{next(_STREAMS)}"
        self._arrived_s = time.monotonic()
        self._call: Call | None = None
        self._chunk_s = self._spent_s = self._made_s = 0.0

    @property
    def ready(self) -> bool:
        """It waits for nobody but the network."""
        return not self.ended

    def call(self) -> Call | None:
        """See Stream."""
        if self._call is None:
            self._advance(None)
        return self._call

    def accept(self, results: Results, took_s: float) -> float:
        """See Stream."""
        self._chunk_s += took_s
        self._spent_s += took_s
        made_s = self._made_s
        self._advance(results)
        return self._made_s - made_s

    def fail(self, error: Exception) -> None:
        """See Stream."""
        self.ended = True
        outcome = "cancelled" if isinstance(error, CancelledRequestError) else "failed"
        self._metrics.add("timbre_requests_total", outcome=outcome)
        self._answer(error)

    def _advance(self, results: Results | None) -> None:
        """Go on to the next call, sending the chunks on the way to it."""
        self._call = None
        step = self._steps.send(results)
        while not isinstance(step, Call):
            self._send(step)
            if step.last:
                return
            step = next(self._steps)
        self._call = step

    def _send(self, chunk: MelChunk) -> None:
        timing = ChunkTiming(
            words=[TimedWord(*word) for word in chunk.words],
            final=chunk.last,
            frontend_ms=self._request.plan.frontend_ms,
            acoustic_ms=self._chunk_s * 1e3,
            phonemes=_phonemes(chunk) if self._request.with_phonemes else (),
        )
        self._chunk_s = 0.0
        self._made_s += chunk.mel.shape[1] * HOP_LENGTH / SAMPLE_RATE
        if chunk.last:
            self.ended = True
            self._metrics.add("timbre_requests_total", outcome="spoken")
            self._metrics.observe("timbre_real_time_factor", self._spent_s / self._made_s, stage=STAGE)
        whole = MelTiming(self._stream, self._arrived_s, timing.to_dict())
        self._answer(MelAnswer(chunk.mel, whole.to_json(), chunk.last))


def _phonemes(chunk: MelChunk) -> list[TimedPhoneme]:
    return [TimedPhoneme(*one) for one in chunk.begun.phonemes(MelSpec())] if chunk.begun else []
