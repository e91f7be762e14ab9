"""The options of every command that writes speech to sound files."""

from __future__ import annotations

import argparse

from timbre_app.cli.arguments import positive


def add_sound_options(options: argparse._ActionsContainer) -> None:
    """Add what a sound file is like, and what is written beside it.

    Args:
        options: A parser, or a group of its options.
    """
    options.add_argument(
        "--rate", type=positive, default=0, metavar="HZ", help="sample rate (default: 22050)"
    )
    options.add_argument(
        "--subtype", default="", help="encoding: 16, 24, float, vorbis, opus or mp3 (default: by suffix)"
    )
    options.add_argument(
        "--subtitles",
        action="append",
        choices=("srt", "vtt"),
        default=[],
        help="also write subtitles beside the sound; may be given twice",
    )
    options.add_argument(
        "--no-watermark",
        action="store_true",
        help="leave out the inaudible mark by which `timbre verify` knows the speech; the file says so",
    )
    options.add_argument(
        "--lexicon", metavar="FILE", help="pronunciations (a word, a tab, its IPA) beside your dictionary"
    )
