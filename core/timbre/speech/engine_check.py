"""Whether an engine speaks as the processor does in fp32, or as it does step by step, and how fast it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.contract import PCM_SCALE
from timbre.engines.base import LONGEST_CHUNK, Engine
from timbre.mel import log_mel
from timbre.messages import TimbreError
from timbre.speech.acoustic import PAUSE, ROOM, AcousticModel, VoiceInputs
from timbre.speech.batching import drive
from timbre.speech.opening import Opening
from timbre.speech.steps import Script, speech_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend, Sentence

TEXT = "We compare what two engines say."
MEL_TOLERANCE = 0.1
"""Mean difference of log mel from the processor's; nobody hears it."""
STREAM_TOLERANCE = 0.05
"""Mean difference of log mel between small chunks and large ones, which fp16 makes."""
RUNS = 20
FIRST_RUNS = 3
SMALL = ChunkSchedule()
ENDED = ChunkSchedule(is_alone=lambda: True)
ENDED_RUNS = 3
"""How often the ending is checked: branches of a graph that disturb each other may do so only now and then."""
WHOLE = ChunkSchedule(first=LONGEST_CHUNK, growth=1.0, largest=LONGEST_CHUNK, largest_alone=LONGEST_CHUNK)


class EngineCheckError(TimbreError):
    """An engine does not speak as it should."""


class SelfTestError(RuntimeError):
    """An engine does not speak as its own networks do step by step."""


class Speed(NamedTuple):
    """Medians of speaking TEXT alone, in milliseconds: to the first chunk, and to the last."""

    first_ms: float
    whole_ms: float


class CheckedEngine:
    """An engine's networks, as timbre.serving.fused runs them.

    Args:
        base: The base model.
        engine: Runs its networks.
    """

    def __init__(self, base: BaseModel, engine: Engine) -> None:
        self._acoustic = AcousticModel(base, engine, resident=True)
        self._vocoder = Vocoder(base, engine, resident=True)
        self._opening = Opening.of(self._acoustic, self._vocoder, engine)
        self._speaker = BaseVoices(base).voice(base.speakers[0])
        self._voice = self._acoustic.voice_inputs(self._speaker)
        self._schedule = ChunkSchedule.for_batches(engine.max_batch)

    def prepare(self) -> None:
        """Do what a server does at its start."""
        self._acoustic.prepare(self._speaker)
        self._vocoder.prepare()
        if self._opening is not None:
            self._opening.prepare(self._voice)

    def speak(self, sentences: Sequence[Sentence], schedule: ChunkSchedule) -> np.ndarray:
        """The waveform (n,) float32 of sentences."""
        return np.concatenate(self._chunks(sentences, schedule)[0])

    def speed(self, sentences: Sequence[Sentence]) -> Speed:
        """Measure how fast the engine speaks. The first FIRST_RUNS runs do not count, because they are slower."""
        times = [self._chunks(sentences, self._schedule)[1] for _ in range(RUNS + FIRST_RUNS)]
        return Speed(*(1e3 * float(np.median([run[at] for run in times[FIRST_RUNS:]])) for at in (0, -1)))

    def _chunks(
        self, sentences: Sequence[Sentence], schedule: ChunkSchedule
    ) -> tuple[list[np.ndarray], list[float]]:
        """The waveforms of the chunks, and the time in seconds at which each one that is not empty was ready."""
        script, began = Script(sentences, self._voice), time.perf_counter()
        waveforms: list[np.ndarray] = []
        times: list[float] = []
        for chunk in drive(speech_steps(self._acoustic, self._vocoder, script, schedule, self._opening)):
            waveforms.append(chunk.waveform)
            if len(chunk.waveform):
                times.append(time.perf_counter() - began)
        return waveforms, times


def sentences() -> Sequence[Sentence]:
    """The sentences that are spoken for checks."""
    return Frontend().sentences(TEXT)


def check(engine: CheckedEngine, reference: CheckedEngine) -> None:
    """Compare an engine with one in fp32 on the processor.

    Raises:
        EngineCheckError: if it speaks otherwise, or in small chunks otherwise than in large ones.
    """
    spoken = sentences()
    expected = reference.speak(spoken, WHOLE)
    streamed, whole = engine.speak(spoken, SMALL), engine.speak(spoken, WHOLE)
    if not (np.isfinite(streamed).all() and np.isfinite(whole).all()):
        raise EngineCheckError("it computes values that are no numbers on this card")
    if len(streamed) != len(expected) or len(whole) != len(expected):
        raise EngineCheckError("it gives words other lengths than the processor")
    difference = _difference(streamed, expected)
    if difference > MEL_TOLERANCE:
        raise EngineCheckError(
            "it speaks otherwise than the processor: its log mel is {difference:.2f} off",
            difference=difference,
        )
    difference = _difference(streamed, whole)
    if difference > STREAM_TOLERANCE:
        raise EngineCheckError(
            "it speaks otherwise in small chunks: its log mel is {difference:.2f} off",
            difference=difference,
        )


def check_ending(opening: Opening, voice: VoiceInputs) -> None:
    """Compare speech of graphs with what the same networks compute step by step: with an ending, and in chunks.

    Args:
        opening: The opening; without an ending there is nothing to compare.
        voice: Any voice.
    Raises:
        SelfTestError: if they differ.
    """
    if opening.ending is None:
        return
    # The pause gets a room (its mel is not that of silence), because this voice may have none.
    script = Script(sentences(), {**voice, PAUSE: voice[PAUSE] / 2, ROOM: voice[ROOM] / 2}, goes_on=True)
    with opening.uncaptured():
        expected = _heard(opening, script, SMALL)
    if not expected.any():
        raise SelfTestError("it makes no sound")
    for schedule in (SMALL, *[ENDED] * ENDED_RUNS):
        found = _heard(opening, script, schedule)
        if len(found) != len(expected):
            raise SelfTestError("words have other lengths in one launch than step by step")
        pause = slice(-voice[PAUSE].shape[1] * opening.vocoder.spec.hop_length, None)
        parts = (found, expected), (found[pause], expected[pause])
        difference = float(np.max([_difference(*part) for part in parts]))  # NaN if one of them is NaN
        if not difference <= STREAM_TOLERANCE:  # catches NaN too, which `>` would let pass
            raise SelfTestError(f"in one launch log mel is {difference:.2f} off that of step by step")


def _heard(opening: Opening, script: Script, schedule: ChunkSchedule) -> np.ndarray:
    """The waveform (n,) float32 of a script; where the engine makes PCM, converted back from it."""
    steps = speech_steps(opening.acoustic, opening.vocoder, script, schedule, opening)
    waveform = np.concatenate([chunk.waveform for chunk in drive(steps)])
    return waveform / np.float32(PCM_SCALE) if waveform.dtype == np.int16 else waveform


def _difference(one: np.ndarray, other: np.ndarray) -> float:
    """Mean difference of the log mel of two waveforms (n,)."""
    return float(np.abs(log_mel(one) - log_mel(other)).mean())
