"""Writes a page on which each held-out sentence is heard from the person, an older clone and today's clone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from timbre import audio
from timbre.mel import MelSpec
from timbre_bench.listening.html_page import Reading, Sentence, page
from timbre_bench.listening.melody_svg import Scale, draw
from timbre_bench.measures.liveliness import track_f0
from timbre_bench.scores import CLONE
from timbre_bench.speech import (
    USER_SPEAKERS,
    Person,
    SpeechError,
    Utterance,
    choose_person,
    read_manifest,
    read_speech_options,
)
from timbre_bench.systems import read_prepared

SPEC = MelSpec()
TITLE = "People and their clones"
PERSON, OLDER, TODAY = "the person", "an older clone", "today's clone"


def write_page(people: Sequence[Person], today: Path, older: Path | None, out: Path) -> Path:
    """Write index.html and its sounds into a folder.

    Args:
        people: The people whose held-out sentences are heard.
        today: Work folder of clone_quality.py, or any other folder that `sound_of` knows.
        older: Likewise, of another day; a sentence that it lacks is shown without it.
        out: The page's folder.

    Returns:
        The path of index.html.

    Raises:
        SpeechError: if today's clone has not read a sentence.
    """
    sentences = [
        _sentence(person, utterance, _sounds(person, utterance, today, older), out)
        for person in people
        for utterance in person.held_out
    ]
    index = out / "index.html"
    index.write_text(page(TITLE, sentences), encoding="utf-8")
    return index


def sound_of(person: Person, utterance: Utterance, folder: Path) -> Path | None:
    """Find a sentence's WAV file: SPEAKER/clone/NAME.wav, SPEAKER/NAME.wav or NAME.wav in a folder."""
    name = f"{utterance.path.stem}.wav"
    places = (folder / person.speaker / CLONE / name, folder / person.speaker / name, folder / name)
    return next((path for path in places if path.is_file()), None)


def _sounds(person: Person, utterance: Utterance, today: Path, older: Path | None) -> dict[str, Path]:
    newest = sound_of(person, utterance, today)
    if newest is None:
        raise SpeechError(
            f"{today} has no {utterance.path.stem}.wav of {person.speaker}; run benchmarks/clone_quality.py with"
            " the same --speech and --work first."
        )
    before = sound_of(person, utterance, older) if older else None
    return {PERSON: utterance.path, **({OLDER: before} if before else {}), TODAY: newest}


def _sentence(person: Person, utterance: Utterance, sounds: Mapping[str, Path], out: Path) -> Sentence:
    waveforms = {title: read_prepared(path, SPEC) for title, path in sounds.items()}
    melodies = {title: track_f0(waveform) for title, waveform in waveforms.items()}
    scale = Scale.of(list(melodies.values()))
    readings: list[Reading] = []
    for number, (title, waveform) in enumerate(waveforms.items(), 1):
        sound = Path("sounds", person.speaker, f"{utterance.path.stem}-{number}.wav")
        (out / sound).parent.mkdir(parents=True, exist_ok=True)
        audio.write(out / sound, waveform, SPEC.sample_rate, synthetic=title != PERSON)
        picture = draw(melodies[title], scale, f"Melody of {title}")
        readings.append(Reading(title, quote(sound.as_posix()), len(waveform) / SPEC.sample_rate, picture))
    return Sentence(person.speaker, utterance.text, readings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv (default: TIMBRE_SPEECH)")
    parser.add_argument("--speakers", nargs="+", default=list(USER_SPEAKERS), metavar="NAME")
    parser.add_argument(
        "--work", type=Path, required=True, help="work folder of clone_quality.py: today's clones"
    )
    parser.add_argument(
        "--older", type=Path, help="an older work folder, or any folder with the WAV files of sentences"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the page and its sounds")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = _parser()
    options, folder = read_speech_options(parser, arguments)
    if options.older and not options.older.is_dir():
        parser.error(f"{options.older} is no folder; give one with WAV files with --older")
    try:
        utterances = read_manifest(folder)
        people = [choose_person(utterances, speaker) for speaker in options.speakers]
        index = write_page(people, options.work, options.older, options.out)
    except (SpeechError, audio.AudioError) as error:
        print(f"listening_page: {error}", file=sys.stderr)
        return 1
    print(index)
    return 0
