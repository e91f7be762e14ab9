"""A folder of several corpora with one manifest.csv."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast, get_args

from timbre_finetune.corpus.importers.utterance import CorpusError, Role, Utterance

MANIFEST = "manifest.csv"
REQUIRED = ("path", "corpus", "speaker", "role", "text")
LANGUAGES = {"en": "en-us", "zh": "cmn"}
TRUE = {"1", "true", "yes"}
# A merge of two transcripts wrote "Mister." for "Mr."; its full stop does not end a sentence.
_TITLE = re.compile(r"\b(Mister|Missus)\.(?=\s+\w)")


def read(root: Path) -> Iterator[Utterance]:
    """Utterances of manifest.csv.

    Columns: path, corpus, speaker, role, text; optional language, seconds, synthetic, whisper (what a recogniser
    heard, which is then not transcribed again), whisper_cer (its character error rate).
    """
    with (root / MANIFEST).open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines)
        missing = [name for name in REQUIRED if name not in (rows.fieldnames or ())]
        if missing:
            raise CorpusError(f"{root / MANIFEST} lacks the column {missing[0]!r}.")
        for number, row in enumerate(rows, 2):
            if row["role"] not in get_args(Role):
                raise CorpusError(f"line {number} of {root / MANIFEST} has the unknown role {row['role']!r}.")
            language = row.get("language") or "en"
            yield Utterance(
                path=row["path"],
                corpus=row["corpus"],
                speaker=row["speaker"],
                text=_TITLE.sub(r"\1", row["text"].strip()),
                role=cast("Role", row["role"]),
                language=LANGUAGES.get(language, language),
                seconds=float(row.get("seconds") or 0),
                synthetic=(row.get("synthetic") or "").lower() in TRUE,
                error_rate=float(row["whisper_cer"]) if row.get("whisper_cer") else None,
                transcript=(row.get("whisper") or "").strip(),
            )
