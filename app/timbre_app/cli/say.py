"""`timbre say --voice NAME "text" -o out.wav`: speaks a text."""

from __future__ import annotations

import argparse
import dataclasses
import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli.apart import check_files
from timbre_app.cli.say_options import (
    STANDARD,
    SayError,
    add_arguments,
    make_controls,
    make_lexicon,
    make_saving,
    read_text,
)
from timbre_app.cli.say_output import live_writers, tell

if TYPE_CHECKING:
    from timbre.speech.acoustic import Controls
    from timbre.voice import Voice
    from timbre_app.cli.session import Session
    from timbre_app.output.speaking import Saving, Spoken

__all__ = ["add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    """Speak the text, or the texts of a batch; returns 1 if a text of the batch failed, else 0."""
    from timbre_app.output.speaking import find_voice

    if args.batch is not None:
        from timbre_app.cli.say_batch import run_batch_command

        return run_batch_command(args)
    if args.ssml is not None:
        from timbre_app.cli.say_ssml import run_ssml_command

        return run_ssml_command(args)
    if args.marks is not None:
        raise SayError("--marks needs a document with marks: give one with --ssml.")
    check_files(args, args.text_file)
    if args.job:
        from timbre_app.cli.say_job import submit_text

        return submit_text(args)
    text = read_text(args)
    saving = make_saving(args)
    voice = find_voice(args.voice)
    controls = make_controls(args)
    from timbre_app.cli.session import open_session

    with open_session() as session:
        if args.by_sentence:
            _say_by_sentence(session, text, voice, controls, saving, args)
        else:
            tell(_say(session, text, voice, controls, saving, args), args)
    return 0


def _say(
    session: Session, text: str, voice: Voice, controls: Controls, saving: Saving, args: argparse.Namespace
) -> Spoken:
    from timbre_app.output.speaking import speak_to, speak_to_file

    lexicon = make_lexicon(args)
    with ExitStack() as stack:
        writers = live_writers(args, stack)
        if args.out in (None, STANDARD):
            return speak_to(writers, session.client, text, voice, controls, args.language, lexicon=lexicon)
        return speak_to_file(
            Path(args.out),
            session.client,
            text,
            voice,
            controls,
            args.language,
            also=writers,
            saving=saving,
            lexicon=lexicon,
        )


def _say_by_sentence(
    session: Session, text: str, voice: Voice, controls: Controls, saving: Saving, args: argparse.Namespace
) -> None:
    from timbre_app.reading.clip import ClipStore
    from timbre_app.reading.narrator import VoiceNarrator
    from timbre_app.reading.reading import Reading
    from timbre_app.reading.saving import save_reading
    from timbre_app.reading.sentence import HowToSpeak, cut_sentences

    narrator = VoiceNarrator(session.client, voice, make_lexicon(args), args.language)
    with tempfile.TemporaryDirectory(prefix="timbre-say-") as folder:
        reading = Reading(ClipStore(Path(folder)), narrator.sample_rate)
        reading.set_text(text, cut_sentences(text))
        reading.voice_id = voice.id
        reading.how = HowToSpeak(**dataclasses.asdict(controls))
        if not reading.sentences:
            raise SayError("There is nothing to speak: the text is empty.")
        result = save_reading(reading, narrator, Path(args.out), saving)
    if args.json:
        files = [str(path) for path in result.paths]
        print(json.dumps({"files": files, "duration_s": round(result.duration_s, 3)}))
    else:
        print(f"{len(result.paths)} files beside {args.out}: {result.duration_s:.1f} s of speech.")
