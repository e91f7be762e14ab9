"""Which engine this machine speaks with, and why, as far as that can be told without torch, which takes seconds."""

from __future__ import annotations

import importlib.util
import os
import platform
from typing import NamedTuple

from timbre import paths
from timbre.base import BaseModel
from timbre.engines.card import Card, find_card, has_nvidia_driver, torch_is_for_cpus
from timbre.engines.obstacle import find_obstacle
from timbre.engines.verdict import (
    COMPILED,
    LIBRARIES,
    RTX,
    cache_trouble,
    name_of,
    read_verdict,
    trial_progress,
)
from timbre.messages import Message

ONNX, GRAPHS = "onnx", "cudagraph"
RTX_PROCESSORS = ("x86_64", "amd64")
"""Those for which the library comes as a wheel, as in pyproject.toml."""
LIBRARY_REMEDY = (
    "run `make setup` again, or pip install 'timbre[rtx]'; for an image: docker build --build-arg RTX=1"
)
TORCH_REMEDY = "install torch with CUDA: pip uninstall -y torch && pip install torch==2.13.0"
"""Without the first step pip takes the build for CPUs for the same version, and does nothing."""
SETTING = "TIMBRE_ENGINE"
"""The setting, in the environment, that "auto" follows."""
TRIAL_SETTING = "TIMBRE_TRIAL"
"""With 0 nothing is compiled in the background: a server with compiled networks is ready when they are."""


class Decision(NamedTuple):
    """An engine and the reason for it.

    Attributes:
        choice: As of timbre.engines.select.
        reason: One sentence.
        card: The card, if there is one.
        wants_trial: Whether the candidate may be faster on this card, but has not been tried.
        remedy: What would give the person a faster engine; empty if nothing is to be done.
        candidate: The engine on whose trial the decision depends; empty if it depends on none.
    """

    choice: str
    reason: Message
    card: Card | None = None
    wants_trial: bool = False
    remedy: str = ""
    candidate: str = ""


def chosen_engine(choice: str = "auto") -> str:
    """The choice, or for "auto" that of the setting TIMBRE_ENGINE, which may be "auto" too."""
    return (os.environ.get(SETTING) or "auto") if choice == "auto" else choice


def decide(wish: str = "auto") -> Decision:
    """The engine for a wish.

    Args:
        wish: "auto"; "rtx" or "compiled", which take that engine although it is the slower one, but not before it has
            been tried; any other stands.
    """
    if wish == COMPILED:
        return _decide_on_compiled()
    if wish not in ("auto", RTX):
        return Decision(wish, Message.of("the setting says so"), find_card())
    if not has_nvidia_driver():
        return Decision(ONNX, Message.of("there is no driver of an NVIDIA card"))
    card = find_card()
    if torch_is_for_cpus():
        reason = Message.of("the installed torch is the build without CUDA")
        return Decision(ONNX, reason, card, remedy=TORCH_REMEDY)
    obstacle = find_obstacle(card)
    if obstacle is not None:
        return Decision(ONNX, obstacle.reason, card, remedy=obstacle.remedy)
    if card is None:
        return Decision(GRAPHS, Message.of("the NVIDIA driver does not say which card there is"))
    if not card.is_rtx:
        reason = Message.of("TensorRT for RTX is for GeForce and RTX cards of series 30 and newer")
        return Decision(GRAPHS, reason, card)
    if importlib.util.find_spec(LIBRARIES[RTX]) is None:
        if platform.machine().lower() not in RTX_PROCESSORS:
            reason = Message.of("TensorRT for RTX is not made for processors of this kind")
            return Decision(GRAPHS, reason, card)
        reason = Message.of("TensorRT for RTX is not installed")
        return Decision(GRAPHS, reason, card, remedy=LIBRARY_REMEDY)
    return _by_verdict(RTX, card, is_wished=wish == RTX)


def that_speaks_at_once(decision: Decision) -> Decision:
    """The decision for a process that is to speak soon: compiled networks that were tried take a minute to load."""
    if not decision.choice == decision.candidate == COMPILED:
        return decision
    reason = Message.of("{engine} take a minute to load", engine=name_of(COMPILED))
    return decision._replace(choice=GRAPHS, reason=reason)


def _decide_on_compiled() -> Decision:
    card = find_card()
    if card is None or torch_is_for_cpus() or os.environ.get(TRIAL_SETTING) == "0":
        return Decision(COMPILED, Message.of("the setting says so"), card)
    obstacle = find_obstacle(card)
    if obstacle is not None:  # the server does not start, and its error says what the setting is for
        return Decision(COMPILED, obstacle.reason, card, remedy=obstacle.remedy)
    return _by_verdict(COMPILED, card, is_wished=True)


def _by_verdict(engine: str, card: Card, is_wished: bool) -> Decision:
    """The engine if its trial was good, else CUDA graphs."""
    verdict = read_verdict(card, BaseModel.open(paths.base_dir()), engine)
    if verdict is not None and (verdict.outcome == "faster" or (is_wished and verdict.outcome == "slower")):
        return Decision(engine, verdict.reason, card, candidate=engine)
    doing = trial_progress()
    if doing is not None:
        return Decision(GRAPHS, doing, card, wants_trial=True, candidate=engine)
    if verdict is not None and not verdict.is_passing:
        return Decision(GRAPHS, verdict.reason, card, candidate=engine)
    trouble = cache_trouble()
    if trouble is not None:
        remedy = "free some space, or set TIMBRE_CACHE to a folder on another disk that can be written"
        return Decision(GRAPHS, trouble, card, remedy=remedy, candidate=engine)
    if verdict is not None:
        return Decision(GRAPHS, verdict.reason, card, wants_trial=True, candidate=engine)
    reason = Message.of(
        "the trial of {engine} begins once the speech server has started", engine=name_of(engine)
    )
    return Decision(GRAPHS, reason, card, wants_trial=True, candidate=engine)
