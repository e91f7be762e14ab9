"""Tells requests to this machine from those of web pages that have had their own name lead here."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable


class OwnNames:
    """The names of this machine.

    Args:
        names: Names that count too, besides addresses, localhost and the machine's own name.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {name.lower() for name in (*names, "localhost", socket.gethostname())}

    def has(self, host: str) -> bool:
        """Whether a Host header names this machine; any address does, because web pages send a name."""
        name = (
            host.lower().partition("]")[0].removeprefix("[")
            if host.startswith("[")
            else host.partition(":")[0]
        )
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.lower() in self._names
        return True
