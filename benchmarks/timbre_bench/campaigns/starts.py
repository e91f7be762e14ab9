"""The server is started and killed many times: what is left of it, and does every start succeed?"""

from __future__ import annotations

import argparse
import json
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from timbre_bench.campaigns.home import PREFIX, VOICE, CampaignHome, campaign_home

KILLED_EVERY = 2
"""At every KILLED_EVERYth start the keeper is killed; otherwise the server is stopped as a person stops it."""
GONE_LIMIT_S = 10.0
_OURS = ("timbre-", "python_env_", "tmp")


def sizes() -> Mapping[str, tuple[int, int]]:
    """The number and bytes of the files with our names in shared memory and in the temporary folder, by folder."""
    totals: dict[str, tuple[int, int]] = {}
    for folder in (Path("/dev/shm"), Path(tempfile.gettempdir())):
        paths = [path for path in folder.iterdir() if path.name.startswith(_OURS)]
        paths = [path for path in paths if not path.name.startswith(PREFIX)]
        totals[str(folder)] = len(paths), sum(map(_bytes_in, paths))
    return totals


def _bytes_in(path: Path) -> int:
    try:
        files = path.rglob("*") if path.is_dir() else [path]
        return sum(file.lstat().st_size for file in files)
    except OSError:
        return 0  # the file has just been removed


def start_once(home: CampaignHome, number: int, counts: Counter[str], notes: list[str]) -> float:
    """Start the server with a sentence, then end it; returns the seconds of the start and the sentence."""
    began = time.monotonic()
    code, complaint = home.run("say", "--voice", VOICE, "Good morning.", "-o", str(home.folder / "said.wav"))
    took_s = time.monotonic() - began
    counts["starts"] += 1
    if code != 0:
        counts["failed"] += 1
        notes.append(f"start {number}: exit code {code}: {complaint}")
    if number % KILLED_EVERY == 0 and "keeper" in home.processes():
        os.kill(home.processes()["keeper"], signal.SIGKILL)
        counts["killed"] += 1
    else:
        home.run("serve", "--stop")
    while home.processes() and time.monotonic() - began < took_s + GONE_LIMIT_S:
        time.sleep(0.02)
    counts["processes_left"] += len(home.processes())
    return took_s


def main() -> int:
    """Run the campaign; prints a line of JSON at its end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=200)
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    notes: list[str] = []
    with campaign_home() as home:
        before = sizes()
        took_s = [start_once(home, number, counts, notes) for number in range(1, args.starts + 1)]
        home.run("say", "--voice", VOICE, "Good morning.", "-o", str(home.folder / "said.wav"))
        home.run("serve", "--stop")
        after = sizes()
    result = {
        **counts,
        "median_s": round(sorted(took_s)[len(took_s) // 2], 2),
        "slowest_s": round(max(took_s), 2),
        "files_and_bytes_before": before,
        "files_and_bytes_after": after,
        "notes": notes[:20],
    }
    print(json.dumps(result))
    return 0
