"""Speaks texts for the command line and the window: takes a text and a voice, and gives chunks to writers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from timbre import contract, paths
from timbre.messages import InputError
from timbre.text import TextError
from timbre.timing import ChunkTiming, TimedWord
from timbre.voice import Voice, VoiceError
from timbre_app.output.export import FileKind, PcmWriter, SoundFileWriter
from timbre_app.output.subtitles import write_subtitles
from timbre_app.reading.dictionary import Dictionary
from timbre_app.voices.library import VoiceLibrary

if TYPE_CHECKING:
    from timbre.speech.acoustic import Controls
    from timbre_app.client.streams import SpeechStream
    from timbre_app.client.timbre_client import TimbreClient

BASE_PREFIX = "base:"
SAMPLE_RATE = contract.SAMPLE_RATE
TITLE_LENGTH = 80


@dataclass(frozen=True)
class Spoken:
    """The result of speaking a text.

    Attributes:
        duration_s: Length of the speech.
        first_audio_s: Time from the request to the first chunk.
        total_s: Time from the request to the last chunk.
        words: The words with their times.
        complete: False if the speech was stopped.
    """

    duration_s: float
    first_audio_s: float
    total_s: float
    words: Sequence[TimedWord]
    complete: bool

    @property
    def ratio(self) -> float:
        """Time to make the speech, divided by its length."""
        return self.total_s / self.duration_s if self.duration_s else 0.0


@dataclass(frozen=True)
class Saving:
    """How to write speech into files.

    Attributes:
        kind: Encoding and rate of the sound file.
        subtitles: Suffixes of the subtitle files to write beside the sound file.
        by_sentence: Whether each sentence gets its own file.
    """

    kind: FileKind = field(default_factory=FileKind)
    subtitles: tuple[str, ...] = ()
    by_sentence: bool = False


def find_voice(name: str, library: VoiceLibrary | None = None) -> Voice:
    """Find a voice of the library, or a speaker of the base model as `base:NAME`.

    Raises:
        VoiceError: if there is no such voice.
    """
    if not name.startswith(BASE_PREFIX):
        return (library or VoiceLibrary()).find(name)
    from timbre.base import BaseModel
    from timbre.base_voices import BaseVoices

    voices = BaseVoices(BaseModel.open(paths.base_dir()))
    try:
        return voices.voice(voices.find(name.removeprefix(BASE_PREFIX)))
    except VoiceError:
        raise
    except InputError as error:
        raise VoiceError(error.message) from error


def speak_to(
    writers: Sequence[PcmWriter],
    client: TimbreClient,
    text: str,
    voice: Voice,
    controls: Controls | None = None,
    language: str | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    lexicon: Mapping[str, str] | None = None,
) -> Spoken:
    """Speak a text of any length, and give each chunk to the writers as it comes.

    Args:
        writers: Each of them gets every chunk.
        client: The client of the server.
        text: The text to speak.
        voice: The voice that speaks.
        controls: How to speak.
        language: Language of the text; by default that of the voice.
        should_stop: Called after each chunk.
        lexicon: Words and their IPA; by default the person's dictionary.
    Raises:
        TextError: if there is nothing to speak.
        VoiceError, RequestError, ServerError: see `TimbreClient.speak`.
        OSError: if a writer fails.
    """
    if not text.strip():
        raise TextError("There is nothing to speak: the text is empty.")
    entries = Dictionary().usable() if lexicon is None else dict(lexicon)

    def begin() -> SpeechStream:
        return client.speak(text, voice, controls, language or voice.language, entries)

    return write_speech(writers, begin, should_stop)


class Chunk(Protocol):
    """A piece of speech, as timbre_app.client.streams.SpeechChunk is."""

    @property
    def pcm(self) -> np.ndarray:
        """(n,) int16."""
        ...

    @property
    def timing(self) -> ChunkTiming:
        """Words and times, counted from the start of all."""
        ...


C = TypeVar("C", bound=Chunk)


def write_speech(
    writers: Sequence[PcmWriter],
    begin: Callable[[], AbstractContextManager[Iterable[C]]],
    should_stop: Callable[[], bool] = lambda: False,
    on_chunk: Callable[[C], None] = lambda _: None,
) -> Spoken:
    """Give each chunk of speech to the writers as it comes.

    Args:
        writers: Each of them gets every chunk.
        begin: Begins the speech; leaving its context ends the work for it.
        should_stop: Called after each chunk.
        on_chunk: Gets each chunk too.
    Raises:
        Whatever the speech raises.
        OSError: if a writer fails.
    """
    began = time.perf_counter()
    first = 0.0
    samples = 0
    words: list[TimedWord] = []
    complete = True
    with begin() as chunks:
        for chunk in chunks:
            on_chunk(chunk)
            if len(chunk.pcm) and not samples:
                first = time.perf_counter() - began
            samples += len(chunk.pcm)
            words += chunk.timing.words
            _write(writers, chunk.pcm)
            if should_stop():
                complete = chunk.timing.final
                break
    return Spoken(samples / SAMPLE_RATE, first, time.perf_counter() - began, tuple(words), complete)


def speak_to_file(
    path: Path,
    client: TimbreClient,
    text: str,
    voice: Voice,
    controls: Controls | None = None,
    language: str | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    also: Sequence[PcmWriter] = (),
    saving: Saving | None = None,
    lexicon: Mapping[str, str] | None = None,
) -> Spoken:
    """Speak a text into a sound file. If this is stopped or fails, no file is left.

    Args:
        path: The sound file, whose suffix chooses the format; subtitles are written beside it.
        client: See `speak_to`.
        text: See `speak_to`.
        voice: See `speak_to`.
        controls: See `speak_to`.
        language: See `speak_to`.
        should_stop: See `speak_to`.
        also: Other writers, such as the loudspeaker.
        saving: How to write the file, and which subtitles.
        lexicon: See `speak_to`.

    Raises:
        AudioError: if no format has the suffix.
        RequestCancelled: if should_stop returned True.
        Others as `speak_to`.
    """
    from timbre_app.client.streams import RequestCancelled

    saving = saving or Saving()
    with SoundFileWriter(path, SAMPLE_RATE, short_title(text), saving.kind) as file:
        spoken = speak_to([file, *also], client, text, voice, controls, language, should_stop, lexicon)
        if not spoken.complete:
            raise RequestCancelled("The export was stopped.")
    for suffix in saving.subtitles:
        write_subtitles(path.with_suffix(suffix), text, spoken.words)
    return spoken


def short_title(text: str) -> str:
    """The beginning of a text, for a file's metadata."""
    title = " ".join(text.split())
    return title if len(title) <= TITLE_LENGTH else title[: TITLE_LENGTH - 1] + "…"


def _write(writers: Sequence[PcmWriter], pcm: np.ndarray) -> None:
    if len(pcm):
        for writer in writers:
            writer.write(pcm)
