"""The `tts_fused` model's work: all that the ensemble `tts` does, in one process.

It is for GPUs, where the way between the processes of an ensemble takes longer than the networks.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable
from typing import Self

from timbre.base import BaseModel
from timbre.engines.base import Engine
from timbre.serving.cancellation import CancelFlags
from timbre.serving.limits import Limits
from timbre.serving.metrics import Metrics
from timbre.serving.service import SpeakingService, SpeechRequest
from timbre.serving.utterance import Steps, Utterance
from timbre.serving.waveform import PcmAnswer, to_pcm
from timbre.speech.acoustic import AcousticModel
from timbre.speech.batching import drive
from timbre.speech.engine_check import check_ending
from timbre.speech.opening import Opening
from timbre.speech.steps import Script, SpokenChunk, speech_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder

Answer = Callable[[PcmAnswer | Exception], None]
SWITCH_S = 5e-4
"""Longest time that a Python thread runs while another one waits (sys.setswitchinterval), in s; usually it is 5 ms.

So the thread that reads new texts soon lets the thread go on that serves the streams.
"""


class SpeechService(SpeakingService[PcmAnswer]):
    """Makes the sound of many utterances; a chunk of mel goes to the vocoder in the same process."""

    STAGE = "tts_fused"

    def __init__(
        self,
        acoustic: AcousticModel,
        vocoder: Vocoder,
        flags: CancelFlags,
        schedule: ChunkSchedule | None = None,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
        opening: Opening | None = None,
    ) -> None:
        super().__init__(acoustic, flags, schedule, limits, metrics)
        self._vocoder, self._opening = vocoder, opening

    @classmethod
    def of(cls, base: BaseModel, engine: Engine, metrics: Metrics | None) -> Self:
        """See SpeakingService."""
        sys.setswitchinterval(SWITCH_S)
        models = AcousticModel(base, engine, resident=True), Vocoder(base, engine, resident=True, pcm=True)
        limits, opening = Limits.from_environment(), Opening.of(*models, engine)
        return cls(*models, CancelFlags(), limits=limits, metrics=metrics, opening=opening)

    def stream(self, request: SpeechRequest, answer: Answer) -> Utterance[SpokenChunk, PcmAnswer]:
        """See SpeakingService."""
        return _SpokenUtterance(request, self._steps(request), answer, self._metrics)

    def rehearse(self, script: Script) -> None:
        """See SpeakingService."""
        self._vocoder.prepare()
        if self._opening is not None:
            self._opening.prepare(script.voice)
            check_ending(self._opening, script.voice)
        for _ in drive(self._spoken(script, self._schedule)):
            pass

    def _steps(self, request: SpeechRequest) -> Steps[SpokenChunk]:
        yield from self._spoken(self.script_of(request), self.schedule_of(request))

    def _spoken(self, script: Script, schedule: ChunkSchedule) -> Steps[SpokenChunk]:
        return speech_steps(self._acoustic, self._vocoder, script, schedule, self._opening)


class _SpokenUtterance(Utterance[SpokenChunk, PcmAnswer]):
    """One request's stream of sound."""

    def __init__(
        self, request: SpeechRequest, steps: Steps[SpokenChunk], answer: Answer, metrics: Metrics
    ) -> None:
        super().__init__(SpeechService.STAGE, request, steps, answer, metrics)
        self._begun_s = time.monotonic() - request.plan.frontend_ms / 1e3
        self._samples = 0

    def answer_for(self, chunk: SpokenChunk, chunk_s: float, call_s: float) -> PcmAnswer:
        """See Utterance."""
        vocoder_s = call_s if chunk.vocoded else 0.0
        timing = dataclasses.replace(
            self.request.timing_of(chunk.mel, chunk_s - vocoder_s),
            first_sample=self._samples,
            vocoder_ms=vocoder_s * 1e3,
        )
        if len(chunk.waveform) and not self._samples:
            self._metrics.observe("timbre_first_audio_seconds", time.monotonic() - self._begun_s)
        self._metrics.add("timbre_audio_seconds_total", chunk.seconds)
        self._samples += len(chunk.waveform)
        return PcmAnswer(to_pcm(chunk.waveform), timing.to_json(), chunk.last)
