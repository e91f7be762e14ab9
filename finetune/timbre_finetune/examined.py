"""What a clone found in its takes, kept until the voice is made: one that goes on need not look again.

    <folder>/<digest>.npz     a take's analysis and alignment
    <folder>/person.json      the speaker embedding of the takes together, and of what clone

A digest covers all that an analysis depends on, so what is found under it always fits; anything that cannot be
read is looked at anew.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from timbre.archive import TakeFile
from timbre.voice import write_atomically
from timbre_finetune.takes_data import TakeExample

VERSION = 2
"""Of the analysis; one more when it changes."""
PERSON_FILE = "person.json"
_TENSORS = ("mel", "log_f0", "phonemes", "durations")


class Examined:
    """Memory of one clone, on disk.

    Args:
        folder: Goes when the voice is made.
        about: What an analysis depends on beside the take: base model and language.
    """

    def __init__(self, folder: Path, *about: str) -> None:
        self._folder, self._about = folder, f"{VERSION} {' '.join(about)}"
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, take: TakeFile) -> TakeExample | None:
        """The take's analysis, aligned; None if it was not looked at yet."""
        try:
            with np.load(io.BytesIO(self._path(take).read_bytes())) as kept:
                tensors = {name: torch.from_numpy(kept[name]) for name in _TENSORS}
                return TakeExample(take.id, take.text, kept["waveform"], **tensors)
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
            return None

    def keep_takes(self, takes: Sequence[TakeFile], examples: Sequence[TakeExample]) -> None:
        """Remember aligned takes; those that no example is of are not remembered."""
        found = {example.take_id: example for example in examples}
        for take in takes:
            path = self._path(take)
            if take.id in found and not path.exists():
                example = found[take.id]
                arrays = {name: getattr(example, name).numpy() for name in _TENSORS}
                data = io.BytesIO()
                np.savez(data, waveform=example.waveform, **arrays)
                write_atomically(path, data.getvalue())

    def person(self, fingerprint: str) -> np.ndarray | None:
        """The person's speaker embedding, (256,), if it was computed for a clone of this fingerprint."""
        try:
            kept = json.loads((self._folder / PERSON_FILE).read_bytes())
            return np.array(kept["embedding"], np.float32) if kept["fingerprint"] == fingerprint else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep_person(self, fingerprint: str, embedding: np.ndarray) -> None:
        """Remember the person's speaker embedding."""
        kept = {"fingerprint": fingerprint, "embedding": embedding.tolist()}
        write_atomically(self._folder / PERSON_FILE, json.dumps(kept).encode())

    def _path(self, take: TakeFile) -> Path:
        digest = hashlib.sha256(f"{self._about}\n{take.text}\n".encode() + take.path.read_bytes())
        return self._folder / f"{digest.hexdigest()[:40]}.npz"
