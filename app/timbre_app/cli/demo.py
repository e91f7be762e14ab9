"""`timbre demo`: clones the example takes and speaks a sentence, without a screen or microphone."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli import consent
from timbre_app.cli.arguments import positive
from timbre_app.cli.progress import ProgressLine, format_s

if TYPE_CHECKING:
    from timbre_app.output.speaking import Spoken

VOICE = "Demo"
SENTENCE = (
    "Nobody has ever said this sentence. It is spoken in a voice that was made a moment ago, on this machine."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the sound file, the text, the takes, consent, and how to train."""
    parser.add_argument("-o", "--out", type=Path, default=Path("out/demo.wav"), help="(default: %(default)s)")
    parser.add_argument("--text", default=SENTENCE, help="what to say")
    parser.add_argument("--takes", type=Path, metavar="DIR", help="other takes than the bundled ones")
    consent.add_arguments(parser)
    parser.add_argument("--max-steps", type=positive, metavar="N", help="adapt for N steps at most")
    parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Start the server, clone, speak, print figures."""
    from timbre import files, paths
    from timbre_app.cli.session import open_session
    from timbre_app.output.export import check_suffix
    from timbre_app.output.speaking import speak_to_file
    from timbre_app.voices import cloning
    from timbre_app.voices.library import VoiceLibrary
    from timbre_app.voices.order import CloneOrder

    check_suffix(args.out)
    library = VoiceLibrary()
    options = (("max_steps", args.max_steps),) if args.max_steps else ()
    folder = args.takes or paths.assets_dir() / "takes"
    order = CloneOrder(folder, VOICE, person=args.person, replace=True, options=options)
    takes = cloning.prepare(order, library)
    if args.takes:
        order, takes = consent.with_consent(args, order, takes)
    _say(f"{len(takes.usable)} takes, {takes.speech_s:.0f} s of speech. Starting the server.")
    files.make_folder(args.out.parent)
    progress = ProgressLine(sys.stderr)
    with open_session() as session:
        if args.takes:
            order = consent.hear(session.client, order, takes)
        began = time.perf_counter()
        try:
            voice, _ = cloning.clone(order, takes, session.client, library, cloning.Watch(progress))
        finally:
            progress.end()
        clone_s = time.perf_counter() - began
        steps = voice.provenance.get("steps", 0)
        spoken = speak_to_file(args.out, session.client, args.text, voice)
    figures = _Figures(args.out, session.start_s, clone_s, steps, spoken)
    if args.json:
        figures.print_json()
    else:
        figures.print_lines()
    return 0


@dataclass(frozen=True)
class _Figures:
    """The figures of a demo."""

    file: Path
    server_start_s: float
    clone_s: float
    clone_steps: int
    spoken: Spoken

    def print_json(self) -> None:
        figures = {
            "file": str(self.file),
            "server_start_s": round(self.server_start_s, 2),
            "clone_s": round(self.clone_s, 1),
            "clone_steps": self.clone_steps,
            "first_audio_ms": round(1000 * self.spoken.first_audio_s, 1),
            "synthesis_ratio": round(self.spoken.ratio, 4),
            "audio_s": round(self.spoken.duration_s, 2),
        }
        print(json.dumps(figures))

    def print_lines(self) -> None:
        spoken = self.spoken
        server_start = f"{self.server_start_s:.1f} s" if self.server_start_s else "it was running"
        print(f"server start          {server_start}")
        print(f"time to clone         {format_s(self.clone_s)}")
        print(f"steps                 {self.clone_steps}")
        print(f"first audio           {1000 * spoken.first_audio_s:.0f} ms")
        print(f"synthesis time        {spoken.ratio:.3f} of the audio's length ({spoken.duration_s:.1f} s)")
        print(f"Listen to {self.file}; `timbre say --voice {VOICE} TEXT -o FILE` says more.")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
