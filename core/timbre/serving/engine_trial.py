"""Tries an engine on this card, in a process beside the server: `python -m timbre.serving.engine_trial rtx`.

```
build or compile ─ speak as the processor does? ─ faster than CUDA graphs? ─ verdict, by card, driver and model
```

A crash or too little memory here disturbs nobody. The process ends when its standard input does.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence

from timbre import paths
from timbre.base import BaseModel
from timbre.engines.base import DECODER, ENCODER, VOCODER, Engine, EngineLackingError
from timbre.engines.card import Card, find_card
from timbre.engines.compiler import missing_for_compiling
from timbre.engines.select import FP32_CHOICE, select_engine
from timbre.engines.verdict import (
    COMPILED,
    RTX,
    TRIED,
    Verdict,
    is_memory_error,
    name_of,
    only_trial,
    read_verdict,
    write_progress,
    write_verdict,
)
from timbre.messages import Message, message_of
from timbre.speech.engine_check import CheckedEngine, EngineCheckError, Speed, check, sentences

NICENESS = 10
NETWORKS = (ENCODER, DECODER, VOCODER)
LONGEST_START_S = 60.0
"""Longest time in which built engines must load and warm up; the keeper waits 90 s for a start."""
EngineMaker = Callable[[str], Engine]


class SlowStartError(EngineCheckError):
    """A start with the engine takes too long, perhaps because the machine was busy."""


def failure(engine: str, error: Exception) -> Verdict:
    """The verdict on an engine after an error; what the machine lacked may be there at the next start."""
    name = name_of(engine)
    if is_memory_error(error):
        reason = Message.of(
            "{engine} failed for lack of memory on the card; another trial begins at the next start",
            engine=name,
        )
        return Verdict("failed", reason, is_passing=True)
    absent = missing_for_compiling() if engine == COMPILED else ()
    if absent:  # what a compiler says of headers that are missing is long, and tells nobody what to do
        error = EngineLackingError(
            "To compile its networks Timbre needs packages that are missing: sudo apt-get install {packages}",
            packages=" ".join(absent),
        )
    if isinstance(error, OSError | EngineLackingError | SlowStartError):  # such as a full disk
        reason = Message.of(
            "{engine} failed: {reason}; another trial begins at the next start",
            engine=name,
            reason=message_of(error),
        )
        return Verdict("failed", reason, is_passing=True)
    return Verdict("failed", Message.of("{engine} failed: {reason}", engine=name, reason=message_of(error)))


def attempt(base: BaseModel, engine: str, engine_of: EngineMaker = select_engine) -> Verdict:
    """Build, check and time an engine; never raises."""
    try:
        return _compared(engine, *_speeds(base, engine, engine_of))
    except Exception as error:  # noqa: BLE001  whatever a card makes of it is the verdict
        return failure(engine, error)


def _speeds(base: BaseModel, engine: str, engine_of: EngineMaker) -> tuple[Speed, Speed]:
    """The speed of an engine and that of CUDA graphs.

    Raises:
        Exception: if the engine cannot be built, or does not speak as it should.
    """
    name, spoken = name_of(engine), sentences()
    candidate = _built(base, engine, engine_of(engine))
    write_progress(Message.of("comparing {engine} with the processor", engine=name))
    check(candidate, CheckedEngine(base, engine_of(_reference())))
    write_progress(Message.of("timing {engine} and CUDA graphs", engine=name))
    own = candidate.speed(spoken)
    del candidate
    free_memory()
    return own, CheckedEngine(base, engine_of("cudagraph")).speed(spoken)


def free_memory() -> None:
    """Give back what engines that are gone held on the card, which the server's engine shares with this process."""
    gc.collect()
    torch = sys.modules.get("torch")  # it is there if an engine has used it
    if torch is not None and torch.cuda.is_available():
        torch.cuda.empty_cache()


def _reference() -> str:
    """The engine to compare with: ONNX Runtime in fp32, or PyTorch on a server without ONNX Runtime."""
    return FP32_CHOICE if importlib.util.find_spec("onnxruntime") else "torch"


def _built(base: BaseModel, engine: str, loaded: Engine) -> CheckedEngine:
    """Do all the slow work of an engine's first start (build or compile); later starts find it in the cache."""
    if engine != RTX:
        write_progress(Message.of("compiling the networks for this card, which takes minutes"))
        candidate = CheckedEngine(base, loaded)
        candidate.prepare()
        return candidate
    for number, network in enumerate(NETWORKS, 1):
        write_progress(
            Message.of(
                "building engine {number} of {count} for TensorRT for RTX", number=number, count=len(NETWORKS)
            )
        )
        loaded.load(base, network)
    began = time.monotonic()
    candidate = CheckedEngine(base, loaded)
    candidate.prepare()
    took_s = time.monotonic() - began
    if took_s > LONGEST_START_S:
        raise SlowStartError("a start with it takes {seconds:.0f} s on this machine", seconds=took_s)
    return candidate


def _compared(engine: str, own: Speed, graphs: Speed) -> Verdict:
    """The verdict on an engine: it is faster if its times to the first and to the last chunk add up to less."""
    if sum(own) < sum(graphs):
        reason = Message.of(
            "CUDA graphs are the slower on this card: {graphs:.1f} ms, {engine} {own:.1f} ms",
            engine=name_of(engine),
            own=sum(own),
            graphs=sum(graphs),
        )
        return Verdict("faster", reason)
    reason = Message.of(
        "CUDA graphs are the faster on this card: {graphs:.1f} ms, {engine} {own:.1f} ms",
        engine=name_of(engine),
        own=sum(own),
        graphs=sum(graphs),
    )
    return Verdict("slower", reason)


def run(
    card: Card | None, base: BaseModel, engine: str = RTX, engine_of: EngineMaker = select_engine
) -> Verdict | None:
    """Try an engine of TRIED, and keep the verdict; None without a card.

    If another server's trial runs, wait for it; what that one has found stands.
    """
    if card is None:
        return None
    with only_trial():
        found = read_verdict(card, base, engine)
        return found if found is not None and not found.is_passing else _try(card, base, engine, engine_of)


def _try(card: Card, base: BaseModel, engine: str, engine_of: EngineMaker) -> Verdict:
    try:
        verdict = attempt(base, engine, engine_of)
        write_verdict(card, base, verdict, engine)
    finally:
        write_progress(None)
    return verdict


def main(arguments: Sequence[str]) -> int:
    """Run the trial of the engine that the one argument names; returns 0 if there is a verdict."""
    (engine,) = arguments
    if engine not in TRIED:
        raise ValueError(f"unknown engine {engine!r}")
    threading.Thread(target=_end_with_the_keeper, daemon=True).start()
    os.nice(NICENESS)
    return 0 if run(find_card(), BaseModel.open(paths.base_dir()), engine) else 1


def _end_with_the_keeper() -> None:
    # sys.stdin has a lock, and Python crashes if a thread holds it while the process ends; so this reads without it.
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
