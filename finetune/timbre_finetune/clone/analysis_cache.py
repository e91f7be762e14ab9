"""Keeps the analysis of a clone's takes until the voice is made, so that a resumed clone need not repeat it.

    <folder>/<digest>.npz     a take's analysis and alignment
    <folder>/<name>.json      a vector about the person, and the clone that it belongs to

A digest covers all that an analysis depends on, so a file with this name always fits. A take whose file cannot be
read is analysed again.
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

from timbre import files
from timbre.archive import TakeFile
from timbre_finetune.clone.takes_data import TakeExample

VERSION = 2
"""Version of the analysis; add one when the analysis changes."""
_TENSORS = ("mel", "log_f0", "phonemes", "durations")


class AnalysisCache:
    """The analysis of one clone's takes, on disk.

    Args:
        folder: Folder of the files; the caller removes it when the voice is made.
        about: What an analysis depends on besides the take: base model and language.
    """

    def __init__(self, folder: Path, *about: str) -> None:
        self._folder, self._about = folder, f"{VERSION} {' '.join(about)}"
        files.make_folder(folder)

    def take(self, take: TakeFile) -> TakeExample | None:
        """The take's analysis, aligned; None if it was not analysed yet."""
        try:
            with np.load(io.BytesIO(self._path(take).read_bytes())) as arrays:
                tensors = {name: torch.from_numpy(arrays[name]) for name in _TENSORS}
                return TakeExample(take.id, take.text, arrays["waveform"], **tensors)
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
            return None

    def keep_takes(self, takes: Sequence[TakeFile], examples: Sequence[TakeExample]) -> None:
        """Keep the analysis of aligned takes; a take without an example is left out."""
        by_id = {example.take_id: example for example in examples}
        for take in takes:
            path = self._path(take)
            if take.id in by_id and not path.exists():
                example = by_id[take.id]
                arrays = {name: getattr(example, name).numpy() for name in _TENSORS}
                with files.writing(path) as file:
                    np.savez(file, waveform=example.waveform, **arrays)

    def vector(self, name: str, fingerprint: str) -> np.ndarray | None:
        """A vector, (n,) float32, that was kept for a clone of this fingerprint."""
        try:
            entry = json.loads(self._vector_path(name).read_bytes())
            return np.array(entry["vector"], np.float32) if entry["fingerprint"] == fingerprint else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep_vector(self, name: str, fingerprint: str, vector: np.ndarray) -> None:
        """Keep a vector, (n,), that was computed about the person."""
        entry = {"fingerprint": fingerprint, "vector": vector.tolist()}
        files.write(self._vector_path(name), json.dumps(entry))

    def _vector_path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _path(self, take: TakeFile) -> Path:
        digest = hashlib.sha256(f"{self._about}\n{take.text}\n".encode() + take.path.read_bytes())
        return self._folder / f"{digest.hexdigest()[:40]}.npz"
