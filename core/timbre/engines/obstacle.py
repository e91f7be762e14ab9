"""Why torch cannot use a card that is there, and what to do; told without torch, which takes seconds."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from timbre.engines import card as card_module
from timbre.engines.card import Card, Cuda, ask_cuda, driver_of_kernel, driver_program, torch_cuda
from timbre.engines.cuda_probe import NO_LIBRARY
from timbre.messages import Message

LEAST_DRIVER: Mapping[int, int] = {11: 450, 12: 525, 13: 580}
"""The driver that each major version of CUDA needs (NVIDIA's guide to minor version compatibility)."""
LEAST_CAPABILITY: Mapping[int, tuple[int, int]] = {12: (5, 0), 13: (7, 5)}
"""The oldest cards for which torch has kernels, by the version of CUDA that it was built for."""
NO_DEVICE = 100
REMEDIES: Mapping[int, str] = {
    NO_LIBRARY: "install the part of the NVIDIA driver that computes (Debian: sudo apt-get install libcuda1; in a "
    "container: give it the card with `--gpus all`, and NVIDIA_DRIVER_CAPABILITIES=compute,utility)",
    802: "start NVIDIA's Fabric Manager, which machines with several linked cards need: "
    "sudo systemctl start nvidia-fabricmanager",
    803: "restart the machine: the driver was updated while it ran",
}
"""What to do about an error of CUDA, by its number in cuda.h."""
IN_WINDOWS = (
    "update NVIDIA's driver in Windows to {version}, and install none in WSL; then run: wsl --shutdown"
)
"""WSL has the driver of Windows; one of Linux beside it would hide that."""
RESTART = "restart the machine; if that does not help, install the NVIDIA driver anew"


class Obstacle(NamedTuple):
    """Why torch cannot use the card, what to do, and whether it is a setting of the person."""

    reason: Message
    remedy: str
    is_setting: bool = False


def find_obstacle(card: Card | None) -> Obstacle | None:
    """What keeps torch from the card; None if nothing is known that does.

    Args:
        card: As the driver's program names it, if it does.
    """
    built_for, cuda = torch_cuda(), ask_cuda()
    if built_for is not None and _is_too_old(card, cuda, built_for):
        reason = Message.of(
            "the NVIDIA driver {driver} is too old for torch, which needs {least} or newer",
            driver=card.driver if card is not None else "",
            least=LEAST_DRIVER.get(built_for, 0),
        )
        remedy = f"install the NVIDIA driver {LEAST_DRIVER.get(built_for)} or newer, then restart the machine"
        return _where_it_is_done(Obstacle(reason, remedy), built_for)
    if cuda is not None and cuda.error:
        return _where_it_is_done(_of_error(cuda.error), built_for)
    if card is not None and _parts(card.capability) < LEAST_CAPABILITY.get(built_for or 0, (0, 0)):
        reason = Message.of(
            "the card is too old for torch: it has compute capability {capability}",
            capability=card.capability,
        )
        return Obstacle(reason, "")
    return None


def _where_it_is_done(obstacle: Obstacle, built_for: int | None) -> Obstacle:
    """The obstacle with the remedy for WSL, if this is WSL; a setting of the person is none of the driver's."""
    if not Path(card_module.WSL_FOLDER).is_dir() or obstacle.is_setting:
        return obstacle
    least = LEAST_DRIVER.get(built_for or 0)
    version = "the latest" if least is None else f"{least} or newer"
    return obstacle._replace(remedy=IN_WINDOWS.format(version=version))


def is_out_of_reach() -> bool:
    """Whether torch cannot use the card, as far as that can be told at once: most machines are asked for files alone.

    The kernel's file is seen in containers too that were not given the card.
    """
    built_for, driver = torch_cuda(), driver_of_kernel()
    is_old = built_for is not None and bool(driver) and _major(driver) < LEAST_DRIVER.get(built_for, 0)
    if driver_program() is not None and not is_old:
        return False
    cuda = ask_cuda()
    return cuda is None or bool(cuda.error) or _is_too_old(None, cuda, built_for or 0)


def _is_too_old(card: Card | None, cuda: Cuda | None, built_for: int) -> bool:
    """Whether the driver does not know the CUDA for which torch was built.

    Compatibility packages let an old driver know a newer CUDA, so the driver's library has the last word.
    """
    if cuda is not None and cuda.cuda:
        return cuda.cuda // 1000 < built_for
    return card is not None and _major(card.driver) < LEAST_DRIVER.get(built_for, 0)


def _of_error(error: int) -> Obstacle:
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES")
    if error == NO_DEVICE and hidden is not None:
        reason = Message.of("the setting CUDA_VISIBLE_DEVICES={value} hides the card", value=hidden)
        return Obstacle(reason, "unset CUDA_VISIBLE_DEVICES, or let it name a card", is_setting=True)
    if error == NO_LIBRARY:
        return Obstacle(Message.of("the NVIDIA driver's library for CUDA is missing"), REMEDIES[error])
    if error == NO_DEVICE:
        return Obstacle(Message.of("the NVIDIA driver finds no card"), "")
    reason = Message.of("CUDA cannot use the card (error {number})", number=error)
    return Obstacle(reason, REMEDIES.get(error, RESTART))


def _major(driver: str) -> int:
    """The driver's branch, such as 580; a version that is no number is taken for new enough."""
    with contextlib.suppress(ValueError):
        return int(driver.partition(".")[0])
    return max(LEAST_DRIVER.values())


def _parts(capability: str) -> tuple[int, ...]:
    """8.9 as (8, 9); one that is no number is taken for new enough."""
    try:
        return tuple(int(part) for part in capability.split("."))
    except ValueError:
        return max(LEAST_CAPABILITY.values())
