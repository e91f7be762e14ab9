"""Importers: the corpora that a base model can be trained on, in the layouts they are published in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from timbre_finetune.corpus.importers import aishell3, librispeech, ljspeech, manifest
from timbre_finetune.corpus.importers.utterance import CorpusError, Role, Utterance

__all__ = ["LAYOUTS", "CorpusError", "Role", "Utterance", "detect_layout", "read_corpus"]

Importer = Callable[[Path], Iterator[Utterance]]

LAYOUTS: Mapping[str, Importer] = MappingProxyType(
    {
        "manifest": manifest.read,
        "aishell3": aishell3.read,
        "css10": ljspeech.read_css10,
        "ljspeech": ljspeech.read_ljspeech,
        "libritts": librispeech.read_libritts,
        "librispeech": librispeech.read_librispeech,
    }
)


def detect_layout(root: Path) -> str:
    """Find out the layout of a corpus folder.

    Raises:
        CorpusError: if the layout is not known.
    """
    if not root.is_dir():
        raise CorpusError(f"{root} is no folder.")
    marks = {
        "manifest": manifest.MANIFEST,
        "ljspeech": "metadata.csv",
        "css10": "transcript.txt",
        "aishell3": "*/content.txt",
        "libritts": "**/*.normalized.txt",
        "librispeech": "**/*.trans.txt",
    }
    for layout, mark in marks.items():
        if next(root.glob(mark), None) is not None:
            return layout
    raise CorpusError(f"{root} has the layout of no corpus that is known: {', '.join(LAYOUTS)}.")


def read_corpus(root: Path, layout: str | None = None) -> list[Utterance]:
    """Read all utterances of a corpus folder.

    Args:
        root: The folder.
        layout: One of LAYOUTS; found out if left out.
    Raises:
        CorpusError: if the folder does not have that layout, or holds nothing.
    """
    layout = layout or detect_layout(root)
    if layout not in LAYOUTS:
        raise CorpusError(f"{layout!r} is no layout: choose one of {', '.join(LAYOUTS)}.")
    try:
        utterances = list(LAYOUTS[layout](root))
    except FileNotFoundError as error:
        raise CorpusError(
            f"{root} is no corpus in the layout {layout!r}: {error.filename} is missing."
        ) from error
    if not utterances:
        raise CorpusError(f"{root} holds no utterances in the layout {layout!r}.")
    return utterances
