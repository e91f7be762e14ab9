"""`timbre serve`: runs the server in the foreground; --status and --stop are for a server that runs already."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import signal
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from timbre_app.cli import api_options, serve_options, wyoming_options

if TYPE_CHECKING:
    from timbre_app.api.options import ApiOptions
    from timbre_app.api.wyoming.options import WyomingOptions
    from timbre_app.server import ServerHandle, ServerOptions, ServerStatus

WATCH_S = 1.0
GONE_AFTER_S = 30.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: what to do, and where to listen."""
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument(
        "--status",
        action="store_true",
        help="say whether the server runs, where, and how it does; 1 if none runs",
    )
    actions.add_argument("--stop", action="store_true", help="stop the server, whoever uses it")
    parser.add_argument(
        "--all-models", action="store_true", help="load cloning at start too, for a server among several"
    )
    parser.add_argument("--json", action="store_true", help="as one line of JSON")
    serve_options.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Serve, or tell about the running server, or stop it; returns 0 if that worked."""
    if args.status:
        return _status(args.json)
    if args.stop:
        from timbre_app.server import stop_server

        was_running = stop_server()
        print("The server has stopped." if was_running else "No server was running.")
        return 0
    return _serve(args)


def _status(as_json: bool) -> int:
    from timbre_app.server import is_starting, server_status
    from timbre_app.server.figures import read_figures

    status = server_status()
    figures = read_figures(status.sockets.metrics) if status else None
    if as_json:
        fields = dataclasses.asdict(status) if status else None
        print(json.dumps(fields and {**fields, "figures": figures.to_dict() if figures else None}))
    elif status is None:
        state = "the server is starting" if is_starting() else "no server is running"
        print(f"timbre: {state}", file=sys.stderr)
    else:
        process = f"process {status.server_pid}, {status.clients} in use"
        print(f"The server runs at {status.url}, {process}.")
        print("\n".join(_open_ports(status.gateway)), end="\n" if status.gateway else "")
        print("\n".join(figures.lines() if figures else []))
        print("\n".join(_trial_lines()), end="")
    return 0 if status else 1


def _trial_lines() -> list[str]:
    """What the trial of an engine does now, if one runs."""
    from timbre.engines.verdict import trial_progress

    doing = trial_progress()
    return [f"In the background: {doing}.\n"] if doing is not None else []


def _engine_line(options: ServerOptions) -> str:
    """What a trial that has ended led to."""
    from timbre.engines.decision import chosen_engine, decide

    decision = decide(chosen_engine(options.engine))
    return f"Speech runs on {decision.choice}: {decision.reason}.\n"


def _serve(args: argparse.Namespace) -> int:
    """Hold the server until Ctrl-C or SIGTERM."""
    from timbre_app.cli.session import tell
    from timbre_app.server import ServerError, open_server, server_status, stop_server
    from timbre_app.server.access import server_url

    options = serve_options.options_of(args)
    if server_url():
        raise ServerError(
            "TIMBRE_SERVER_URL names another server ({url}): unset it to start one here.", url=server_url()
        )
    api = api_options.options_of(args, options.key_file, options.tls_cert, options.tls_key)
    wyoming = wyoming_options.options_of(args)
    options, secret = serve_options.with_key(options)
    if api is not None:
        api, api_secret = api_options.with_key(api)
        secret = secret or api_secret
    for line in serve_options.key_lines(options.key_file or (api.key_file if api else ""), secret):
        print(line, flush=True)
    signal.signal(signal.SIGTERM, _interrupt)
    with open_server(options, tell) as handle, contextlib.ExitStack() as services:
        _check_gateway(options, server_status())
        start = f"started in {handle.start_s:.1f} s" if handle.start_s else "was running already"
        print(f"The server {start}: {handle.url}. Ctrl-C ends it.", flush=True)
        for line in serve_options.access_lines(options):
            print(line, flush=True)
        _open_services(services, handle, api, wyoming)
        if args.json:
            _status(as_json=True)
        _watch(options)
    status = server_status()
    if status is not None and status.clients == 0:
        stop_server()
    return 0


def _open_services(
    services: contextlib.ExitStack,
    handle: ServerHandle,
    api: ApiOptions | None,
    wyoming: WyomingOptions | None,
) -> None:
    """Open what else listens in this process, until `services` is closed, and tell who may use it."""
    if api is None and wyoming is None:
        return
    from timbre_app.client.timbre_client import TimbreClient

    client = services.enter_context(TimbreClient(handle.url, handle.revive))
    if api is not None:
        from timbre_app.api.service import ApiService

        services.enter_context(ApiService(api, client))
        print(api_options.access_line(api), flush=True)
    if wyoming is not None:
        from timbre_app.api.wyoming.service import WyomingService

        services.enter_context(WyomingService(wyoming, client))
        print(wyoming_options.access_line(wyoming), flush=True)


def _watch(options: ServerOptions) -> None:
    """Wait for Ctrl-C, as long as there is a server.

    Raises:
        ServerError: if the server has gone, or is one that was started with other options.
    """
    from timbre_app.server import ServerError, is_starting, server_status

    last_seen = time.monotonic()
    trial: list[str] = []
    try:
        while time.monotonic() - last_seen < GONE_AFTER_S:
            time.sleep(WATCH_S)
            status = server_status()
            trial, before = _trial_lines(), trial
            if trial != before:
                print("".join(trial) or _engine_line(options), end="", flush=True)
            if status is not None:
                _check_gateway(options, status)
            if status is not None or is_starting():  # compiled networks take a minute to load
                last_seen = time.monotonic()
    except KeyboardInterrupt:
        print("The server stops.", flush=True)
    else:
        raise ServerError("The server has ended; its log is in the folder that `timbre doctor` names.")


def _check_gateway(options: ServerOptions, status: ServerStatus | None) -> None:
    """Raise ServerError if a server that somebody else has started does not listen where this one should."""
    from timbre_app.server import ServerError

    ports = (status.gateway if status else None) or {}
    expected = (options.grpc_port if options.serves_network else None, options.metrics_port or None)
    if status and options.wants_gateway and (ports.get("grpc"), ports.get("metrics")) != expected:
        raise ServerError(
            "A speech server that was started with other options runs already: end it with `timbre serve --stop`."
        )


def _open_ports(gateway: Mapping[str, Any] | None) -> list[str]:
    ports = gateway or {}
    uses = {"grpc": "Programs with a key may speak and clone", "metrics": "Prometheus may read figures"}
    return [f"{text} at {ports['host']}:{ports[name]}." for name, text in uses.items() if ports.get(name)]


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt
