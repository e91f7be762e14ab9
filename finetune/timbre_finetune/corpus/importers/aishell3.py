"""AIShell-3: 218 Mandarin speakers; train/ and test/ with content.txt and wav/<speaker>/."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from timbre_finetune.corpus.importers.utterance import CorpusError, Utterance

SPEAKER_LENGTH = 7


def read(root: Path) -> Iterator[Utterance]:
    """Utterances of `name.wav<TAB>字 pin1 字 pin1 ...` lines; the text is the characters alone."""
    for content in sorted(root.glob("*/content.txt")) + sorted(root.glob("content.txt")):
        folder = content.parent.relative_to(root).as_posix().removeprefix(".")
        for number, line in enumerate(content.read_text(encoding="utf-8").splitlines(), 1):
            name, _, words = line.partition("\t")
            if not words:
                if line.strip():
                    raise CorpusError(f"line {number} of {content} is not `name.wav<TAB>text`.")
                continue
            speaker = name[:SPEAKER_LENGTH]
            path = "/".join(part for part in (folder, "wav", speaker, name) if part)
            yield Utterance(path, "aishell3", speaker, "".join(words.split()[::2]), language="cmn")
