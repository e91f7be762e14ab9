"""Something dies in the middle of a command, many times: does the command end well, and does the next one work?

Each round starts a command, kills one process at a random moment of it, waits for its end, and then runs another
command. Speech is compared byte by byte with the same speech of an undisturbed server.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from timbre import paths
from timbre.archive import read_takes_folder
from timbre_bench.campaigns.home import VOICE, CampaignHome, campaign_home, finish

SENTENCE = "The quick brown fox jumps over the lazy dog, and then it sleeps for a while under a tree."
LONG_TEXT = " ".join([SENTENCE] * 6)
NEXT_LIMIT_S = 10.0
"""The command after a kill is late if it takes longer."""
CLONE_STEPS = "12"
CLONE_TAKES = 8
LOADING = "loading"
"""The victim is the process of `finetune`, while the server loads it."""
VICTIMS = ("say", "server", "keeper", "text_frontend", "fastpitch", "hifigan", "cancel", "finetune", LOADING)


@dataclass
class Report:
    """The results of a campaign."""

    counts: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    slowest_next_s: float = 0.0
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, object]:
        """Plain values, for JSON."""
        return {
            **self.counts,
            "slowest_s": round(self.slowest_s, 1),
            "slowest_next_s": round(self.slowest_next_s, 1),
            "notes": self.notes[:20],
        }


class Campaign:
    """Rounds against one victim.

    Args:
        home: The home of the commands and the server.
        victim: One of VICTIMS.
        rng: Chooses the moments of the kills.
    """

    def __init__(self, home: CampaignHome, victim: str, rng: random.Random) -> None:
        self._home, self._victim, self._rng = home, victim, rng
        self._clones = victim in ("finetune", LOADING)
        self._speech = home.folder / "speech.wav"
        self._short = home.folder / "short.wav"
        self._long_reference = self._speak(LONG_TEXT)
        self._short_reference = self._speak(SENTENCE)
        self._takes = self._few_takes()
        self._command_s = 12.0 if self._clones else 2.0
        self.report = Report()

    def round(self, number: int) -> None:
        """Kill the victim once during a command, then run the next command."""
        counts = self.report.counts
        counts["rounds"] += 1
        self._speech.unlink(missing_ok=True)
        began = time.monotonic()
        arguments = self._clone_command(number) if self._clones else self._say_command()
        command = self._home.start(*arguments)
        counts["killed"] += self._kill(command.pid)
        code, complaint = finish(command)
        took_s = time.monotonic() - began
        self.report.slowest_s = max(self.report.slowest_s, took_s)
        if self._victim != "say":
            self._check(number, code, complaint)
            if not self._clones and code == 0 and self._speech.read_bytes() != self._long_reference:
                counts["speech_differs"] += 1
        elif code != 0 and self._speech.exists() and self._speech.read_bytes() != self._long_reference:
            counts["half_a_file"] += 1
        if code == 0:
            self._command_s = 0.7 * self._command_s + 0.3 * min(took_s, 30.0)
        self._check_next(number)

    def _kill(self, client: int) -> bool:
        """Kill the victim at a random moment of the command; returns False if it was not there."""
        if self._victim == LOADING:
            self._wait_for(lambda: "finetune" in self._home.processes(), 20.0)
            time.sleep(self._rng.uniform(0.0, 1.5))
        else:
            time.sleep(self._rng.uniform(0.0, self._command_s))
        role = "finetune" if self._victim == LOADING else self._victim
        pid = client if role == "say" else self._home.processes().get(role)
        try:
            os.kill(pid or 0, signal.SIGKILL) if pid else None
        except ProcessLookupError:
            return False
        return pid is not None

    def _check(self, number: int, code: int | None, complaint: str) -> None:
        if code != 0:
            self.report.counts["failed"] += 1
            self.report.notes.append(f"round {number}: exit code {code}: {complaint}")
        if "Traceback" in complaint:
            self.report.counts["tracebacks"] += 1

    def _check_next(self, number: int) -> None:
        began = time.monotonic()
        arguments = "say", "--voice", VOICE, SENTENCE, "-o", str(self._short)
        code, complaint = self._home.run(*arguments, limit_s=60.0)
        took_s = time.monotonic() - began
        self.report.slowest_next_s = max(self.report.slowest_next_s, took_s)
        self.report.counts["next_late"] += took_s > NEXT_LIMIT_S
        if code != 0:
            self.report.counts["next_failed"] += 1
            self.report.notes.append(f"round {number}: the next command: exit code {code}: {complaint}")
        elif self._short.read_bytes() != self._short_reference:
            self.report.counts["next_differs"] += 1

    def _speak(self, text: str) -> bytes:
        code, complaint = self._home.run("say", "--voice", VOICE, text, "-o", str(self._speech))
        if code != 0:
            raise SystemExit(f"the server does not speak: {complaint}")
        return self._speech.read_bytes()

    def _say_command(self) -> tuple[str, ...]:
        return "say", "--voice", VOICE, LONG_TEXT, "-o", str(self._speech)

    def _clone_command(self, number: int) -> tuple[str, ...]:
        voice = "--name", f"Clone {number}", "--i-have-permission"
        return "clone", str(self._takes), *voice, "--max-steps", CLONE_STEPS

    def _few_takes(self) -> Path:
        """Make a folder with a few of the example takes, so that a round is short."""
        takes = read_takes_folder(paths.assets_dir() / "takes")[:CLONE_TAKES]
        folder = self._home.folder / "few"
        folder.mkdir()
        for take in takes:
            shutil.copyfile(take.path, folder / f"{take.id}.wav")
            (folder / f"{take.id}.txt").write_text(take.text)
        return folder

    @staticmethod
    def _wait_for(condition: Callable[[], bool], limit_s: float) -> None:
        deadline = time.monotonic() + limit_s
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.02)


def main() -> int:
    """Run the campaign; prints a line of JSON at its end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("victim", choices=VICTIMS)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    with campaign_home() as home:
        campaign = Campaign(home, args.victim, random.Random(args.seed))
        for number in range(1, args.rounds + 1):
            campaign.round(number)
            if number % 10 == 0:
                print(json.dumps(campaign.report.to_dict()), file=sys.stderr, flush=True)
    result = {
        "victim": args.victim,
        **campaign.report.to_dict(),
        "minutes": round((time.monotonic() - began) / 60, 1),
    }
    print(json.dumps(result))
    return 0
