"""`timbre say --ssml FILE`: speaks a document of SSML."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli.apart import check_files
from timbre_app.cli.say_options import (
    STANDARD,
    SayError,
    make_controls,
    make_lexicon,
    make_saving,
    read_file,
)
from timbre_app.cli.say_output import live_writers, tell

if TYPE_CHECKING:
    from timbre.text.ssml import Document
    from timbre_app.output.export import PcmWriter
    from timbre_app.output.speaking import Saving, Spoken
    from timbre_app.ssml import SsmlSpeech, TimedMark


def run_ssml_command(args: argparse.Namespace) -> int:
    """Speak the document; returns 0.

    Raises:
        SayError: if the arguments do not fit together.
        SsmlError: if the document cannot be spoken.
        VoiceError: if a voice of the document does not exist.
    """
    from timbre.text.ssml import read_ssml
    from timbre_app.cli.say_job import submit_ssml
    from timbre_app.cli.session import open_session
    from timbre_app.output.speaking import find_voice
    from timbre_app.ssml import SsmlDefaults, SsmlSpeech

    if args.text is not None or args.text_file is not None or args.by_sentence:
        raise SayError("--ssml brings its own text: leave out the text, --text-file and --by-sentence.")
    saving = make_saving(args)
    check_files(args, args.ssml)
    source = read_file(args.ssml)
    document = read_ssml(source)
    defaults = SsmlDefaults(
        find_voice(args.voice), find_voice, make_controls(args), args.language, make_lexicon(args)
    )
    for name in document.voices:
        find_voice(name)  # before a server is started for nothing
    if args.job:
        return submit_ssml(args, source, document)
    with open_session() as session:
        spoken = _say(lambda: SsmlSpeech(session.client, document, defaults), document, saving, args)
    tell(spoken, args)
    return 0


def _say(
    begin: Callable[[], SsmlSpeech], document: Document, saving: Saving, args: argparse.Namespace
) -> Spoken:
    """Speak to the writers that the arguments name; write subtitles and marks."""
    from timbre_app.output.export import SoundFileWriter
    from timbre_app.output.marks_file import write_marks
    from timbre_app.output.speaking import SAMPLE_RATE, short_title, write_speech
    from timbre_app.output.subtitles import write_subtitles

    marks: list[TimedMark] = []
    with ExitStack() as stack:
        writers: list[PcmWriter] = live_writers(args, stack)
        if args.out not in (None, STANDARD):
            title = short_title(document.written)
            file = SoundFileWriter(Path(args.out), SAMPLE_RATE, title, saving.kind)
            writers.append(stack.enter_context(file))
        spoken = write_speech(writers, begin, on_chunk=lambda chunk: marks.extend(chunk.marks))
    for suffix in saving.subtitles:
        write_subtitles(Path(str(args.out)).with_suffix(suffix), document.written, spoken.words)
    if args.marks is not None:
        write_marks(Path(args.marks), marks)
    return spoken
