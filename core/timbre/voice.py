"""A voice: the small file that turns the base model into one person.

The file is a safetensors file, which holds numbers and text and can execute nothing:

```
8 bytes        length of the header, little endian
header, JSON   {"__metadata__": {"timbre_voice": <JSON, see Voice>}, "<tensor>": {dtype, shape, offsets}, ...}
the rest       the tensors' numbers, float16 or float32
```
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as read_safetensors
from safetensors.numpy import save as write_safetensors

FORMAT = 1
MAX_BYTES = 100_000
MAX_NAME_LENGTH = 80
SUFFIX = ".timbre"
_KEY = "timbre_voice"
_HEADER_START = 8

TENSOR_AXES = {
    "speaker_embedding": 1,  # (D,)
    "encoder_style": 3,  # (layer norms of the encoder, 2, C): scale and shift
    "decoder_style": 3,  # (layer norms of the decoder, 2, C)
    "adapter_down": 3,  # (decoder layers, C, r)
    "adapter_up": 3,  # (decoder layers, r, C)
}


class VoiceError(ValueError):
    """A voice cannot be read, written or used; the message is one sentence for the person."""


def check_name(name: str) -> str:
    """Return the name as it is kept: composed characters, no space around it.

    Raises:
        VoiceError: if it is empty, too long, or cannot be a file's name on every system.
    """
    kept = unicodedata.normalize("NFC", name).strip()
    if not kept:
        raise VoiceError("A voice needs a name.")
    if len(kept) > MAX_NAME_LENGTH:
        raise VoiceError(f"The name of a voice may have at most {MAX_NAME_LENGTH} characters.")
    if any(mark in kept for mark in "/\\") or kept.startswith("."):
        raise VoiceError(f"The name {kept!r} cannot be used: leave out slashes, and dots at its beginning.")
    if not kept.isprintable():
        raise VoiceError(f"The name {kept!r} cannot be used: it has characters that cannot be shown.")
    return kept


@dataclass(frozen=True)
class PitchStats:
    """Mean and standard deviation of a voice's log F0 in Hz, over voiced frames."""

    log_hz_mean: float
    log_hz_std: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.log_hz_mean) and math.isfinite(self.log_hz_std) and self.log_hz_std >= 0):
            raise VoiceError("The voice's pitch statistics are not numbers.")


@dataclass(frozen=True)
class Voice:
    """One person's voice, for one base model.

    Attributes:
        name: What the person calls it.
        id: Never changes, also when the voice is renamed.
        language: Of the takes, as espeak names it.
        created: ISO 8601 time, or empty.
        base_id: The base model that it was made for.
        tensors: See TENSOR_AXES; float16 or float32.
        pitch: Where its pitch lies.
        provenance: How it was made: takes, consent, steps.
        report: How good it is.
    """

    name: str
    id: str
    language: str
    created: str
    base_id: str
    tensors: Mapping[str, np.ndarray]
    pitch: PitchStats
    provenance: Mapping[str, Any] = field(default_factory=dict[str, Any])
    report: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", check_name(self.name))
        _check_tensors(self.tensors)

    def to_bytes(self) -> bytes:
        """The voice file; the same voice always gives the same bytes.

        Raises:
            VoiceError: if it would be larger than a voice may be.
        """
        tensors = {name: np.ascontiguousarray(self.tensors[name]) for name in sorted(self.tensors)}
        data = write_safetensors(
            tensors, {_KEY: json.dumps(self._about(), sort_keys=True, ensure_ascii=False)}
        )
        if len(data) > MAX_BYTES:
            raise VoiceError(f"The voice takes {len(data):,} bytes; a voice may have at most {MAX_BYTES:,}.")
        return data

    def provenance_text(self, key: str) -> str:
        """A text that was kept when the voice was made, such as its "consent"; empty if there is none."""
        text = self.provenance.get(key)
        return text if isinstance(text, str) else ""

    def _about(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "id": self.id,
            "language": self.language,
            "created": self.created,
            "base_id": self.base_id,
            "pitch": {"log_hz_mean": self.pitch.log_hz_mean, "log_hz_std": self.pitch.log_hz_std},
            "provenance": dict(self.provenance),
            "report": dict(self.report),
        }

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of the file, hex: how the server knows a voice that it has seen."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @staticmethod
    def from_bytes(data: bytes, source: str = "The data") -> Voice:
        """Read a voice file.

        Args:
            data: The file's bytes.
            source: What to call it in an error.
        Raises:
            VoiceError: if it is broken, too large, or something else than a voice.
        """
        about = _read_about(data, source)
        try:
            tensors = read_safetensors(data)
        except (SafetensorError, ValueError, KeyError, TypeError) as error:
            raise VoiceError(f"{source} is a broken voice: its numbers cannot be read.") from error
        try:
            pitch = PitchStats(float(about["pitch"]["log_hz_mean"]), float(about["pitch"]["log_hz_std"]))
            texts = {key: str(about[key]) for key in ("name", "id", "language", "created", "base_id")}
            return Voice(
                **texts,
                tensors=tensors,
                pitch=pitch,
                provenance=dict(about["provenance"]),
                report=dict(about["report"]),
            )
        except VoiceError as error:
            raise VoiceError(f"{source} is a broken voice: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise VoiceError(f"{source} is a broken voice: its description is incomplete.") from error

    def save(self, path: Path) -> None:
        """Write the voice file; never leaves half a file behind.

        Raises:
            VoiceError: if it cannot be written.
        """
        data = self.to_bytes()
        try:
            write_atomically(path, data)
        except OSError as error:
            raise VoiceError(
                f"The voice could not be written to {path}: {error.strerror or error}."
            ) from error

    @staticmethod
    def load(path: Path) -> Voice:
        """Read a voice file.

        Raises:
            VoiceError: if it cannot be read or is no voice.
        """
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise VoiceError(f"The voice {path} cannot be read: {error.strerror or error}.") from error
        return Voice.from_bytes(data, str(path))


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that at any moment there is the old one, the new one or none, never a part of one."""
    handle, fresh = tempfile.mkstemp(prefix=f".{path.name[:40]}-", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(fresh).chmod(0o666 & ~_umask())
        Path(fresh).replace(path)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _read_about(data: bytes, source: str) -> dict[str, Any]:
    """The voice's description from the header, read with nothing but a JSON parser."""
    if len(data) > MAX_BYTES:
        raise VoiceError(f"{source} is no voice: it is larger than {MAX_BYTES:,} bytes.")
    length = int.from_bytes(data[:_HEADER_START], "little")
    if not 0 < length <= len(data) - _HEADER_START:
        raise VoiceError(f"{source} is no voice, or only a part of one.")
    try:
        header = json.loads(data[_HEADER_START : _HEADER_START + length])
        about = json.loads(header["__metadata__"][_KEY])
        version = about["format"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise VoiceError(f"{source} is no voice of Timbre.") from error
    if isinstance(version, int) and version > FORMAT:
        raise VoiceError(f"{source} was made by a newer version of Timbre: update Timbre to use it.")
    if version != FORMAT:
        raise VoiceError(
            f"{source} was made by another version of Timbre (format {version!r}, this one reads {FORMAT})."
        )
    return about


def _check_tensors(tensors: Mapping[str, np.ndarray]) -> None:
    if set(tensors) != set(TENSOR_AXES):
        raise VoiceError("It does not hold the tensors of a voice.")
    for name, axes in TENSOR_AXES.items():
        tensor = tensors[name]
        if tensor.ndim != axes or tensor.dtype not in (np.float16, np.float32):
            raise VoiceError(f"Its tensor {name} has the wrong shape or type.")
        if not np.isfinite(tensor).all():
            raise VoiceError(f"Its tensor {name} has values that are not numbers.")
    down, up = tensors["adapter_down"].shape, tensors["adapter_up"].shape
    styles = [tensors[name].shape[1:] for name in ("encoder_style", "decoder_style")]
    if up != (down[0], down[2], down[1]) or styles != [(2, down[1])] * 2:
        raise VoiceError("Its tensors do not fit together.")
