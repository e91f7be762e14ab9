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
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as read_safetensors
from safetensors.numpy import save as write_safetensors

from timbre import files
from timbre.contract import PAUSE_FRAMES
from timbre.messages import InputError

FIRST_FORMAT, FORMAT = 1, 2
"""Format 2 has PROSODY_VOICE, which programs of format 1 do not know."""
MAX_BYTES = 100_000
MAX_NAME_LENGTH = 80
SUFFIX = ".timbre"
LEAST_LOG_HZ, MOST_LOG_HZ = math.log(10), math.log(2000)
MOST_LOG_HZ_STD = 3.0
"""Largest deviation of a voice's log F0, wider than any person's: beyond it the decoder no longer makes speech."""
_KEY = "timbre_voice"
_HEADER_START = 8

TENSOR_AXES = {
    "speaker_embedding": 1,  # (D,)
    "encoder_style": 3,  # (layer norms of the encoder, 2, C): scale and shift
    "decoder_style": 3,  # (layer norms of the decoder, 2, C)
    "adapter_down": 3,  # (decoder layers, C, r)
    "adapter_up": 3,  # (decoder layers, r, C)
}
MOST_ROOM = 20.0
"""Largest distance of a room's log mel from 0."""
PROSODY_VOICE = "prosody_voice"
"""Name of the tensor that sets the prosody network, (P,); see timbre.models.prosody.

Zeros at its end may be left out. Voices of format 1 have none.
"""


class VoiceError(InputError):
    """A voice cannot be read, written or used; the message is one sentence for the person."""


def check_name(name: str) -> str:
    """Return the name as it is kept: composed characters, no space around it.

    Raises:
        VoiceError: if it is empty, too long, or cannot be a file's name on every system.
    """
    clean_name = unicodedata.normalize("NFC", name).strip()
    if not clean_name:
        raise VoiceError("A voice needs a name.")
    if len(clean_name) > MAX_NAME_LENGTH:
        raise VoiceError("The name of a voice may have at most {limit} characters.", limit=MAX_NAME_LENGTH)
    if any(mark in clean_name for mark in "/\\") or clean_name.startswith("."):
        raise VoiceError(
            "The name {name!r} cannot be used: leave out slashes, and dots at its beginning.",
            name=clean_name,
        )
    if not clean_name.isprintable():
        raise VoiceError(
            "The name {name!r} cannot be used: it has characters that cannot be shown.",
            name=clean_name,
        )
    return clean_name


@dataclass(frozen=True)
class PitchStats:
    """Mean and standard deviation of a voice's log F0 in Hz, over voiced frames."""

    log_hz_mean: float
    log_hz_std: float

    def __post_init__(self) -> None:
        # The comparisons also refuse what is not a number.
        if not (LEAST_LOG_HZ <= self.log_hz_mean <= MOST_LOG_HZ and 0 <= self.log_hz_std <= MOST_LOG_HZ_STD):
            raise VoiceError("The voice's pitch statistics are out of range.")


@dataclass(frozen=True)
class Delivery:
    """How a person reads beside what the base model predicts for them; factors of 1 leave that as it is.

    The mean of all readings of a sentence, which the base model predicts, is flatter than any of them.

    Attributes:
        melody: Factor of the F0's distance from the sentence's mean, in log Hz.
        pace: Factor of the speed: below 1 is slower.
        pauses: Factor of the length of spaces and punctuation marks, beyond the one frame that each has.
        dynamics: Factor of the energy's distance from the sentence's mean, in dB.
        breaks: Factor of the pause between two sentences, beside what `pauses` makes of it.
    """

    melody: float = 1.0
    pace: float = 1.0
    pauses: float = 1.0
    dynamics: float = 1.0
    breaks: float = 1.0

    def __post_init__(self) -> None:
        for factor in astuple(self):
            if not 0.25 <= factor <= 4.0:  # also refuses what is not a number
                raise VoiceError("The voice's delivery is out of range.")

    @property
    def between_sentences(self) -> float:
        """Factor of the pause between two sentences, beside PAUSE_FRAMES."""
        return self.pauses * self.breaks

    @property
    def pause_frames(self) -> int:
        """Frames of the pause between two sentences."""
        return max(1, round(PAUSE_FRAMES * self.between_sentences))


@dataclass(frozen=True)
class Voice:
    """One person's voice, for one base model.

    Attributes:
        name: What the person calls it.
        id: Never changes, also when the voice is renamed.
        language: Language of the takes, as espeak names it.
        created: ISO 8601 time, or empty.
        base_id: The base model that it was made for.
        tensors: See TENSOR_AXES and PROSODY_VOICE; float16 or float32.
        pitch: Where its pitch lies.
        delivery: How it reads; voices made before it was measured have none.
        provenance: How it was made: takes, consent, steps.
        report: How good it is.
        room: Log mel of the room that is heard between sentences, one number a band; empty for silence.
    """

    name: str
    id: str
    language: str
    created: str
    base_id: str
    tensors: Mapping[str, np.ndarray]
    pitch: PitchStats
    delivery: Delivery = Delivery()
    provenance: Mapping[str, Any] = field(default_factory=dict[str, Any])
    report: Mapping[str, Any] = field(default_factory=dict[str, Any])
    room: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", check_name(self.name))
        for key in ("id", "language", "created", "base_id"):
            if not getattr(self, key).isprintable():
                raise VoiceError("Its {key} has characters that cannot be shown.", key=key)
        _check_tensors(self.tensors)
        if not all(-MOST_ROOM <= level <= MOST_ROOM for level in self.room):  # also refuses what is no number
            raise VoiceError("The room between its sentences is out of range.")

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
            raise VoiceError(
                "The voice takes {size:,} bytes; a voice may have at most {limit:,}.",
                size=len(data),
                limit=MAX_BYTES,
            )
        return data

    def provenance_text(self, key: str) -> str:
        """A text that was kept when the voice was made, such as its "consent"; empty if there is none."""
        text = self.provenance.get(key)
        return text if isinstance(text, str) else ""

    def _about(self) -> dict[str, Any]:
        return {
            "format": FORMAT if PROSODY_VOICE in self.tensors else FIRST_FORMAT,
            "name": self.name,
            "id": self.id,
            "language": self.language,
            "created": self.created,
            "base_id": self.base_id,
            "pitch": asdict(self.pitch),
            "delivery": asdict(self.delivery),
            "provenance": dict(self.provenance),
            "report": dict(self.report),
            "room": list(self.room),
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
            raise VoiceError(
                "{source} is a broken voice: its numbers cannot be read.", source=source
            ) from error
        try:
            pitch = PitchStats(float(about["pitch"]["log_hz_mean"]), float(about["pitch"]["log_hz_std"]))
            factors = about.get("delivery", {})
            delivery = Delivery(*(float(factors.get(factor.name, 1.0)) for factor in fields(Delivery)))
            texts = {key: str(about[key]) for key in ("name", "id", "language", "created", "base_id")}
            return Voice(
                **texts,
                tensors=tensors,
                pitch=pitch,
                delivery=delivery,
                provenance=dict(about["provenance"]),
                report=dict(about["report"]),
                room=tuple(float(level) for level in about.get("room", ())),
            )
        except VoiceError as error:
            raise VoiceError("{source} is a broken voice: {reason}", source=source, reason=error) from error
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise VoiceError(
                "{source} is a broken voice: its description is incomplete.", source=source
            ) from error

    def save(self, path: Path) -> None:
        """Write the voice file; never leaves half a file behind.

        Raises:
            VoiceError: if it cannot be written.
        """
        data = self.to_bytes()
        try:
            files.write(path, data)
        except OSError as error:
            raise VoiceError(
                "The voice could not be written to {path}: {reason}.",
                path=path,
                reason=error.strerror or error,
            ) from error

    @staticmethod
    def load(path: Path) -> Voice:
        """Read a voice file.

        Raises:
            VoiceError: if it cannot be read or is no voice.
        """
        if path.exists() and not path.is_file():  # a pipe would wait for ever, a device never end
            raise VoiceError("{path} is not a file: choose a voice's file.", path=path)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise VoiceError(
                "The voice {path} cannot be read: {reason}.", path=path, reason=error.strerror or error
            ) from error
        return Voice.from_bytes(data, str(path))


def _read_about(data: bytes, source: str) -> dict[str, Any]:
    """The voice's description from the header, read with nothing but a JSON parser."""
    if len(data) > MAX_BYTES:
        raise VoiceError(
            "{source} is no voice: it is larger than {limit:,} bytes.", source=source, limit=MAX_BYTES
        )
    length = int.from_bytes(data[:_HEADER_START], "little")
    if not 0 < length <= len(data) - _HEADER_START:
        raise VoiceError(
            "{source} is no voice, or only a part of one: export it again where it was made.", source=source
        )
    try:
        header = json.loads(data[_HEADER_START : _HEADER_START + length])
        about = json.loads(header["__metadata__"][_KEY])
        version = about["format"]
        json.dumps(about, ensure_ascii=False).encode()  # half a surrogate pair cannot be written again
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise VoiceError(
            "{source} is no voice of Timbre: choose a file that Timbre has exported.", source=source
        ) from error
    if isinstance(version, int) and version > FORMAT:
        raise VoiceError(
            "{source} was made by a newer version of Timbre: update Timbre to use it.", source=source
        )
    if version not in (FIRST_FORMAT, FORMAT):
        raise VoiceError(
            "{source} was made by another version of Timbre (format {version!r}, this one reads {known}).",
            source=source,
            version=version,
            known=FORMAT,
        )
    return about


def _check_tensors(tensors: Mapping[str, np.ndarray]) -> None:
    if set(tensors) | {PROSODY_VOICE} != {*TENSOR_AXES, PROSODY_VOICE}:
        raise VoiceError("It does not hold the tensors of a voice.")
    for name, tensor in tensors.items():
        if tensor.ndim != TENSOR_AXES.get(name, 1) or tensor.dtype not in (np.float16, np.float32):
            raise VoiceError("Its tensor {name} has the wrong shape or type.", name=name)
        if not np.isfinite(tensor).all():
            raise VoiceError("Its tensor {name} has values that are not numbers.", name=name)
    down, up = tensors["adapter_down"].shape, tensors["adapter_up"].shape
    styles = [tensors[name].shape[1:] for name in ("encoder_style", "decoder_style")]
    if up != (down[0], down[2], down[1]) or styles != [(2, down[1])] * 2:
        raise VoiceError("Its tensors do not fit together.")
