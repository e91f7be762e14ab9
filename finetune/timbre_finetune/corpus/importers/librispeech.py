"""LibriTTS and LibriSpeech: [subset/]speaker/chapter/ with the text beside the sound."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from timbre_finetune.corpus.importers.utterance import Utterance


def read_libritts(root: Path) -> Iterator[Utterance]:
    """Utterances of `speaker_chapter_....wav` with `.normalized.txt` beside it."""
    for text_path in sorted(root.rglob("*.normalized.txt")):
        sound = text_path.with_name(text_path.name.removesuffix(".normalized.txt") + ".wav")
        if sound.exists():
            text = text_path.read_text(encoding="utf-8").strip()
            yield Utterance(sound.relative_to(root).as_posix(), "libritts", sound.stem.split("_")[0], text)


def read_librispeech(root: Path) -> Iterator[Utterance]:
    """Utterances of `speaker-chapter.trans.txt`, lines of `id TEXT IN CAPITALS`, beside `id.flac`."""
    for transcript in sorted(root.rglob("*.trans.txt")):
        folder = transcript.parent.relative_to(root).as_posix()
        for line in transcript.read_text(encoding="utf-8").splitlines():
            name, _, text = line.partition(" ")
            if text.strip():
                path = f"{folder}/{name}.flac"
                yield Utterance(
                    path, "librispeech", name.split("-")[0], text.strip(), is_capitals=text.isupper()
                )
