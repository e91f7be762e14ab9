"""The options of `timbre serve`: where it listens and who may connect, and the lines that tell so."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli import api_options, wyoming_options

if TYPE_CHECKING:
    from timbre_app.server import ServerOptions

HOST = "127.0.0.1"
GRPC_PORT = 8001
ENGINES = ("auto", "onnx", "torch", "cudagraph", "rtx", "compiled")
PIPELINES = ("auto", "ensemble", "fused")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how the server speaks, and those that open it to other programs."""
    _add_speaking_arguments(parser)
    group = parser.add_argument_group(
        "open it to programs with a key",
        "Without these options no port is open: programs of this user speak through a private socket.",
    )
    group.add_argument(
        "--host",
        default=HOST,
        help="address to listen on; 0.0.0.0 lets other machines in, over IPv6 too (default: this machine only)",
    )
    group.add_argument(
        "--grpc-port",
        type=int,
        default=0,
        metavar="PORT",
        help=f"what clients speak to (default: {GRPC_PORT} with --host, else none)",
    )
    group.add_argument(
        "--key-file",
        metavar="FILE",
        help="keys that let in, one a line, after a name or without (default: a key is made, and shown once)",
    )
    group.add_argument("--tls-cert", metavar="FILE", help="encrypt traffic: the certificate chain, in PEM")
    group.add_argument("--tls-key", metavar="FILE", help="its private key, in PEM")
    group.add_argument(
        "--metrics-port",
        type=int,
        default=0,
        metavar="PORT",
        help="figures for Prometheus, without a key (default: none)",
    )
    group.add_argument("--http-port", help=argparse.SUPPRESS)
    api_options.add_arguments(parser)
    wyoming_options.add_arguments(parser)


def _add_speaking_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it speaks")
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="what the networks run on (default: TIMBRE_ENGINE, else what suits this machine)",
    )
    group.add_argument(
        "--pipeline",
        choices=PIPELINES,
        default="auto",
        help="from text to sound in three processes (ensemble) or in one (fused); "
        "default: TIMBRE_FUSED=0 or 1, else one where a GPU may be used",
    )


def options_of(args: argparse.Namespace) -> ServerOptions:
    """Make the server's options from the arguments.

    Raises:
        ServerError: if one of them cannot be used; the files are checked here, before anything starts.
    """
    from timbre_app.server import ServerError, ServerOptions

    if args.http_port is not None:
        raise ServerError(
            "--http-port is gone: programs speak gRPC (--grpc-port), Prometheus uses --metrics-port."
        )
    defaults = ServerOptions.from_environment()
    options = dataclasses.replace(
        defaults,
        engine=defaults.engine if args.engine == "auto" else args.engine,
        pipeline=defaults.pipeline if args.pipeline == "auto" else args.pipeline,
        host=args.host,
        grpc_port=args.grpc_port,
        metrics_port=args.metrics_port,
        all_models=args.all_models,
        key_file=_absolute(args.key_file),
        tls_cert=_absolute(args.tls_cert),
        tls_key=_absolute(args.tls_key),
    )
    if options.serves_network and not options.grpc_port:
        options = dataclasses.replace(options, grpc_port=GRPC_PORT)
    uses_keys = options.serves_network or api_options.is_wanted(args)
    if not uses_keys and (options.key_file or options.tls_cert):
        raise ServerError(
            "Keys and certificates are for programs that come over a port: give --grpc-port, --host or --api."
        )
    _check_files(options)
    return options


def with_key(options: ServerOptions) -> tuple[ServerOptions, str]:
    """Add a file of keys to the options if clients need one; returns also the key if it is new, else "".

    Raises:
        ServerError: if no key can be made.
    """
    if not options.serves_network or options.key_file:
        return options, ""
    from timbre_app.gateway.keys import own_key_file

    path, secret = own_key_file()
    return dataclasses.replace(options, key_file=str(path)), secret


def key_lines(key_file: str, secret: str) -> list[str]:
    """The lines that tell where the keys are, and the key itself if it is new."""
    if secret:
        return [f"A key was made, which is shown this once and kept in {key_file}: {secret}"]
    return [f"Keys are in {key_file}."] if key_file else []


def access_lines(options: ServerOptions) -> list[str]:
    """The lines that tell who can use the server."""
    from timbre_app.gateway.listening import bracketed, reachable_name
    from timbre_app.server.options import is_loopback

    lines: list[str] = []
    name, is_local = bracketed(reachable_name(options.host)), is_loopback(options.host)
    if options.serves_network:
        where = f"{name}:{options.grpc_port}"
        who = f"on this machine that reach {where}" if is_local else f"on any machine that reaches {where}"
        warning = "" if is_local else "; traffic is not encrypted: give --tls-cert and --tls-key"
        encryption = "; traffic is encrypted" if options.tls_cert else warning
        lines.append(f"Programs {who} and know the key may speak and clone{encryption}.")
    if options.metrics_port:
        who = "Programs on this machine" if is_local else "Whoever reaches it"
        lines.append(
            f"{who} may read figures at http://{name}:{options.metrics_port}/metrics, without a key."
        )
    return lines


def _absolute(path: str | None) -> str:
    return str(Path(path).expanduser().absolute()) if path else ""


def _check_files(options: ServerOptions) -> None:
    from timbre_app.gateway.keys import read_key_file
    from timbre_app.gateway.listening import check_certificate

    if options.key_file:
        read_key_file(Path(options.key_file))
    if options.tls_cert:
        check_certificate(Path(options.tls_cert), Path(options.tls_key))
