"""The layouts: one small reader each."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from timbre_finetune.corpora.base import CorpusError, CorpusUtterance

# Drawn less often: short, accented utterances with noise; drawn more often: clean articulation.
WEIGHTS = {"speechocean762": 0.35, "kokoro-82m": 1.5, "kathleen": 1.0}


def _need(path: Path, corpus: str) -> Path:
    if not path.exists():
        raise CorpusError(f"{path.parent} does not look like {corpus}: {path.name} is missing")
    return path


def read_manifest(folder: Path) -> Iterator[CorpusUtterance]:
    """A folder with manifest.csv: path, corpus, speaker, role, text, whisper, whisper_cer.

    Rows whose role is `user` are people to test with; they are left out.
    """
    with _need(folder / "manifest.csv", "a manifest corpus").open(newline="") as file:
        for row in csv.DictReader(file):
            if row["role"] not in {"train", "vocoder"}:
                continue
            yield CorpusUtterance(
                folder / row["path"],
                row["speaker"],
                row["text"] if row["role"] == "train" else "",
                "en-us",
                row["corpus"],
                row["whisper"] or None,
                float(row["whisper_cer"]) if row["whisper_cer"] else None,
                row["corpus"].startswith("kokoro"),
                WEIGHTS.get(row["corpus"], 1.0),
            )


def read_ljspeech(folder: Path) -> Iterator[CorpusUtterance]:
    """LJSpeech: metadata.csv with `id|text|normalised text`, wavs/id.wav; one speaker."""
    for line in _need(folder / "metadata.csv", "LJSpeech").read_text().splitlines():
        fields = line.split("|")
        if len(fields) < 2:
            raise CorpusError(f"a line of {folder / 'metadata.csv'} is not `id|text`: {line[:60]}")
        yield CorpusUtterance(folder / "wavs" / f"{fields[0]}.wav", "LJ", fields[-1], "en-us", "ljspeech")


def read_libritts(folder: Path) -> Iterator[CorpusUtterance]:
    """LibriTTS: SUBSET/SPEAKER/CHAPTER/ID.wav beside ID.normalized.txt."""
    texts = sorted(folder.rglob("*.normalized.txt"))
    if not texts:
        raise CorpusError(f"{folder} does not look like LibriTTS: no *.normalized.txt")
    for path in texts:
        name = path.name.removesuffix(".normalized.txt")
        wave = path.with_name(f"{name}.wav")
        yield CorpusUtterance(wave, name.split("_")[0], path.read_text().strip(), "en-us", "libritts")


def read_librispeech(folder: Path) -> Iterator[CorpusUtterance]:
    """LibriSpeech: SPEAKER/CHAPTER/SPEAKER-CHAPTER.trans.txt with `ID WORDS IN CAPITALS`, ID.flac beside."""
    transcripts = sorted(folder.rglob("*.trans.txt"))
    if not transcripts:
        raise CorpusError(f"{folder} does not look like LibriSpeech: no *.trans.txt")
    for path in transcripts:
        for line in path.read_text().splitlines():
            name, text = line.split(" ", 1)
            yield CorpusUtterance(
                path.with_name(f"{name}.flac"), name.split("-")[0], text, "en-us", "librispeech"
            )


def read_aishell3(folder: Path) -> Iterator[CorpusUtterance]:
    """AIShell-3: content.txt with `ID.wav<tab>字 pinyin 字 pinyin ...`, wav/SPEAKER/ID.wav."""
    contents = sorted(folder.rglob("content.txt"))
    if not contents:
        raise CorpusError(f"{folder} does not look like AIShell-3: no content.txt")
    for content in contents:
        for line in content.read_text().splitlines():
            name, words = re.split(r"\s+", line, maxsplit=1)
            text = "".join(words.split()[::2])
            wave = content.parent / "wav" / name[:7] / name
            yield CorpusUtterance(wave, name[:7], text, "cmn", "aishell3")


CSS10_LANGUAGES = {
    "german": "de", "greek": "el", "spanish": "es", "finnish": "fi", "french": "fr-fr",
    "hungarian": "hu", "japanese": "ja", "dutch": "nl", "russian": "ru", "chinese": "cmn",
}  # fmt: skip


def read_css10(folder: Path) -> Iterator[CorpusUtterance]:
    """CSS10: transcript.txt with `path|text|normalised text|seconds`; the folder's name is the language."""
    language = next((code for name, code in CSS10_LANGUAGES.items() if name in folder.name.lower()), None)
    if language is None:
        raise CorpusError(
            f"the name of {folder} holds none of CSS10's languages: {', '.join(CSS10_LANGUAGES)}"
        )
    for line in _need(folder / "transcript.txt", "CSS10").read_text().splitlines():
        path, _, text, *_ = line.split("|")
        yield CorpusUtterance(folder / path, folder.name, text, language, "css10")


LAYOUTS: dict[str, Callable[[Path], Iterator[CorpusUtterance]]] = {
    "manifest": read_manifest,
    "ljspeech": read_ljspeech,
    "libritts": read_libritts,
    "librispeech": read_librispeech,
    "aishell3": read_aishell3,
    "css10": read_css10,
}


def read_corpus(layout: str, folder: Path) -> list[CorpusUtterance]:
    """All utterances of a corpus.

    Raises:
        CorpusError: if the layout is unknown or the folder does not have it.
    """
    if layout not in LAYOUTS:
        raise CorpusError(f"unknown layout {layout!r}: choose one of {', '.join(LAYOUTS)}")
    return list(LAYOUTS[layout](folder))
