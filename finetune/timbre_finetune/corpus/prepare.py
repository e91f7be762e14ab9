"""`timbre-train prepare`: read corpora, filter them, write a pack of waveforms, phonemes and pitch."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from timbre_finetune.corpus.importers import LAYOUTS
from timbre_finetune.corpus.manifest import (
    MAX_ERROR_RATE,
    ManifestOptions,
    SpeechSource,
    common_root,
    read_manifest,
    save_manifest,
    write_manifest,
)
from timbre_finetune.corpus.packs import build_pack
from timbre_finetune.corpus.perturbation import perturb


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train prepare`."""
    parser.add_argument(
        "--corpus",
        action="append",
        default=[],
        metavar="[LAYOUT=]FOLDER",
        help=f"a corpus folder, may be repeated; LAYOUT is one of {', '.join(LAYOUTS)} (default: found out)",
    )
    parser.add_argument(
        "--manifest", type=Path, help="read or write the manifest here (default: OUT/manifest.jsonl)"
    )
    parser.add_argument(
        "--root", type=Path, help="folder of an existing manifest's recordings; then no --corpus"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the pack")
    parser.add_argument("--max-error-rate", type=float, default=MAX_ERROR_RATE, help="(default: %(default)s)")
    parser.add_argument(
        "--synthetic", action="append", default=[], metavar="CORPUS", help="a corpus that is synthetic"
    )
    parser.add_argument(
        "--leave-out", action="append", default=[], metavar="NAME", help="a corpus or corpus:speaker"
    )
    parser.add_argument(
        "--weight", action="append", default=[], metavar="CORPUS=W", help="passes show it W times"
    )
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)"
    )
    parser.add_argument(
        "--transcripts", type=Path, help="folder for what the recogniser heard (default: beside the manifest)"
    )
    parser.add_argument("--no-transcripts", action="store_true", help="trust the texts of corpora, unchecked")
    parser.add_argument(
        "--hear",
        action="store_true",
        help="train on the vocoder's English recordings too, with the text that the recogniser hears",
    )
    parser.add_argument(
        "--perturb",
        action="store_true",
        help="add copies of the recordings, faster and slower, as more speakers",
    )
    parser.add_argument("--no-pack", action="store_true", help="write the manifest alone")


def run(args: argparse.Namespace) -> int:
    """Write the manifest, then the pack."""
    manifest = args.manifest or args.out / "manifest.jsonl"
    if bool(args.corpus) == bool(args.root):
        raise ValueError("give either --corpus, or --root with --manifest")
    if args.corpus:
        sources = [parse_source(text) for text in args.corpus]
        root = common_root(sources)
        transcripts = args.transcripts or manifest.parent
        options = ManifestOptions(
            max_error_rate=args.max_error_rate,
            synthetic=frozenset(args.synthetic),
            weights=parse_weights(args.weight),
            leave_out=frozenset(args.leave_out),
            transcripts=None if args.no_transcripts else transcripts,
            hear=transcripts if args.hear else None,
        )
        _say(*write_manifest(sources, manifest, options).lines())
        if args.perturb:
            lines = read_manifest(manifest)
            save_manifest([*lines, *perturb(lines, root)], manifest)
    else:
        root = args.root
    if not args.no_pack:
        pack = build_pack(manifest, root, args.out, args.workers)
        _say(
            f"{args.out}: {len(pack)} utterances, {pack.hours:.2f} h, {len(pack.speakers)} speakers with text"
        )
    return 0


def parse_source(text: str) -> SpeechSource:
    """Read `[LAYOUT=]FOLDER`."""
    layout, separator, folder = text.partition("=")
    if separator and layout in LAYOUTS:
        return SpeechSource(Path(folder), layout)
    return SpeechSource(Path(text))


def parse_weights(texts: Sequence[str]) -> dict[str, float]:
    """Read `CORPUS=W` options.

    Raises:
        ValueError: if an option has another form.
    """
    weights = {}
    for text in texts:
        corpus, _, number = text.rpartition("=")
        try:
            weights[corpus] = float(number)
        except ValueError as error:
            raise ValueError(f"--weight {text}: write CORPUS=NUMBER") from error
    return weights


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
