"""A long dialogue of four speakers: does each voice stay itself, is memory flat, are the pauses those of the script?

likeness   resemblyzer: speech of the first and of the last ten minutes (of 90; a ninth of the whole) beside
           sentences that the same voice read alone
memory     of this process and of the server's processes, at each line
pauses     from the stems: the end of what was said before to the beginning of the next line
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from timbre.messages import TimbreError
from timbre.voice import Voice
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.dialogue.performance import How, PlacedLine
from timbre_app.dialogue.saving import DialogueFiles, SavedDialogue, save_dialogue, stem_paths
from timbre_app.dialogue.script import TOGETHER, USUAL_PAUSE_S, Line, Script, make_script
from timbre_app.dialogue.speech import ServerSpeech
from timbre_app.output.speaking import find_voice
from timbre_app.server import open_server, server_status
from timbre_bench import page
from timbre_bench.dialogue_sound import Heard, heard_lines, pause_errors_ms, pieces
from timbre_bench.measures.statistics import percentile
from timbre_bench.sentences import FIVE_SECONDS

VOICES = (
    "base:cmu-arctic:bdl",
    "base:cmu-arctic:slt",
    "base:kokoro-82m:af_bella",
    "base:kokoro-82m:am_michael",
)
NAMES = ("Ann", "Ben", "Clara", "David", "Eve", "Frank")
OVERLAPS = (-0.3, TOGETHER)
PAUSES = (None, None, None, 0.2, 0.6, 1.0, *OVERLAPS)
ENDS = 9
"""The first and the last ninth are compared: ten minutes of 90."""
REFERENCE_SENTENCES = 8
MOST_CHANGE = 0.02
MOST_PAUSE_MS = 20.0
MOST_GROWTH_MB = 20.0
WARM_UP = 0.2
"""Share of the lines after which memory is settled."""
LETTER_S = 0.057


@dataclass
class Memory:
    """Megabytes at each line."""

    client: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)

    def look(self) -> None:
        """Take a sample."""
        self.client.append(_resident_mb(os.getpid()))
        status = server_status()
        self.server.append(sum(map(_resident_mb, _family(status.server_pid))) if status else 0.0)


def make_dialogue(minutes: float, speakers: Sequence[str], seed: int = 1) -> Script:
    """A script of about so many minutes; each line is one or two sentences."""
    draw = random.Random(seed)
    lines: list[Line] = []
    seconds = 0.0
    queue: list[str] = []
    while seconds < 60 * minutes:
        queue = queue or draw.sample(list(speakers), len(speakers))
        if lines and queue[-1] == lines[-1].speaker:
            queue.reverse()
        speaker = queue.pop()
        text = " ".join(draw.sample(FIVE_SECONDS, draw.choice((1, 1, 2))))
        pause_s = draw.choice(PAUSES) if lines else None
        if lines and lines[-1].pause_s == TOGETHER and pause_s in OVERLAPS:
            pause_s = None  # else somebody might speak twice at once, and could not be told from themselves
        lines.append(Line(len(lines) + 1, speaker, text, pause_s))
        seconds += (
            0
            if pause_s == TOGETHER
            else LETTER_S * len(text) + (USUAL_PAUSE_S if pause_s is None else pause_s)
        )
    return make_script(lines)


def measure(script: Script, cast: Mapping[str, Voice], folder: Path) -> dict[str, object]:
    """Perform a script into a folder, and measure what is heard.

    Raises:
        TimbreError: if there is no server, or it fails.
    """
    wanted = DialogueFiles(folder / "mix.flac", folder / "stems")
    lines: list[PlacedLine] = []
    memory = Memory()

    def placed(line: PlacedLine) -> None:
        lines.append(line)
        memory.look()

    with open_server() as server, TimbreClient(server.url, server.revive) as client:
        client.wait_ready()
        speech = ServerSpeech(client, cast, {})
        saved = save_dialogue(script, speech, wanted, How(on_placed=placed))
        references = {speaker: _reference(client, voice) for speaker, voice in cast.items()}
    stems = stem_paths(script, wanted)
    heard = heard_lines(lines, stems)
    errors = pause_errors_ms(heard, USUAL_PAUSE_S)
    return {
        "lines": len(lines),
        "minutes": round(saved.duration_s / 60, 2),
        "likeness": {name: _likeness(name, heard, stems[name], saved, references[name]) for name in cast},
        "pause_error_ms": {"p50": percentile(errors, 50), "p99": percentile(errors, 99), "most": max(errors)},
        "memory_mb": {"client": _course(memory.client), "server": _course(memory.server)},
        "total_s": round(saved.total_s, 1),
        "first_audio_ms": round(1000 * saved.first_audio_s, 1),
        "speed": round(saved.duration_s / saved.total_s, 1),
    }


def compared_s(duration_s: float) -> float:
    """Length of the first and of the last part; in a short dialogue a minute, if it has two."""
    return min(max(duration_s / ENDS, 60.0), duration_s / 2)


def _likeness(
    name: str, heard: Sequence[Heard], stem: Path, saved: SavedDialogue, reference: np.ndarray
) -> dict[str, float]:
    own = [line for line in heard if line.line.line.speaker == name]
    span_s = compared_s(saved.duration_s)
    means = []
    for begin_s in (0.0, saved.duration_s - span_s):
        embeddings = [_embed(*piece) for piece in pieces(own, stem, begin_s, begin_s + span_s)]
        means.append(float((np.stack(embeddings) @ reference).mean()) if embeddings else float("nan"))
    return {"first": round(means[0], 4), "last": round(means[1], 4), "change": round(means[1] - means[0], 4)}


def _embed(samples: np.ndarray, rate: int) -> np.ndarray:
    from timbre_bench.measures.similarity import embed  # brings torch, which must not count as memory

    return embed(samples, rate)


def _reference(client: TimbreClient, voice: Voice) -> np.ndarray:
    """The voice's own speaker embedding, of sentences read alone, (256,)."""
    from timbre.contract import SAMPLE_RATE

    embeddings = []
    for text in FIVE_SECONDS[:REFERENCE_SENTENCES]:
        with client.speak(text, voice, None, voice.language) as chunks:
            pcm = np.concatenate([chunk.pcm for chunk in chunks])
        embeddings.append(_embed(pcm.astype(np.float32) / 32_768, SAMPLE_RATE))
    mean = np.mean(embeddings, 0)
    return mean / np.linalg.norm(mean)


def _course(samples: Sequence[float]) -> dict[str, float]:
    """Memory after the warm-up, at the end, and its growth from the one to the other."""
    tenth = max(1, len(samples) // 10)
    at = int(WARM_UP * len(samples))
    settled, last = np.mean(samples[at : at + tenth]), np.mean(samples[-tenth:])
    values = {"settled": settled, "last": last, "growth": last - settled, "most": max(samples)}
    return {name: round(float(value), 1) for name, value in values.items()}


def _resident_mb(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def _family(pid: int) -> list[int]:
    """A process and all that it started."""
    family = [pid]
    for parent in family:
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
        except OSError:
            continue
        family += [int(child) for child in children.split()]
    return family


def is_good(figures: Mapping[str, object]) -> bool:
    """Whether all goals are reached."""
    likeness, pauses, memory = figures["likeness"], figures["pause_error_ms"], figures["memory_mb"]
    assert isinstance(likeness, dict)
    assert isinstance(pauses, dict)
    assert isinstance(memory, dict)
    return (
        all(abs(values["change"]) <= MOST_CHANGE for values in likeness.values())
        and pauses["most"] <= MOST_PAUSE_MS
        and all(values["growth"] <= MOST_GROWTH_MB for values in memory.values())
    )


def format_result(figures: Mapping[str, object]) -> str:
    """Two Markdown tables: one of the speakers, one of the whole."""
    likeness, pauses, memory = figures["likeness"], figures["pause_error_ms"], figures["memory_mb"]
    assert isinstance(likeness, dict)
    assert isinstance(pauses, dict)
    assert isinstance(memory, dict)
    rows = ["| speaker | likeness, first part | last part | change |", "| --- | --- | --- | --- |"]
    rows += [
        f"| {name} | {v['first']:.4f} | {v['last']:.4f} | {v['change']:+.4f} |"
        for name, v in likeness.items()
    ]
    rows += ["", "| | |", "| --- | --- |"]
    rows += [
        f"| length | {figures['minutes']} min, {figures['lines']} lines |",
        f"| speed | {figures['speed']} times real time ({figures['total_s']} s) |",
        f"| first audio | {figures['first_audio_ms']} ms |",
        f"| pauses: error p50, p99, most | {pauses['p50']:.1f}, {pauses['p99']:.1f}, {pauses['most']:.1f} ms |",
    ]
    rows += [
        f"| memory of the {who}: settled, at the end, most | {v['settled']}, {v['last']}, {v['most']} MB |"
        for who, v in memory.items()
    ]
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=page.at_least(1, float), default=90.0)
    parser.add_argument(
        "--voice", action="append", metavar="NAME", help="a speaker's voice; give it once for each"
    )
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="keep the sound there")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    try:
        voices = [find_voice(name) for name in options.voice or VOICES]
        cast = dict(zip(NAMES, voices, strict=False))
        script = make_dialogue(options.minutes, tuple(cast))
        with tempfile.TemporaryDirectory() as temporary:
            figures = measure(script, cast, options.work or Path(temporary))
    except TimbreError as error:
        print(f"dialogue: {error}", file=sys.stderr)
        return 1
    about = (
        f"A made-up dialogue of {options.minutes:g} minutes by {len(cast)} speakers with overlaps. Likeness is the "
        "cosine of speaker embeddings to the same voice's sentences read alone, of the first and of the last "
        f"{compared_s(60 * options.minutes) / 60:.1f} minutes."
    )
    page.deliver(page.Report("dialogue", figures, about, format_result(figures)), options, where)
    return 0 if is_good(figures) else 1
