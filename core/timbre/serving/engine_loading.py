"""Load networks with the engine that suits the machine, and with another one if that fails: a server always starts."""

from __future__ import annotations

import gc
import itertools
import logging
import os
from collections.abc import Callable
from typing import NoReturn, TypeVar

from timbre import paths
from timbre.base import BaseModel
from timbre.engines.base import Engine, EngineFailedError
from timbre.engines.decision import chosen_engine, decide
from timbre.engines.select import choices_of, select_engine
from timbre.engines.verdict import TRIED, Verdict, name_of, write_verdict
from timbre.messages import Message, message_of

T = TypeVar("T")
BROKEN_EXIT_CODE = 70
_log = logging.getLogger(__name__)


def load_with_engine(load: Callable[[Engine], T]) -> T:
    """What `load` makes of the first engine with which it does not fail.

    Raises:
        Exception: what it raises with the last engine.
    """
    decision = decide(chosen_engine())
    choices = choices_of(decision.choice, chosen_engine())
    if decision.card is not None and choices[0] not in TRIED:
        _log.warning("Speech runs on %s: %s.", choices[0], decision.reason)
    for choice, instead in itertools.pairwise(choices):
        try:
            return _load(load, select_engine(choice))
        except Exception as error:  # noqa: BLE001  whatever a card or its library makes of it
            _log.warning("%s failed (%s); speech runs on %s.", choice, error, instead)
            if choice in TRIED:
                reject(error, is_passing=True)
        gc.collect()  # frees what the engine that failed holds on the card
    return _load(load, select_engine(choices[-1]))


def _load(load: Callable[[Engine], T], engine: Engine) -> T:
    """What `load` makes of an engine, or of the plain kind of it if that fails."""
    plain = engine.plain()
    if plain is not engine:
        try:
            return load(engine)
        except Exception as error:  # noqa: BLE001  as above
            _log.warning("The newest parts of %s failed (%s); it speaks without them.", engine.name, error)
        gc.collect()
    return load(plain)


def reject(error: BaseException, is_passing: bool) -> None:
    """Let the next start speak through CUDA graphs, if the engine of now was chosen after a trial.

    Args:
        error: What went wrong.
        is_passing: Whether the next start is to try it again in the background.
    """
    decision = decide(chosen_engine())
    if decision.card is not None and decision.choice == decision.candidate:
        engine = name_of(decision.choice)
        reason = Message.of("{engine} failed: {reason}", engine=engine, reason=message_of(error))
        verdict = Verdict("failed", reason, is_passing)
        try:
            write_verdict(decision.card, BaseModel.open(paths.base_dir()), verdict, decision.choice)
        except OSError as failure:
            _log.warning("The verdict on %s could not be kept (%s).", engine, failure)


def is_broken(error: BaseException) -> bool:
    """Whether nothing runs on the card in this process any more."""
    return isinstance(error, EngineFailedError) or "CUDA error" in str(error)


def leave(error: BaseException) -> NoReturn:
    """End this process, whose engine is broken: the keeper starts the server again, on another one."""
    _log.error("The engine runs no more (%s); the server is started again.", error)
    try:
        reject(error, is_passing=False)
    finally:
        os._exit(BROKEN_EXIT_CODE)
