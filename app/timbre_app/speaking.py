"""Speaking as the command line and the window use it: text and a voice in, chunks to a writer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from timbre import contract, paths
from timbre.serving.timing import TimedWord
from timbre.text import TextError
from timbre.voice import Voice, VoiceError
from timbre_app.export import FileKind, PcmWriter, SoundFileWriter
from timbre_app.library import VoiceLibrary
from timbre_app.reading.dictionary import Dictionary
from timbre_app.subtitles import write_subtitles

if TYPE_CHECKING:
    from timbre.synthesis import Controls
    from timbre_app.client import TimbreClient

BASE_PREFIX = "base:"
SAMPLE_RATE = contract.SAMPLE_RATE
TITLE_LENGTH = 80


@dataclass(frozen=True)
class Spoken:
    """What came of speaking a text.

    Attributes:
        duration_s: Length of the speech.
        first_audio_s: From the request to the first chunk.
        total_s: From the request to the last chunk.
        words: When each word is spoken.
        complete: False if it was stopped.
    """

    duration_s: float
    first_audio_s: float
    total_s: float
    words: Sequence[TimedWord]
    complete: bool

    @property
    def ratio(self) -> float:
        """Time to make the speech over its length."""
        return self.total_s / self.duration_s if self.duration_s else 0.0


@dataclass(frozen=True)
class Saving:
    """How to write what is spoken.

    Attributes:
        kind: Encoding and rate of the sound file.
        subtitles: Suffixes of subtitle files to write beside it.
        by_sentence: Whether each sentence becomes a file of its own.
    """

    kind: FileKind = field(default_factory=FileKind)
    subtitles: tuple[str, ...] = ()
    by_sentence: bool = False


def find_voice(name: str, library: VoiceLibrary | None = None) -> Voice:
    """A voice of the library, or a speaker of the base model as `base:NAME`.

    Raises:
        VoiceError: if there is none.
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
    except ValueError as error:
        raise VoiceError(f"{error}") from error


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
    """Speak a text of any length into writers, each chunk as it comes.

    Args:
        writers: Each gets every chunk.
        client: Of the server.
        text: What to say.
        voice: Who says it.
        controls: Pace, pitch, energy.
        language: Of the text; the voice's if not given.
        should_stop: Asked after each chunk.
        lexicon: Words and their IPA; the person's own dictionary if not given.
    Raises:
        TextError: if there is nothing to speak.
        VoiceError, RequestError, ServerError: as `TimbreClient.speak`.
        OSError: if a writer fails.
    """
    if not text.strip():
        raise TextError("There is nothing to speak: the text is empty.")
    started = time.perf_counter()
    first = 0.0
    samples = 0
    words: list[TimedWord] = []
    complete = True
    own = Dictionary().usable() if lexicon is None else dict(lexicon)
    with client.speak(text, voice, controls, language or voice.language, own) as chunks:
        for chunk in chunks:
            if len(chunk.pcm) and not samples:
                first = time.perf_counter() - started
            samples += len(chunk.pcm)
            words += chunk.timing.words
            _write(writers, chunk.pcm)
            if should_stop():
                complete = chunk.timing.final
                break
    return Spoken(samples / SAMPLE_RATE, first, time.perf_counter() - started, tuple(words), complete)


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
    """Speak a text into a sound file, its kind by suffix; if it is stopped or fails, no file is left.

    Args:
        path: Of the sound file; subtitles go beside it.
        client: See `speak_to`.
        text: See `speak_to`.
        voice: See `speak_to`.
        controls: See `speak_to`.
        language: See `speak_to`.
        should_stop: See `speak_to`.
        also: Other writers, such as the loudspeaker.
        saving: How to write the file, and what beside it.
        lexicon: See `speak_to`.

    Raises:
        AudioError: if the suffix stands for no format.
        RequestCancelled: if should_stop said so.
        Others as `speak_to`.
    """
    from timbre_app.streams import RequestCancelled

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
