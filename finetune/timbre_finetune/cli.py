"""`timbre-train`: the base model's recipe, from corpora to the files that Timbre speaks with."""

from __future__ import annotations

import argparse
import importlib
import sys

COMMANDS = {
    "prepare": ("corpus.prepare", "read corpora, filter them, write a pack of waveforms, phonemes and pitch"),
    "embed": (
        "corpus.embeddings",
        "write a speaker embedding of every utterance, for `fastpitch --reference`",
    ),
    "aligner": ("train.aligner_trainer", "learn the alignment and write every utterance's durations"),
    "fastpitch": ("train.fastpitch_trainer", "train the multi-speaker acoustic model"),
    "predict": (
        "train.predicted_mels",
        "write the acoustic model's mels of a pack, for `hifigan --predicted`",
    ),
    "readings": ("train.prosody.readings", "write how a pack's utterances were read, for `prosody`"),
    "teacher": ("train.prosody.teacher_readings", "write how a teacher reads any texts, for `prosody`"),
    "prosody": ("train.prosody.trainer", "train what draws durations, pitch and energy"),
    "hifigan": ("train.hifigan_trainer", "train the vocoder"),
    "brighten": ("export.brightening", "give speech back the power that it lacks beside recordings"),
    "export": ("export.base_model", "write the base model's files: weights, ONNX graphs, speakers"),
    "traits": ("export.speaker_traits", "measure how bright and how fast the base model's speakers are"),
    "evaluate": ("export.evaluate", "speak unseen sentences with base speakers and measure them"),
}


def main(argv: list[str] | None = None) -> int:
    """Run one step of the recipe; 0 when it worked."""
    arguments = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(prog="timbre-train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if arguments[:1] == [name]:
            implementation = importlib.import_module(f"timbre_finetune.{module}")
            implementation.add_arguments(command)
            command.set_defaults(run=implementation.run)
    args = parser.parse_args(arguments)
    try:
        return args.run(args)
    except (ValueError, FileNotFoundError) as error:
        print(f"timbre-train: {error}", file=sys.stderr)  # noqa: T201 - a command line
        return 1


if __name__ == "__main__":
    sys.exit(main())
