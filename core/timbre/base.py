"""The base model on disk: its folder, its sizes, its speakers.

```
config.json              sizes of the networks, mel numbers, the symbol table's hash
fastpitch.safetensors    weights (fp16), read by torch and, through their offsets, by the ONNX graphs
hifigan.safetensors
aligner.safetensors
*.onnx                   graphs without weights of their own; *.int8.onnx those for processors that multiply bytes
speakers.json            names, pitch, melody, brightness and pace of the speakers trained on
speakers.safetensors     their voices' centroids for the search of the nearest speaker; how they set the prosody
```
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from timbre.mel import MelSpec
from timbre.messages import InputError
from timbre.text.symbols import symbols_hash


class BaseModelError(InputError):
    """The base model's folder is missing, incomplete or made for another version."""


@dataclass(frozen=True)
class BaseSpeaker:
    """A speaker of the base model.

    Attributes:
        name: Its name.
        speaker_id: Its row in the table.
        log_hz_mean: Mean of its log F0.
        log_hz_std: Standard deviation of its log F0.
        melody: See timbre.voice.Delivery.
        brightness_hz: See timbre.speech.traits; None in a base model that was not measured.
        words_a_minute: The same.
    """

    name: str
    speaker_id: int
    log_hz_mean: float
    log_hz_std: float
    melody: float = 1.0
    brightness_hz: float | None = None
    words_a_minute: float | None = None


@dataclass(frozen=True)
class BaseModel:
    """A base model's folder, checked. Loads no weights."""

    folder: Path
    config: dict[str, Any]

    @staticmethod
    def open(folder: Path) -> BaseModel:
        """Read and check the folder.

        Raises:
            BaseModelError: if it is missing, incomplete, or made with other mel numbers or symbols.
        """
        path = folder / "config.json"
        if not path.is_file():
            raise BaseModelError(
                "no base model in {folder}: run `timbre doctor`, or set TIMBRE_BASE to its folder",
                folder=folder,
            )
        config = json.loads(path.read_text(encoding="utf-8"))
        if config["symbols"] != symbols_hash():
            raise BaseModelError(
                "the base model in {folder} was trained with another symbol table", folder=folder
            )
        if MelSpec.from_dict(config["mel"]) != MelSpec():
            raise BaseModelError(
                "the base model in {folder} was trained with other mel numbers", folder=folder
            )
        return BaseModel(folder, config)

    @property
    def id(self) -> str:
        """The id by which a voice says which base model it belongs to."""
        return str(self.config["id"])

    @property
    def fastpitch(self) -> dict[str, Any]:
        """Sizes of the acoustic model."""
        return self.config["fastpitch"]

    @property
    def hifigan(self) -> dict[str, Any]:
        """Sizes of the vocoder."""
        return self.config["hifigan"]

    def path(self, name: str) -> Path:
        """A file of the folder.

        Raises:
            BaseModelError: if it is missing.
        """
        path = self.folder / name
        if not path.is_file():
            raise BaseModelError("the base model lacks {name}: reinstall Timbre", name=name)
        return path

    @cached_property
    def speakers(self) -> tuple[BaseSpeaker, ...]:
        """The speakers trained on, in the table's order."""
        rows = json.loads(self.path("speakers.json").read_text(encoding="utf-8"))
        return tuple(
            BaseSpeaker(
                row["name"],
                i,
                row["log_hz_mean"],
                row["log_hz_std"],
                row["melody"],
                row.get("brightness_hz"),
                row.get("words_a_minute"),
            )
            for i, row in enumerate(rows)
        )
