"""How many short requests a second hold: the rate rises until first audio or playback no longer holds."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from functools import partial

from timbre_bench import page
from timbre_bench.clients import Clients
from timbre_bench.load import LoadResult, format_loads
from timbre_bench.sentences import SHORT
from timbre_bench.speaker import SpeakerError

_LOG = logging.getLogger(__name__)


def holds(result: LoadResult, limit_ms: float) -> bool:
    """Whether the server carried a load: p99 of first audio within the limit, no underrun, no error."""
    failed = len(result.heard) - len(result.answered)
    return (
        bool(result.answered) and not failed and not result.underruns and result.first.values[-1] <= limit_ms
    )


OpenLoop = Callable[[float, int, int], LoadResult]
"""Makes a load; takes requests a second, the number of requests, and a seed."""


def climb(
    open_loop: OpenLoop, start: float, step: float, limit_ms: float, seconds: float
) -> list[LoadResult]:
    """Run open loops at rising rates; the last one is the first that did not hold."""
    results: list[LoadResult] = []
    rate = start
    while True:
        requests = max(20, round(rate * seconds))
        results.append(open_loop(rate, requests, len(results)))
        _LOG.info("%s: %s", results[-1].load, "holds" if holds(results[-1], limit_ms) else "does not hold")
        if not holds(results[-1], limit_ms):
            return results
        rate *= step


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=float, default=1.0, help="requests a second at first (default 1)")
    parser.add_argument("--step", type=float, default=1.5, help="factor from rate to rate (default 1.5)")
    parser.add_argument(
        "--limit-ms", type=float, default=150.0, help="of the first audio's p99 (default 150)"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="of each rate (default 20)")
    parser.add_argument("--streams", type=int, default=8, help="of the closed loop that ends it (default 8)")
    page.add_load_options(parser)
    page.add_options(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error how far it is")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(message)s")
    where = page.machine()
    try:
        results = _measure(options)
    except SpeakerError as error:
        print(f"throughput: {error}", file=sys.stderr)
        return 1
    carried = [result for result in results[:-1] if holds(result, options.limit_ms)]
    best = carried[-1].to_dict()["requests_per_s"] if carried else 0
    about = (
        f"Short sentences. {best} requests a second hold (first audio p99 within {options.limit_ms:g} ms, no "
        f"underrun); the last row is a closed loop, which shows the most that {options.servers} server(s) make "
        f"for {options.clients} client process(es)."
    )
    values = {
        "requests_per_s": best,
        "servers": options.servers,
        "clients": options.clients,
        "loads": [result.to_dict() for result in results],
    }
    page.deliver(page.Report("throughput", values, about, format_loads(results)), options, where)
    return 0


def _measure(options: argparse.Namespace) -> list[LoadResult]:
    from timbre_bench.servers import open_servers
    from timbre_bench.timbre_speaker import listening

    with (
        open_servers(options.servers) as urls,
        Clients(options.clients, partial(listening, urls)) as clients,
    ):
        clients.warm_up(options.streams, SHORT)
        open_loop = partial(clients.open_loop, SHORT)
        results = climb(open_loop, options.start, options.step, options.limit_ms, options.seconds)
        most = clients.closed_loop(SHORT, options.streams, max(40, 10 * options.streams))
    return [*results, most]
