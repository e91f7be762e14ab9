"""`timbre serve`: the server in the foreground; --status and --stop for the one that runs."""

from __future__ import annotations

import argparse
import dataclasses
import json
import signal
import sys
import time

WATCH_S = 1.0
GONE_AFTER_S = 30.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and where to listen."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--status",
        action="store_true",
        help="say whether the server runs, where, and how it does; 1 if none runs",
    )
    what.add_argument("--stop", action="store_true", help="stop the server, whoever uses it")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: this machine only)"
    )
    parser.add_argument(
        "--grpc-port", type=int, default=0, metavar="PORT", help="what clients speak to (default: a free one)"
    )
    parser.add_argument("--http-port", type=int, default=0, metavar="PORT", help="(default: a free one)")
    parser.add_argument("--metrics-port", type=int, default=0, metavar="PORT", help="(default: a free one)")
    parser.add_argument(
        "--all-models", action="store_true", help="load cloning at start too, for a server among several"
    )
    parser.add_argument("--json", action="store_true", help="as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    if args.status:
        return _status(args.json)
    if args.stop:
        from timbre_app.server import stop_server

        stopped = stop_server()
        print("The server has stopped." if stopped else "No server was running.")
        return 0
    return _serve(args)


def _status(as_json: bool) -> int:
    from timbre_app.server import server_status
    from timbre_app.server.figures import read_figures

    status = server_status()
    figures = read_figures(status.metrics_url) if status else None
    if as_json:
        fields = dataclasses.asdict(status) if status else None
        print(json.dumps(fields and {**fields, "figures": figures.to_dict() if figures else None}))
    elif status is None:
        print("timbre: no server is running", file=sys.stderr)
    else:
        process = f"process {status.server_pid}, {status.clients} in use"
        print(f"The server runs at {status.url} (HTTP {status.http_url}), {process}.")
        print(f"Metrics for Prometheus: {status.metrics_url}")
        print("\n".join(figures.lines() if figures else []))
    return 0 if status else 1


def _serve(args: argparse.Namespace) -> int:
    """Hold the server until Ctrl-C or SIGTERM."""
    from timbre_app.server import ServerError, ServerOptions, open_server, server_status, stop_server

    defaults = ServerOptions.from_environment()
    options = dataclasses.replace(
        defaults,
        host=args.host,
        grpc_port=args.grpc_port,
        http_port=args.http_port,
        metrics_port=args.metrics_port,
        all_models=args.all_models,
    )
    signal.signal(signal.SIGTERM, _interrupt)
    with open_server(options) as handle:
        if not handle.local:
            raise ServerError(
                f"TIMBRE_SERVER_URL names another server ({handle.url}): unset it to start one here."
            )
        started = f"started in {handle.start_s:.1f} s" if handle.start_s else "was running already"
        print(f"The server {started}: {handle.url}. Ctrl-C ends it.", flush=True)
        if args.json:
            _status(as_json=True)
        try:
            seen = time.monotonic()
            while time.monotonic() - seen < GONE_AFTER_S:
                time.sleep(WATCH_S)
                if server_status() is not None:
                    seen = time.monotonic()
        except KeyboardInterrupt:
            print("The server stops.", flush=True)
        else:
            raise ServerError("The server has ended; its log is in the folder that `timbre doctor` names.")
    status = server_status()
    if status is not None and status.clients == 0:
        stop_server()
    return 0


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt
