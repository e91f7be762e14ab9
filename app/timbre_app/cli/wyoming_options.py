"""The options of `timbre serve` for Home Assistant, and the line that tells who may use it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.api.wyoming.options import WyomingOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the Wyoming service."""
    group = parser.add_argument_group(
        "serve Home Assistant", "The Wyoming protocol, which knows neither keys nor encryption."
    )
    group.add_argument("--wyoming", action="store_true", help="serve it")
    group.add_argument(
        "--wyoming-host",
        metavar="ADDRESS",
        help="address to listen on; whoever reaches it may speak with your voices (default: 127.0.0.1)",
    )
    group.add_argument("--wyoming-port", type=int, metavar="PORT", help="port to listen on (default: 10200)")


def options_of(args: argparse.Namespace) -> WyomingOptions | None:
    """Make the service's options from the arguments; None without the service.

    Raises:
        ServerError: if one of them cannot be used.
    """
    if not (args.wyoming or args.wyoming_host or args.wyoming_port):
        return None
    from timbre_app.api.wyoming.options import PORT, WyomingOptions

    return WyomingOptions(args.wyoming_host or "127.0.0.1", args.wyoming_port or PORT)


def access_line(options: WyomingOptions) -> str:
    """The line that tells who can use the service."""
    from timbre_app.gateway.listening import bracketed, reachable_name
    from timbre_app.server.options import is_loopback

    where = f"{bracketed(reachable_name(options.host))}:{options.port}"
    if is_loopback(options.host):
        return f"Home Assistant on this machine, and any program of its users, may speak at {where} in your voices."
    return (
        f"Warning: whoever reaches {where} may speak in your voices, without a key and unencrypted, because Wyoming "
        "knows neither; let only a network that you trust reach it."
    )
