"""Engines of TensorRT for RTX: built ahead of time, on any machine, and kept by model and card.

```
<cache>/rtx/<digest of graph, weights, shapes, TensorRT>-<half|single>-sm89.engine     sha256, then the engine
```

A voice's vectors are inputs, so no engine is built for a voice. Shapes are dynamic between the
limits of `PROFILES`. Engines of models, cards and libraries that are gone are deleted when another one is built.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timbre import files, paths
from timbre.base import BaseModel
from timbre.engines.base import DECODER, ENCODER, VOCODER, EngineBuildError, EngineLackingError
from timbre.engines.half_graph import half_graph

CAPABILITIES = ("7.5", "8.0", "8.6", "8.9", "12.0", "12.1")
"""Compute capabilities that the library builds for."""
UNUSED_DAYS = 60
"""An engine that was not asked for in so many days is deleted."""
_DIGEST_BYTES = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Profile:
    """Limits of the dynamic axes: batch, and phonemes or frames, each as (least, usual, most)."""

    batch: tuple[int, int, int] = (1, 4, 32)
    steps: tuple[int, int, int] = (1, 24, 256)


PROFILES: Mapping[str, Profile] = {
    ENCODER: Profile(steps=(1, 64, 512)),
    DECODER: Profile(),
    VOCODER: Profile(),
}


def tensorrt() -> Any:
    """The library.

    Raises:
        EngineLackingError: if it is not installed, or not all of it.
    """
    try:
        return importlib.import_module("tensorrt_rtx")
    except (ImportError, OSError) as error:  # a library that is not whole is an OSError
        raise EngineLackingError(
            "TensorRT for RTX is not installed; run `pip install 'timbre[rtx]'`."
        ) from error


def engine_path(
    base: BaseModel, network: str, capability: str, half: bool, cache: Path | None = None
) -> Path:
    """Where an engine is kept; the name changes with all that it was built from."""
    digest = hashlib.sha256(f"{tensorrt().__version__} {PROFILES[network]}".encode())
    weights = "hifigan.safetensors" if network == VOCODER else "fastpitch.safetensors"
    for name in (f"{network}.onnx", weights):
        digest.update(base.path(name).read_bytes())
    precision = "half" if half else "single"
    folder = cache or paths.cache_dir() / "rtx"
    return folder / f"{digest.hexdigest()[:16]}-{precision}-sm{capability.replace('.', '')}.engine"


def ensure_engine(
    base: BaseModel, network: str, capability: str, half: bool = True, cache: Path | None = None
) -> bytes:
    """Return an engine, building it unless it is kept; then engines that nobody uses are deleted.

    Args:
        base: The base model.
        network: Which of its networks.
        capability: Of the card, such as "8.9".
        half: Compute in fp16.
        cache: Where engines are kept; the user's cache by default.
    Raises:
        EngineBuildError: if the card is none that the library knows, or the build fails.
    """
    if capability not in CAPABILITIES:
        known = ", ".join(CAPABILITIES)
        raise EngineBuildError(
            "TensorRT for RTX knows cards of compute capability {known}, not {capability}: set "
            "TIMBRE_ENGINE=cudagraph.",
            known=known,
            capability=capability,
        )
    path = engine_path(base, network, capability, half, cache)
    engine = _kept_engine(path)
    if engine is None:
        engine = build_engine(base.path(f"{network}.onnx"), PROFILES[network], capability, half)
        files.make_folder(path.parent)
        files.write(path, hashlib.sha256(engine).digest() + engine)
        _delete_unused(path.parent)
    with contextlib.suppress(OSError):
        os.utime(path, (time.time(), path.stat().st_mtime))
    return engine


def _kept_engine(path: Path) -> bytes | None:
    """The engine of a file; None if there is none or it is damaged, which would crash the library."""
    try:
        kept = path.read_bytes()
    except FileNotFoundError:
        return None
    digest, engine = kept[:_DIGEST_BYTES], kept[_DIGEST_BYTES:]
    return engine if hashlib.sha256(engine).digest() == digest else None


def _delete_unused(folder: Path) -> None:
    """Delete the engines that were neither built nor asked for in UNUSED_DAYS; servers have theirs in memory."""
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for path in folder.glob("*.engine"):
        with contextlib.suppress(OSError):
            stat = path.stat()
            if max(stat.st_atime, stat.st_mtime) < oldest:
                path.unlink()


def build_engine(graph: Path, profile: Profile, capability: str, half: bool) -> bytes:
    """Build an engine for a card; needs no card.

    Args:
        graph: An ONNX graph of a base model's folder.
        profile: Limits of its dynamic axes.
        capability: Such as "8.9".
        half: Compute in fp16.
    Raises:
        EngineBuildError: if the library cannot build it.
    """
    trt = tensorrt()
    logger = trt.Logger(trt.Logger.ERROR)
    builder = trt.Builder(logger)
    network = builder.create_network(0)
    parser = trt.OnnxParser(network, logger)
    parsed = parser.parse(half_graph(graph)) if half else parser.parse_from_file(str(graph))
    if not parsed:
        reasons = "; ".join(parser.get_error(at).desc() for at in range(parser.num_errors))
        raise EngineBuildError(
            "TensorRT for RTX does not understand {network}: {reason}", network=graph.name, reason=reasons
        )
    config = builder.create_builder_config()
    config.num_compute_capabilities = 1
    config.set_compute_capability(getattr(trt.ComputeCapability, f"SM{capability.replace('.', '')}"), 0)
    limits = builder.create_optimization_profile()
    for at in range(network.num_inputs):
        value = network.get_input(at)
        limits.set_shape(value.name, *profile_shapes(tuple(value.shape), profile))
    config.add_optimization_profile(limits)
    engine = builder.build_serialized_network(network, config)
    if engine is None:
        raise EngineBuildError(
            "TensorRT for RTX could not build {network} for {capability}.",
            network=graph.name,
            capability=capability,
        )
    return bytes(engine)


def profile_shapes(shape: tuple[int, ...], profile: Profile) -> list[tuple[int, ...]]:
    """The least, usual and largest shape of an input whose first axis is the batch."""
    return [
        tuple(batch if at == 0 else steps if size < 0 else size for at, size in enumerate(shape))
        for batch, steps in zip(profile.batch, profile.steps, strict=True)
    ]
