"""Where the speech of `timbre say` goes beside a file, and the figures that are printed at its end."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from timbre_app.cli.say_options import STANDARD, SayError

if TYPE_CHECKING:
    import numpy as np

    from timbre_app.output.export import MarkedWriter, PcmWriter
    from timbre_app.output.speaking import Spoken


def live_writers(args: argparse.Namespace, stack: ExitStack) -> list[PcmWriter]:
    """The loudspeaker and standard output, where they are asked for."""
    writers: list[PcmWriter] = []
    if args.play or args.out is None:
        writers.append(stack.enter_context(Loudspeaker()))
    if args.out == STANDARD:
        writers.append(stack.enter_context(standard_output(not args.no_watermark)))
    return writers


class Loudspeaker:
    """A context for the loudspeaker; leaving it waits until everything was heard."""

    def __enter__(self) -> Loudspeaker:
        from timbre import contract
        from timbre_app.sound.devices import Player

        self._player = Player()
        self._player.start(contract.SAMPLE_RATE)
        return self

    def write(self, pcm: np.ndarray) -> None:
        """Queue a chunk, (n,) int16."""
        self._player.write(pcm)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._player.finish()
            self._player.wait()
        self._player.stop()


def standard_output(is_marked: bool = True) -> MarkedWriter:
    """A context for standard output, as a WAV file that is written while it is made.

    Args:
        is_marked: Whether the speech carries the watermark.

    Raises:
        SayError: if standard output is a terminal.
    """
    from timbre import contract
    from timbre_app.output import watermarking
    from timbre_app.output.export import MarkedWriter, WavStream

    if sys.stdout.isatty():
        raise SayError("Standard output is a terminal: send it to a program or a file, or choose -o FILE.")
    stream = WavStream(sys.stdout.buffer, contract.SAMPLE_RATE, watermarking.tag(is_marked))
    return MarkedWriter(stream, contract.SAMPLE_RATE, is_marked)


def tell(spoken: Spoken, args: argparse.Namespace) -> None:
    """Print the figures."""
    figures = {
        "duration_s": round(spoken.duration_s, 3),
        "first_audio_ms": round(1000 * spoken.first_audio_s, 1),
        "synthesis_s": round(spoken.total_s, 3),
        "synthesis_ratio": round(spoken.ratio, 4),
    }
    if args.json:
        print(json.dumps({"file": args.out, **figures}))
    elif args.out not in (None, STANDARD):
        print(
            f"{args.out}: {spoken.duration_s:.1f} s of speech, first audio after {1000 * spoken.first_audio_s:.0f} ms."
        )
