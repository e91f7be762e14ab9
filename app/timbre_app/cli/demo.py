"""`timbre demo`: the main job without a screen or microphone."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from timbre_app.cli.clone import positive
from timbre_app.cli.progress import ProgressLine, format_s

VOICE = "Demo"
SENTENCE = (
    "Nobody has ever said this sentence. It is spoken in a voice that was made a moment ago, on this machine."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to, and what."""
    parser.add_argument("-o", "--out", type=Path, default=Path("out/demo.wav"), help="(default: %(default)s)")
    parser.add_argument("--text", default=SENTENCE, help="what to say")
    parser.add_argument("--takes", type=Path, metavar="DIR", help="other takes than the bundled ones")
    parser.add_argument("--max-steps", type=positive, metavar="N", help="adapt for N steps at most")
    parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Start the server, clone, speak, print figures."""
    from timbre import paths
    from timbre_app import cloning
    from timbre_app.cli.session import open_session
    from timbre_app.export import check_suffix
    from timbre_app.library import VoiceLibrary
    from timbre_app.speaking import speak_to_file

    check_suffix(args.out)
    found = cloning.read_takes(args.takes or paths.assets_dir() / "takes")
    _say(f"{len(found.usable)} takes, {found.speech_s:.0f} s of speech. Starting the server.")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    progress = ProgressLine(sys.stderr)
    options = (("max_steps", args.max_steps),) if args.max_steps else ()
    settings = cloning.CloneSettings(VOICE, replace=True, options=options)
    with open_session() as session:
        started = time.perf_counter()
        try:
            voice = cloning.clone(found, settings, session.client, VoiceLibrary(), cloning.Watch(progress))
        finally:
            progress.end()
        clone_s = time.perf_counter() - started
        steps = voice.provenance.get("steps", 0)
        spoken = speak_to_file(args.out, session.client, args.text, voice)
    figures = {
        "file": str(args.out),
        "server_start_s": round(session.start_s, 2),
        "clone_s": round(clone_s, 1),
        "clone_steps": steps,
        "first_audio_ms": round(1000 * spoken.first_audio_s, 1),
        "synthesis_ratio": round(spoken.ratio, 4),
        "audio_s": round(spoken.duration_s, 2),
    }
    if args.json:
        print(json.dumps(figures))
        return 0
    started_in = f"{session.start_s:.1f} s" if session.start_s else "it was running"
    print(f"server start          {started_in}")
    print(f"time to clone         {format_s(clone_s)}")
    print(f"steps                 {steps}")
    print(f"first audio           {1000 * spoken.first_audio_s:.0f} ms")
    print(f"synthesis time        {spoken.ratio:.3f} of the audio's length ({spoken.duration_s:.1f} s)")
    print(f"Listen to {args.out}; `timbre say --voice {VOICE} TEXT -o FILE` says more.")
    return 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
