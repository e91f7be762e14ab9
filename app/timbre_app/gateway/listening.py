"""The address at which a gateway listens, and its certificate."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.server.errors import ServerError

if TYPE_CHECKING:
    import grpc

    from timbre_app.gateway.config import GatewayConfig

SOMEWHERE = ("192.0.2.1", 9)
"""An address that is reserved for documentation; nothing is sent there."""


def bind(host: str, port: int) -> socket.socket:
    """Make a socket that is bound to an address of this machine.

    Raises:
        ServerError: if the port is taken or the address is not this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError:
        raise _not_here(host) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except PermissionError:
        listener.close()
        raise ServerError(
            "Port {port} may only be used by the system's administrator; choose one above 1023.", port=port
        ) from None
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise _not_here(host) from None
        raise ServerError(
            "Port {port} on {host} is already taken by another program; choose another port.",
            port=port,
            host=host,
        ) from None
    return listener


def check(host: str, port: int) -> None:
    """Raise what `bind` would raise, for a caller whose library binds the socket itself."""
    bind(host, port).close()


def credentials(config: GatewayConfig) -> grpc.ServerCredentials:
    """Read the certificate to serve with.

    Raises:
        ServerError: if the files cannot be used.
    """
    import grpc

    check_certificate(Path(config.certificate), Path(config.private_key))
    pair = Path(config.private_key).read_bytes(), Path(config.certificate).read_bytes()
    return grpc.ssl_server_credentials([pair])


def check_certificate(certificate: Path, private_key: Path) -> None:
    """Check that a certificate and its key can be used.

    Raises:
        ServerError: if they cannot.
    """
    for path in certificate, private_key:
        try:
            path.read_bytes()
        except OSError as error:
            raise ServerError(
                "{path} cannot be read ({reason}).", path=path, reason=error.strerror
            ) from error
    import ssl  # slow to import, and each command imports this module

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, private_key, password="")
    except (ssl.SSLError, ValueError) as error:
        raise ServerError(
            "{certificate} and {key} are not a certificate and its key, in PEM and without a password.",
            certificate=certificate,
            key=private_key,
        ) from error


def reachable_name(host: str) -> str:
    """The address at which other machines reach this one, if `host` stands for all addresses (0.0.0.0); else `host`."""
    with contextlib.suppress(ValueError):
        if not ipaddress.ip_address(host.strip("[]")).is_unspecified:
            return host
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect(SOMEWHERE)
            return probe.getsockname()[0]
        return socket.gethostname()
    return host


def bracketed(host: str) -> str:
    """An address as it is written before a port: IPv6 in brackets."""
    return f"[{host.strip('[]')}]" if ":" in host else host


def _not_here(host: str) -> ServerError:
    return ServerError("{host} is not an address of this machine; use 127.0.0.1 or 0.0.0.0.", host=host)
