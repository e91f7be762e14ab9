"""A request's tensors, read safely: what a program sends wrong becomes one sentence (a ValueError) at once."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn, TypeGuard

import numpy as np

from timbre.contract import TRANSCRIBE_SAMPLE_RATE
from timbre.serving.limits import MAX_RECORDING_S

Tensors = Mapping[str, np.ndarray]
"""Tensors by name; those of TYPE_STRING hold bytes."""
MAX_BYTES = 16 << 20
"""Size of one text or of one JSON."""
LOUDEST_SAMPLE = 100.0
"""Samples are -1 to 1; float files may go a little beyond."""


def tensors_of(request: Any) -> dict[str, np.ndarray]:
    """All tensors of a pb_utils request, as numpy arrays."""
    return {tensor.name(): tensor.as_numpy() for tensor in request.inputs()}


def read_bytes(tensors: Tensors, name: str, longest: int = MAX_BYTES) -> bytes:
    """The one value of a tensor of TYPE_STRING.

    Raises:
        ValueError: if there is no such value, or it has more than `longest` bytes.
    """
    value: object = read_one(tensors, name)
    if not isinstance(value, bytes):
        raise ValueError(f"The tensor {name} must hold one text.")
    if len(value) > longest:
        raise ValueError(f"The tensor {name} has {len(value):,} bytes and may have {longest:,}.")
    return value


def read_text(tensors: Tensors, name: str, longest: int = MAX_BYTES) -> str:
    """The one text of a tensor; errors are those of read_bytes, and ValueError if it is not UTF-8."""
    try:
        return read_bytes(tensors, name, longest).decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"The tensor {name} is not UTF-8 text.") from error


def read_number(tensors: Tensors, name: str) -> float:
    """The one number of a tensor.

    Raises:
        ValueError: if there is none, or it is infinite or not a number.
    """
    value = read_one(tensors, name)
    if isinstance(value, bytes) or not math.isfinite(value):
        raise ValueError(f"The tensor {name} must hold one number.")
    return float(value)


def read_one(tensors: Tensors, name: str) -> Any:
    """The one value of a tensor.

    Raises:
        ValueError: if it has none, or several.
    """
    values = tensors.get(name)
    if values is None or values.size != 1:
        raise ValueError(f"The tensor {name} must hold one value.")
    return values.item()


def check_range(name: str, values: np.ndarray, low: float, high: float) -> None:
    """Raise ValueError unless all values, at least one, are numbers of `low` to `high`."""
    if not (values.size and values.min() >= low and values.max() <= high):  # a comparison with NaN is false
        raise ValueError(f"The tensor {name} must hold numbers of {low:g} to {high:g}, at least one.")


def read_recording(tensors: Tensors, name: str) -> np.ndarray:
    """A waveform (n,) float32 at TRANSCRIBE_SAMPLE_RATE.

    Raises:
        ValueError: if it is empty, too long, or has values that are no samples.
    """
    samples, longest = tensors[name], int(MAX_RECORDING_S * TRANSCRIBE_SAMPLE_RATE)
    if samples.size > longest:
        raise ValueError(
            f"The recording is longer than {MAX_RECORDING_S / 60:.0f} minutes: send it in parts."
        )
    check_range(name, samples, -LOUDEST_SAMPLE, LOUDEST_SAMPLE)
    return samples


def read_json(data: bytes, name: str) -> dict[str, Any]:
    """A JSON object without NaN or infinity.

    Raises:
        ValueError: if the data is something else.
    """
    try:
        fields: object = _DECODER.decode(data.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"The tensor {name} is not JSON that can be read.") from error
    if not isinstance(fields, dict):
        raise ValueError(f"The tensor {name} must hold a JSON object.")
    return fields  # pyright: ignore[reportUnknownVariableType]  callers check its values


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value of JSON is a finite number."""
    return type(value) in (int, float) and abs(value) < 1e15  # pyright: ignore[reportArgumentType]


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)
