"""Load networks with the engine that suits the machine, and with another one if that fails: a server always starts."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import logging
import os
from collections.abc import Callable
from typing import NoReturn, TypeVar

from timbre import paths
from timbre.base import BaseModel
from timbre.engines.base import Engine, EngineFailedError
from timbre.engines.card import Card
from timbre.engines.decision import Decision, chosen_engine, decide, that_speaks_at_once
from timbre.engines.select import choices_of, select_engine
from timbre.engines.verdict import (
    COMPILED,
    NEWEST,
    TRIED,
    Verdict,
    is_memory_error,
    name_of,
    read_verdict,
    write_verdict,
)
from timbre.messages import Message, message_of

T = TypeVar("T")
BROKEN_EXIT_CODE = 70
UNKNOWN = Card("unknown", "", "")
"""Stands for a card that the driver does not describe, as in some containers."""
_log = logging.getLogger(__name__)


def load_soon(load: Callable[[Engine], T]) -> T:
    """Do as load_with_engine, but leave an engine that takes a minute to load to a process that takes over later."""
    return _load_first(load, that_speaks_at_once(decide(chosen_engine())))


def load_better(load: Callable[[Engine], T]) -> T:
    """Load with the engine that is better than the one with which another process speaks until now.

    Raises:
        Exception: whatever `load` raises; then the other process goes on speaking.
    """
    decision = decide(chosen_engine())
    try:
        return _load(load, select_engine(decision.choice), decision.card)
    except Exception as error:
        if is_memory_error(error):
            _leave_for_next_start(decision)
        else:
            reject(error, is_passing=True)
        raise


def _leave_for_next_start(decision: Decision) -> None:
    """Keep the good verdict on an engine for which the card has no room beside the one that speaks."""
    if decision.card is None or decision.choice != decision.candidate:
        return
    base = BaseModel.open(paths.base_dir())
    verdict = read_verdict(decision.card, base, decision.choice)
    if verdict is None:
        return
    reason = Message.of(
        "there was too little memory to load {engine} beside CUDA graphs; the next start tries it again",
        engine=name_of(decision.choice),
    )
    _write(decision.card, base, dataclasses.replace(verdict, reason=reason), decision.choice)


def load_with_engine(load: Callable[[Engine], T]) -> T:
    """Load with the engine that suits this machine; if `load` fails with it, with the next one, and so on.

    Returns:
        What `load` returned with the first engine that worked.
    Raises:
        Exception: whatever `load` raises with the last engine.
    """
    return _load_first(load, decide(chosen_engine()))


def _load_first(load: Callable[[Engine], T], decision: Decision) -> T:
    """Load with the first engine of a decision with which `load` does not fail."""
    choices = choices_of(decision.choice, chosen_engine())
    if decision.card is not None and choices[0] not in TRIED:
        _log.warning("Speech runs on %s: %s.", choices[0], decision.reason)
    for choice, instead in itertools.pairwise(choices):
        try:
            return _load(load, select_engine(choice), decision.card)
        except Exception as error:  # noqa: BLE001  whatever a card or its library makes of it
            _log.warning("%s failed (%s); speech runs on %s.", choice, error, instead)
            if choice in TRIED:
                reject(error, is_passing=True)
        gc.collect()  # frees what the engine that failed holds on the card
    return _load(load, select_engine(choices[-1]), decision.card)


def _load(load: Callable[[Engine], T], engine: Engine, card: Card | None) -> T:
    """Load with an engine, or with its plain kind if the engine fails, or has broken a process before."""
    plain = engine.plain()
    if plain is engine or _is_known_to_break(card):
        return load(plain)
    try:
        return load(engine)
    except Exception as error:  # noqa: BLE001  as above
        _log.warning("The newest parts of %s failed (%s); it speaks without them.", engine.name, error)
    gc.collect()
    try:
        return load(plain)
    except Exception as error:
        if is_broken(error):
            _avoid_newest(card, error)
        raise


def _is_known_to_break(card: Card | None) -> bool:
    """Whether an engine's newest parts have broken a process on this card with this version of Timbre."""
    verdict = read_verdict(card or UNKNOWN, BaseModel.open(paths.base_dir()), NEWEST)
    if verdict is not None:
        _log.warning("CUDA graphs speak without their newest parts: %s.", verdict.reason)
    return verdict is not None


def _avoid_newest(card: Card | None, error: BaseException) -> None:
    """Let later starts do without the newest parts; not after a lack of memory, which another program may have used."""
    if not is_memory_error(error):
        _keep(card or UNKNOWN, NEWEST, "CUDA graphs", error, is_passing=False)


def reject(error: BaseException, is_passing: bool) -> None:
    """Let the next start speak through CUDA graphs, if the present engine was chosen after a trial.

    Args:
        error: What went wrong.
        is_passing: Whether the next start is to try it again in the background.
    """
    decision = decide(chosen_engine())
    if decision.card is not None and decision.choice == decision.candidate:
        _keep(decision.card, decision.choice, name_of(decision.choice), error, is_passing)


def _keep(card: Card, engine: str, name: Message | str, error: BaseException, is_passing: bool) -> None:
    """Save a verdict on an engine that failed."""
    reason = Message.of("{engine} failed: {reason}", engine=name, reason=message_of(error))
    _write(card, BaseModel.open(paths.base_dir()), Verdict("failed", reason, is_passing), engine)


def _write(card: Card, base: BaseModel, verdict: Verdict, engine: str) -> None:
    try:
        write_verdict(card, base, verdict, engine)
    except OSError as failure:
        _log.warning("The verdict on %s could not be kept (%s).", engine, failure)


def is_broken(error: BaseException) -> bool:
    """Whether an error means that this process can no longer use the card."""
    return isinstance(error, EngineFailedError) or "CUDA error" in str(error)


def leave(error: BaseException) -> NoReturn:
    """End this process, whose engine is broken: the keeper starts the server again, on another one."""
    _log.error("The engine runs no more (%s); the server is started again.", error)
    try:
        decision = decide(chosen_engine())
        if decision.choice == decision.candidate:
            # Programs that share the card by NVIDIA's MPS share each other's faults, so compiled networks may be sound.
            reject(error, is_passing=decision.choice == COMPILED)
        else:
            _avoid_newest(decision.card, error)
    finally:
        os._exit(BROKEN_EXIT_CODE)
