"""How to reach a speech server: its address, whether traffic is encrypted, and the key. Imports no tritonclient.

```
TIMBRE_SERVER_URL       host:port or grpc://host:port; grpcs://host:port speaks TLS
TIMBRE_SERVER_CA        PEM file of certificates to trust, for a server whose certificate no authority has signed
TIMBRE_SERVER_KEY       the key that the server asks for,
TIMBRE_SERVER_KEY_FILE  or a file that holds it
```
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from timbre_app.server.errors import ServerError

if TYPE_CHECKING:
    import grpc

URL, CERTIFICATES = "TIMBRE_SERVER_URL", "TIMBRE_SERVER_CA"
KEY, KEY_FILE = "TIMBRE_SERVER_KEY", "TIMBRE_SERVER_KEY_FILE"
UNIX = "unix:"
_URL = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<target>(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?)/*", re.IGNORECASE
)
_OPEN, _ENCRYPTED = ("", "grpc", "http"), ("grpcs", "https")


class KeyRefusedError(ServerError):
    """The server refuses the key, or wants one and got none; asking again does not help."""


class Access(NamedTuple):
    """What a gRPC channel to a server needs.

    Attributes:
        target: The address in gRPC's form.
        credentials: The credentials for TLS; None without TLS.
        metadata: The headers of each call.
    """

    target: str
    credentials: grpc.ChannelCredentials | None
    metadata: tuple[tuple[str, str], ...]

    @property
    def url(self) -> str:
        """The address in its shortest form."""
        return f"grpcs://{self.target}" if self.credentials is not None else self.target


def server_url() -> str:
    """The server that the person has named in TIMBRE_SERVER_URL; empty for the person's own server."""
    return os.environ.get(URL, "").strip()


def channel_for(url: str, key: str = "") -> Access:
    """Find out how to reach a server.

    Args:
        url: Address of a server elsewhere, as above, or "unix:PATH". A Unix socket needs no key.
        key: The key for the server; empty takes it from the environment.
    Raises:
        ServerError: if `url` is not an address, or the certificates or the key cannot be read.
    """
    if url.startswith(UNIX):
        return Access(url, None, ())
    match = _URL.fullmatch(url.strip())
    scheme = (match["scheme"] or "").lower() if match else None
    if match is None or scheme not in (*_OPEN, *_ENCRYPTED):
        raise ServerError(
            "{variable} is {url!r}; use host:port, or grpcs://host:port for a server with TLS.",
            variable=URL,
            url=url,
        )
    secret = _checked(key) if key else _key()
    metadata = (("authorization", f"Bearer {secret}"),) if secret else ()
    return Access(match["target"], _credentials() if scheme in _ENCRYPTED else None, metadata)


def key_refused(access: Access) -> KeyRefusedError:
    """The error of a server that answers UNAUTHENTICATED."""
    if access.metadata:
        return KeyRefusedError(
            "The speech server at {server} does not know this key: use the one that `timbre serve` printed there.",
            server=access.target,
        )
    return KeyRefusedError(
        "The speech server at {server} wants a key: set {variable}, or the key in the window's settings, to the one "
        "that `timbre serve` printed there.",
        server=access.target,
        variable=KEY,
    )


def no_server(access: Access) -> ServerError:
    """The error of a server that does not answer."""
    if access.credentials is not None:
        return ServerError(
            "There is no speech server at {server}, or its certificate is one that no authority has signed: name that "
            "in {variable}.",
            server=access.target,
            variable=CERTIFICATES,
        )
    return ServerError(
        "There is no speech server at {server}, or it has no models of Timbre: check the address, and that "
        "“timbre serve” runs there.",
        server=access.target,
    )


def _key() -> str:
    secret = os.environ.get(KEY, "").strip()
    path = os.environ.get(KEY_FILE, "").strip()
    if not secret and path:
        try:
            secret = _first_key(Path(path).expanduser().read_text())
        except OSError as error:
            raise ServerError(
                "{variable} names {path}, which cannot be read ({reason}).",
                variable=KEY_FILE,
                path=path,
                reason=error.strerror,
            ) from error
        except UnicodeDecodeError as error:
            raise ServerError(
                "{variable} names {path}, which is not a text file.", variable=KEY_FILE, path=path
            ) from error
        if not secret:
            raise ServerError("{variable} names {path}, which has no key.", variable=KEY_FILE, path=path)
    return _checked(secret)


def _checked(secret: str) -> str:
    if not re.fullmatch(r"[\x21-\x7e]*", secret):
        raise ServerError(
            "The key for the speech server is none: a key has letters and digits, and no space."
        )
    return secret


def _first_key(text: str) -> str:
    """The first key of a file like the server's key file: a key per line, with or without a name before it."""
    lines = (line.split() for line in text.splitlines())
    return next((words[-1] for words in lines if words and not words[0].startswith("#")), "")


def _credentials() -> grpc.ChannelCredentials:
    import grpc  # slow to import

    path = os.environ.get(CERTIFICATES, "").strip()
    if not path:
        return grpc.ssl_channel_credentials()
    try:
        certificates = Path(path).expanduser().read_bytes()
    except OSError as error:
        raise ServerError(
            "{variable} names {path}, which cannot be read ({reason}).",
            variable=CERTIFICATES,
            path=path,
            reason=error.strerror,
        ) from error
    if b"-----BEGIN CERTIFICATE-----" not in certificates:
        raise ServerError(
            "{variable} names {path}, which is not a PEM file of certificates.",
            variable=CERTIFICATES,
            path=path,
        )
    return grpc.ssl_channel_credentials(root_certificates=certificates)
