"""The base of both models that take a text's phonemes and a voice: `fastpitch` and `tts_fused`.

A request becomes a stream (timbre.serving.utterance), and one worker (timbre.serving.ticks) serves all streams.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

import numpy as np

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.contract import (
    ENERGY,
    LIVELINESS,
    PACE,
    PHONEME_DURATION,
    PHONEME_PITCH,
    PITCH,
    SEED,
    VOICE,
    VOICE_HASH,
    WITH_PHONEMES,
)
from timbre.engines.base import Engine
from timbre.mel import MelSpec
from timbre.serving.cancellation import CancelFlags
from timbre.serving.engine_loading import load_with_engine
from timbre.serving.errors import BusyError
from timbre.serving.garbage import spare_what_is_loaded
from timbre.serving.limits import BACKGROUND_FRAMES, MAX_NAME_BYTES, Limits
from timbre.serving.metrics import Metrics
from timbre.serving.plan import SpeechPlan
from timbre.serving.tensors import read_number, read_one, read_text
from timbre.serving.ticks import Stream, TickWorker
from timbre.serving.voices import VoiceCache
from timbre.speech.acoustic import AcousticModel, Controls
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.steps import MelChunk, Script
from timbre.speech.streaming import ChunkSchedule
from timbre.text import Sentence
from timbre.timing import ChunkTiming

A = TypeVar("A")


class SpeechRequest(NamedTuple):
    """One utterance to speak, unpacked from its tensors."""

    request_id: str
    plan: SpeechPlan
    voice_data: bytes
    voice_hash: str
    controls: Controls
    edits: PhonemeEdits = NO_EDITS
    with_phonemes: bool = False

    @classmethod
    def unpack(cls, request_id: str, plan: SpeechPlan, tensors: Mapping[str, np.ndarray]) -> Self:
        """A client's request, from its plan and its tensors, which are named as in timbre.contract.

        Raises:
            ValueError: if a tensor is not as a client sends it, or a number is out of range.
        """
        edits = PhonemeEdits.of(tensors.get(PHONEME_PITCH.name, ()), tensors.get(PHONEME_DURATION.name, ()))
        edits.check_length(sum(len(sentence.ids) for sentence in plan.sentences))
        return cls(
            request_id,
            plan,
            voice_data=tensors[VOICE.name].tobytes(),
            voice_hash=read_text(tensors, VOICE_HASH.name, MAX_NAME_BYTES),
            controls=_controls(tensors),
            edits=edits,
            with_phonemes=any(tensors.get(WITH_PHONEMES.name, ())),
        )

    def timing_of(self, chunk: MelChunk, acoustic_s: float) -> ChunkTiming:
        """The timing of a chunk that the client gets, except for what the vocoder adds."""
        return ChunkTiming(
            words=chunk.words,
            final=chunk.last,
            frontend_ms=self.plan.frontend_ms,
            acoustic_ms=acoustic_s * 1e3,
            phonemes=chunk.begun.phonemes(MelSpec()) if self.with_phonemes and chunk.begun else (),
        )


def _controls(tensors: Mapping[str, np.ndarray]) -> Controls:
    numbers = [read_number(tensors, tensor.name) for tensor in (PACE, PITCH, ENERGY)]
    liveliness = read_number(tensors, LIVELINESS.name) if LIVELINESS.name in tensors else 1.0
    seed = read_one(tensors, SEED.name) if SEED.name in tensors else 0
    return Controls(*numbers, liveliness=liveliness, seed=int(seed))


class SpeakingService(ABC, Generic[A]):
    """Speaks many utterances at once, each chunk by chunk, the most urgent first; `A` is the type of its answers."""

    STAGE: ClassVar[str]
    """The model's name, for the metrics."""

    def __init__(
        self,
        acoustic: AcousticModel,
        flags: CancelFlags,
        schedule: ChunkSchedule | None = None,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._acoustic = acoustic
        self._voices = VoiceCache(acoustic.voice_inputs)
        self._metrics = metrics or Metrics()
        self._worker = TickWorker(self.STAGE, flags, acoustic.max_batch, limits or Limits(), self._metrics)
        self._schedule = schedule or ChunkSchedule.for_batches(
            acoustic.max_batch, acoustic.longest_chunk, lambda: self._worker.in_flight <= 1
        )

    @classmethod
    @abstractmethod
    def of(cls, base: BaseModel, engine: Engine, metrics: Metrics | None) -> Self:
        """The service with a base model's networks in an engine, the server's flags and the limits of its settings."""

    @abstractmethod
    def stream(self, request: SpeechRequest, answer: Callable[[A | Exception], None]) -> Stream:
        """The stream of a request."""

    @abstractmethod
    def rehearse(self, script: Script) -> None:
        """Run the networks once as for a real request, so that the first listener does not wait for a first run."""

    @classmethod
    def load(
        cls,
        base_dir: Path,
        metrics: Metrics | None = None,
        engine: Engine | None = None,
        load_with: Callable[[Callable[[Engine], Self]], Self] = load_with_engine,
    ) -> Self:
        """Load a base model with an engine, or the one that fits this machine.

        Nothing is run when the engine is given: the server's own models may not be there yet.

        Args:
            base_dir: Folder of the base model.
            metrics: Metrics of the server.
            engine: The engine; None chooses one with `load_with`.
            load_with: Chooses the engine: load_with_engine, load_soon or load_better of timbre.serving.engine_loading.
        """
        base = BaseModel.open(base_dir)

        def load(chosen: Engine) -> Self:
            service = cls.of(base, chosen, metrics)
            try:
                service.warm_up()
            except BaseException:
                service._worker.close()
                raise
            return service

        service = cls.of(base, engine, metrics) if engine is not None else load_with(load)
        service.tell_engine(1, service._acoustic.engine_name)
        spare_what_is_loaded()
        return service

    def warm_up(self) -> None:
        """Speak a short sentence that nobody hears, because the first runs of an engine take longer."""
        base = self._acoustic.base
        voice = BaseVoices(base).voice(base.speakers[0])
        self._acoustic.prepare(voice)
        sentence = Sentence(text="", phonemes="", ids=np.ones(16, np.int64), words=())
        self.rehearse(Script([sentence], self._acoustic.voice_inputs(voice)))

    def submit(self, request: SpeechRequest, answer: Callable[[A | Exception], None]) -> None:
        """Begin an utterance. Its chunks go to `answer`, on the worker's thread; the first may come on this thread.

        Raises:
            BusyError: if there are too many already.
        """
        try:
            self._worker.add(self.stream(request, answer), here=True)
        except BusyError:
            self._metrics.add("timbre_requests_total", outcome="busy")
            raise

    def close(self) -> None:
        """End the worker."""
        self._worker.close()
        self._metrics.close()

    def tell_engine(self, use: int, name: str) -> None:
        """Publish in the metrics whether an engine is in use: `use` is 1, or 0 once it is not."""
        self._metrics.set("timbre_engine_info", use, stage=self.STAGE, engine=name)

    def gives_way(self, request: SpeechRequest) -> bool:
        """Whether a request's calls must be short, because live speech would have to wait for them.

        Where calls run in batches, live speech joins the batch and need not wait.
        """
        return request.plan.background and self._acoustic.max_batch == 1

    def schedule_of(self, request: SpeechRequest) -> ChunkSchedule:
        """The sizes of a request's chunks. In the background the first chunk may be large: nobody waits for it."""
        if self.gives_way(request):
            return ChunkSchedule(first=BACKGROUND_FRAMES, largest=BACKGROUND_FRAMES)
        if request.plan.background:
            return replace(self._schedule, first=self._schedule.largest_alone)
        return self._schedule

    def script_of(self, request: SpeechRequest) -> Script:
        """A request, ready for the networks; errors are those of VoiceCache.get."""
        voice = self._voices.get(request.voice_data, request.voice_hash)
        plan = request.plan
        return Script(plan.sentences, voice, request.controls, request.edits, plan.goes_on)
