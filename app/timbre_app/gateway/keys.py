"""The keys that let programs in over the network.

A key file has one key per line, with or without a name before it, and comments:

```
# Who may speak
ada   mB2c…
n8bT…
```

Wrong keys are refused without a delay. A key has at least 32 characters, and a key that Timbre makes has 256 random
bits: a billion guesses per second would find it after 10^60 years. A delay would cost memory for each guess, and would
help somebody who wants to keep others out.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from timbre import files, paths
from timbre_app.server.errors import ServerError

MIN_KEY_CHARS = 32
MAX_FILE_BYTES = 1 << 20
OWN_KEY_FILE = "server.key"
_KEY = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True)
class Key:
    """One key, without the secret itself.

    Attributes:
        name: For the log.
        digest: sha256 of the secret.
        tag: Marks the key's requests, also in Triton's log. Nobody can compute the secret from it.
    """

    name: str
    digest: bytes
    tag: str


class KeyRing:
    """The keys that are valid."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self._keys = tuple(keys)

    def find(self, secret: str) -> Key | None:
        """Find the key with this secret. Takes the same time for each key, and if there is none."""
        digest = _digest(secret)
        match = None
        for key in self._keys:
            if hmac.compare_digest(digest, key.digest):
                match = key
        return match


def read_key_file(path: Path) -> KeyRing:
    """Read the keys of a file.

    Raises:
        ServerError: if it cannot be read, others may read or change it, or it has no key or a weak one.
    """
    keys: dict[bytes, Key] = {}
    for number, line in enumerate(_read(path).splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) > 2:
            raise ServerError(
                "Line {number} of {path} has more than a name and a key.", number=number, path=path
            )
        key = _key(words[0] if len(words) == 2 else f"line {number}", words[-1], path)
        if key.digest in keys:
            raise ServerError(
                "Line {number} of {path} has a key that is there already; give each name its own.",
                number=number,
                path=path,
            )
        keys[key.digest] = key
    if not keys:
        raise ServerError("{path} has no key; `timbre serve` makes one when no file is given.", path=path)
    return KeyRing(list(keys.values()))


def own_key_file() -> tuple[Path, str]:
    """Path of the key file that Timbre makes for this person, and the key; "" if the file existed already."""
    path = paths.home() / OWN_KEY_FILE
    secret = secrets.token_urlsafe(32)
    try:
        files.make_folder(path.parent)
        comment = "# Whoever has this key may speak and clone at this server."
        files.write(path, f"{comment}\n{secret}\n", overwrite=False)
    except FileExistsError:
        return path, ""
    except OSError as error:
        raise ServerError(
            "The key file {path} cannot be written ({reason}).", path=path, reason=error.strerror
        ) from error
    return path, secret


def _key(name: str, secret: str, path: Path) -> Key:
    if len(secret) < MIN_KEY_CHARS or not _KEY.fullmatch(secret):
        raise ServerError(
            "The key {name!r} in {path} can be guessed: use at least {least} letters and digits, such "
            "as `openssl rand -hex 32` prints.",
            name=name,
            path=path,
            least=MIN_KEY_CHARS,
        )
    return Key(name, _digest(secret), hashlib.sha256(b"timbre tag\0" + secret.encode()).hexdigest()[:16])


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            _check_access(path, os.fstat(file.fileno()))
            return file.read(MAX_FILE_BYTES).decode()
    except OSError as error:
        raise ServerError(
            "The key file {path} cannot be read ({reason}).", path=path, reason=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise ServerError("The key file {path} is not a text file.", path=path) from error


def _check_access(path: Path, status: os.stat_result) -> None:
    """Refuse a file that other users of this machine may read or change.

    A container gets its secrets on a read-only mount, with any owner and mode. There are no other users in that
    container, so such a file is accepted.
    """
    if not stat.S_ISREG(status.st_mode):
        raise ServerError("The key file {path} is not a file.", path=path)
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        return
    if status.st_uid not in (0, os.geteuid()):
        raise ServerError("The key file {path} belongs to another user: make it yours (chown).", path=path)
    allowed = 0o740 if status.st_uid == 0 != os.geteuid() else 0o700  # a group may read a file of root
    if status.st_mode & 0o777 & ~allowed:
        raise ServerError(
            "Other users may read or change the key file {path}: run `chmod 600 {path}`.", path=path
        )
