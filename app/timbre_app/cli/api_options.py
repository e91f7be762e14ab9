"""The options of `timbre serve` for the speech API, and the lines that tell who may use it."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.api.options import ApiOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the speech API."""
    group = parser.add_argument_group(
        "serve the speech API",
        "HTTP for clients of OpenAI's audio API; --key-file, --tls-cert and --tls-key hold here too.",
    )
    group.add_argument("--api", action="store_true", help="serve it")
    group.add_argument(
        "--api-host",
        metavar="ADDRESS",
        help="address to listen on; any but this machine's own needs a key (default: 127.0.0.1)",
    )
    group.add_argument("--api-port", type=int, metavar="PORT", help="port to listen on (default: 8020)")


def is_wanted(args: argparse.Namespace) -> bool:
    """Whether the arguments ask for the API."""
    return bool(args.api or args.api_host or args.api_port)


def options_of(args: argparse.Namespace, key_file: str, tls_cert: str, tls_key: str) -> ApiOptions | None:
    """Make the API's options from the arguments; None without an API.

    Raises:
        ServerError: if one of them cannot be used.
    """
    if not is_wanted(args):
        return None
    from timbre_app.api.options import PORT, ApiOptions

    return ApiOptions(
        host=args.api_host or "127.0.0.1",
        port=args.api_port or PORT,
        key_file=key_file,
        tls_cert=tls_cert,
        tls_key=tls_key,
    )


def with_key(options: ApiOptions) -> tuple[ApiOptions, str]:
    """Add a file of keys to the options if clients need one; returns also the key if it is new, else "".

    Raises:
        ServerError: if no key can be made.
    """
    if not options.needs_key or options.key_file:
        return options, ""
    from timbre_app.gateway.keys import own_key_file

    path, secret = own_key_file()
    return dataclasses.replace(options, key_file=str(path)), secret


def access_line(options: ApiOptions) -> str:
    """The line that tells who can use the API."""
    from timbre_app.gateway.listening import bracketed, reachable_name
    from timbre_app.server.options import is_loopback

    scheme = "https" if options.tls_cert else "http"
    url = f"{scheme}://{bracketed(reachable_name(options.host))}:{options.port}/v1"
    is_local = is_loopback(options.host)
    if not options.needs_key:
        return (
            f"Programs on this machine, of all its users, may speak at {url} in your voices, without a key; "
            "--key-file asks for one."
        )
    who = "Programs on this machine" if is_local else "Programs on any machine that reaches it"
    warning = (
        "" if is_local or options.tls_cert else "; traffic is not encrypted: give --tls-cert and --tls-key"
    )
    return f"{who} and know the key may speak at {url}{warning}."
