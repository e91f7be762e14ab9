"""LJSpeech (metadata.csv, wavs/) and CSS10 (transcript.txt)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from timbre_finetune.corpus.importers.utterance import CorpusError, Utterance

CSS10_LANGUAGES = {
    "german": "de",
    "greek": "el",
    "spanish": "es",
    "french": "fr-fr",
    "finnish": "fi",
    "hungarian": "hu",
    "japanese": "ja",
    "dutch": "nl",
    "russian": "ru",
    "chinese": "cmn",
}


def read_ljspeech(root: Path) -> Iterator[Utterance]:
    """Utterances of `id|text|normalized text` lines; the normalised text is taken where there is one."""
    for number, line in _lines(root / "metadata.csv"):
        fields = line.split("|")
        if len(fields) < 2:
            raise CorpusError(f"line {number} of {root / 'metadata.csv'} is not `id|text`.")
        text = fields[2] if len(fields) > 2 and fields[2].strip() else fields[1]
        yield Utterance(f"wavs/{fields[0]}.wav", root.name, root.name, text.strip())


def read_css10(root: Path) -> Iterator[Utterance]:
    """Utterances of `path|text|normalized text|seconds` lines; one reader per language folder."""
    for number, line in _lines(root / "transcript.txt"):
        fields = line.split("|")
        if len(fields) < 3:
            raise CorpusError(
                f"line {number} of {root / 'transcript.txt'} is not `path|text|normalized text`."
            )
        folder = fields[0].split("/")[0].lower()
        language = next(
            (code for name, code in CSS10_LANGUAGES.items() if name in (folder, root.name.lower())), None
        )
        if language is None:
            raise CorpusError(
                f"the language of {root} is unknown: name the folder as CSS10 does, such as 'german'."
            )
        path = fields[0] if (root / fields[0]).exists() else fields[0].split("/", 1)[-1]
        yield Utterance(path, "css10", language, (fields[2].strip() or fields[1].strip()), language=language)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            yield number, line
