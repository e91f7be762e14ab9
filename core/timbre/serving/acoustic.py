"""The `fastpitch` model's work: voices by content hash, and mel chunk by chunk for many streams."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre.base_voices import BaseVoices
from timbre.contract import HOP_LENGTH, SAMPLE_RATE
from timbre.mel import MelSpec
from timbre.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.serving.cancellation import CancelFlags
from timbre.serving.deadlines import DeadlineWorker
from timbre.serving.errors import CancelledRequestError, UnknownVoiceError
from timbre.serving.plan import SpeechPlan
from timbre.serving.timing import ChunkTiming, TimedPhoneme, TimedWord
from timbre.streaming import ChunkSchedule
from timbre.synthesis import AcousticModel, Controls, MelChunk, speak_mel
from timbre.text import Sentence
from timbre.voice import Voice

KEPT_VOICES = 256
MIN_VOICE_BYTES = 8
"""Fewer bytes than a voice file's header: the voice is named by its hash alone."""


class VoiceCache:
    """The voices used last, by the sha256 of their file."""

    def __init__(self, kept: int = KEPT_VOICES) -> None:
        self._voices: OrderedDict[str, Voice] = OrderedDict()
        self._kept = kept

    def get(self, data: bytes, content_hash: str) -> Voice:
        """Find a voice, or read and keep it.

        Args:
            data: The voice file, or hardly a byte to name the voice by its hash alone.
            content_hash: Used only without data.
        Raises:
            VoiceError: if the data is not a voice.
            UnknownVoiceError: if there is no data and the hash is not known.
        """
        key = hashlib.sha256(data).hexdigest() if len(data) >= MIN_VOICE_BYTES else content_hash
        voice = self._voices.pop(key, None)
        if voice is None:
            if len(data) < MIN_VOICE_BYTES:
                raise UnknownVoiceError("The server does not have this voice yet; send its file.")
            voice = Voice.from_bytes(data)
        self._voices[key] = voice
        while len(self._voices) > self._kept:
            self._voices.popitem(last=False)
        return voice


class MelAnswer(NamedTuple):
    """One response of the model: mel (n_mels, n) and what goes with it."""

    mel: np.ndarray
    timing: bytes
    stream: str
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


class AcousticService:
    """Speaks many utterances at once, each chunk by chunk, the most urgent first."""

    def __init__(
        self, acoustic: AcousticModel, flags: CancelFlags, schedule: ChunkSchedule | None = None
    ) -> None:
        self._acoustic = acoustic
        self._flags = flags
        self._schedule = schedule or ChunkSchedule()
        self._voices = VoiceCache()
        self._worker = DeadlineWorker()

    @classmethod
    def load(cls, base_dir: Path) -> AcousticService:
        """Load the base model's acoustic model with the engine that fits this machine."""
        service = cls(AcousticModel.load(base_dir), CancelFlags())
        service.warm_up()
        return service

    def warm_up(self) -> None:
        """Speak a little to nobody, so that the first listener does not wait for what engines do first."""
        voices = BaseVoices(self._acoustic.base)
        voice = voices.voice(self._acoustic.base.speakers[0])
        sentence = Sentence(text="", phonemes="", ids=np.ones(16, np.int64), words=())
        for _ in speak_mel(self._acoustic, [sentence], voice, Controls(), self._schedule):
            pass

    def submit(self, request: SpeechRequest, answer: Answer) -> None:
        """Begin an utterance; its chunks go to `answer`, from the worker's thread."""
        stream = uuid.uuid4().hex
        chunks = self._chunks(request)
        self._worker.add(stream, lambda: self._step(stream, request, chunks, answer))

    def close(self) -> None:
        """End the worker."""
        self._worker.close()

    def _step(self, stream: str, request: SpeechRequest, chunks: Iterator[MelChunk], answer: Answer) -> float:
        """Make and send one chunk, then queue the next; returns the chunk's seconds."""
        started = time.perf_counter()
        try:
            if self._flags.is_set(request.request_id):
                raise CancelledRequestError("The request was cancelled.")
            chunk = next(chunks)
        except Exception as error:  # noqa: BLE001  the worker must live; the client gets the error
            self._worker.end(stream)
            answer(error)
            return 0.0
        timing = ChunkTiming(
            words=[TimedWord(*word) for word in chunk.words],
            final=chunk.last,
            frontend_ms=request.plan.frontend_ms,
            acoustic_ms=(time.perf_counter() - started) * 1e3,
            phonemes=_phonemes(chunk) if request.with_phonemes else (),
        )
        if chunk.last:
            self._worker.end(stream)
        else:
            self._worker.add(stream, lambda: self._step(stream, request, chunks, answer))
        answer(MelAnswer(chunk.mel, timing.to_json(), stream, chunk.last))
        return chunk.mel.shape[1] * HOP_LENGTH / SAMPLE_RATE

    def _chunks(self, request: SpeechRequest) -> Iterator[MelChunk]:
        voice = self._voices.get(request.voice_data, request.voice_hash)
        yield from speak_mel(
            self._acoustic,
            list(request.plan.sentences),
            voice,
            request.controls,
            self._schedule,
            request.edits,
        )


def _phonemes(chunk: MelChunk) -> list[TimedPhoneme]:
    return [TimedPhoneme(*one) for one in chunk.begun.phonemes(MelSpec())] if chunk.begun else []
