"""The `fastpitch` model's work: mel chunk by chunk for many streams."""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Callable
from typing import NamedTuple, Self

import numpy as np

from timbre.base import BaseModel
from timbre.contract import MEL, TIMING
from timbre.engines.base import Engine
from timbre.serving.adapter import bytes_tensor
from timbre.serving.cancellation import CancelFlags
from timbre.serving.limits import GATHERED_FRAMES, Limits
from timbre.serving.mel_timing import MelTiming
from timbre.serving.metrics import Metrics
from timbre.serving.service import SpeakingService, SpeechRequest
from timbre.serving.utterance import Steps, Utterance
from timbre.speech.acoustic import AcousticModel
from timbre.speech.batching import drive
from timbre.speech.steps import MelChunk, Script, gathered, mel_steps

_STREAMS = itertools.count()
_PROCESS = uuid.uuid4().hex
"""Names this process. With a number of _STREAMS it names a stream, differently from the streams of all processes."""


class MelAnswer(NamedTuple):
    """One response of the model: mel (n_mels, n) and, as JSON, the MelTiming that goes with it."""

    mel: np.ndarray
    timing: bytes
    last: bool

    @property
    def tensors(self) -> dict[str, np.ndarray]:
        """See StreamedAnswer."""
        return {MEL.name: np.ascontiguousarray(self.mel, np.float32), TIMING.name: bytes_tensor(self.timing)}


Answer = Callable[[MelAnswer | Exception], None]
"""Sends a response; an exception is the last one."""


class AcousticService(SpeakingService[MelAnswer]):
    """Makes the mel of many utterances."""

    STAGE = "fastpitch"

    @classmethod
    def of(cls, base: BaseModel, engine: Engine, metrics: Metrics | None) -> Self:
        """See SpeakingService."""
        limits = Limits.from_environment()
        return cls(AcousticModel(base, engine), CancelFlags(), limits=limits, metrics=metrics)

    def stream(self, request: SpeechRequest, answer: Answer) -> Utterance[MelChunk, MelAnswer]:
        """See SpeakingService."""
        return _MelUtterance(request, self._steps(request), answer, self._metrics)

    def rehearse(self, script: Script) -> None:
        """See SpeakingService."""
        for _ in drive(mel_steps(self._acoustic, script, self._schedule)):
            pass

    def _steps(self, request: SpeechRequest) -> Steps[MelChunk]:
        steps = mel_steps(self._acoustic, self.script_of(request), self.schedule_of(request))
        yield from gathered(steps, GATHERED_FRAMES) if self.gives_way(request) else steps


class _MelUtterance(Utterance[MelChunk, MelAnswer]):
    """One request's stream of mel."""

    def __init__(
        self, request: SpeechRequest, steps: Steps[MelChunk], answer: Answer, metrics: Metrics
    ) -> None:
        name = f"{_PROCESS}:{next(_STREAMS)}"
        super().__init__(AcousticService.STAGE, request, steps, answer, metrics, name)
        self._arrived_s = time.monotonic()

    def answer_for(self, chunk: MelChunk, chunk_s: float, call_s: float) -> MelAnswer:  # noqa: ARG002  see Utterance
        """See Utterance."""
        fields = self.request.timing_of(chunk, chunk_s).to_dict()
        timing = MelTiming(self.name, self._arrived_s, fields, self.background)
        return MelAnswer(chunk.mel, timing.to_json(), chunk.last)
