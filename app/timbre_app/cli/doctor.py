"""`timbre doctor`: tells what is missing on this machine, and how to mend it."""

from __future__ import annotations

import argparse
import dataclasses
import json

MARKS = {"good": "ok     ", "warning": "warning", "missing": "MISSING"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument for output as JSON."""
    parser.add_argument("--json", action="store_true", help="as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Examine the machine; returns 1 if something is missing that the main job needs, else 0."""
    from timbre import paths
    from timbre_app.doctor import examine

    findings = []
    for finding in examine():
        findings.append(finding)
        if not args.json:
            print(f"{MARKS[finding.state]}  {finding.subject}: {finding.message}", flush=True)
            if finding.remedy:
                print(f"         → {finding.remedy}")
    if args.json:
        print(json.dumps([dataclasses.asdict(finding) for finding in findings]))
    else:
        print(f"Logs are in {paths.logs_dir()}.")
    return 1 if any(finding.state == "missing" for finding in findings) else 0
