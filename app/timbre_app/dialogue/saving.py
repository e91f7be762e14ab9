"""Writes a dialogue into files while it is performed: the mix, a stem for each speaker, subtitles.

    out.wav  out.srt          the mix and its subtitles
    out.json                  when the marks of SSML are reached
    stems/Ann.wav …           each as long as the mix

Each file is whole or absent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from timbre import files
from timbre.contract import SAMPLE_RATE
from timbre.timing import TimedMark
from timbre_app.dialogue.performance import DialogueSpeech, How, PlacedLine, perform
from timbre_app.dialogue.script import Script
from timbre_app.dialogue.subtitles import SubtitleWriter, paths_of, writing_subtitles
from timbre_app.output.batch import file_name
from timbre_app.output.export import PcmWriter, SoundFileWriter
from timbre_app.output.marks_file import write_marks
from timbre_app.output.speaking import Saving, short_title


@dataclass(frozen=True)
class DialogueFiles:
    """Which files to write.

    Attributes:
        path: The mix; None writes none.
        stems: Folder of the stems; None writes none.
        saving: Kind of the sound files, and which subtitles.
        marks: The file for the times of the marks; None writes none.
    """

    path: Path | None
    stems: Path | None = None
    saving: Saving = field(default_factory=Saving)
    marks: Path | None = None


@dataclass(frozen=True)
class SavedDialogue:
    """The files that were written.

    Attributes:
        duration_s: Length of the mix.
        first_audio_s: Time from the beginning of the work to the first samples.
        total_s: Time of the work.
    """

    paths: tuple[Path, ...]
    duration_s: float
    first_audio_s: float
    total_s: float


def save_dialogue(
    script: Script,
    speech: DialogueSpeech,
    wanted: DialogueFiles,
    how: How | None = None,
    also: Sequence[PcmWriter] = (),
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> SavedDialogue:
    """Perform a script into files, and into other writers such as the loudspeaker.

    Args:
        script: The script.
        speech: Speaks its lines.
        wanted: The files.
        how: How to perform it.
        also: Writers that get the mix as well.
        on_progress: Gets the number of lines that are whole, and the number of all.
    Raises:
        RequestCancelled: if how.should_stop returned True.
        LineError: if a line cannot be spoken.
        AudioError: if no format has the suffix of the file.
        OSError: if a file cannot be written.
        ServerError: if the server is gone.
    """
    how = how or How()
    began, first_s, samples = time.perf_counter(), 0.0, 0
    speakers = script.speakers if wanted.stems is not None else ()
    marks: list[TimedMark] = []
    with ExitStack() as stack:
        mix, stems, subtitles = _open(stack, script, wanted)

        def placed(line: PlacedLine) -> None:
            for writer in subtitles:
                writer.add(line)
            marks.extend(line.marks)
            how.on_placed(line)
            on_progress(line.index + 1, len(script.lines))

        for block in perform(script.lines, speech, replace(how, stems=speakers, on_placed=placed)):
            if len(block.mix) and not samples:
                first_s = time.perf_counter() - began
            samples += len(block.mix)
            for writer in (*mix, *also):
                writer.write(block.mix)
            for speaker, pcm in block.stems.items():
                stems[speaker].write(pcm)
        if wanted.marks is not None:
            write_marks(wanted.marks, sorted(marks, key=lambda mark: mark.time_s))
    return SavedDialogue(
        tuple(_paths(script, wanted)), samples / SAMPLE_RATE, first_s, time.perf_counter() - began
    )


def stem_paths(script: Script, wanted: DialogueFiles) -> dict[str, Path]:
    """The files of the stems, by speaker; names that would be the same file get a number."""
    folder, path = wanted.stems, wanted.path
    if folder is None:
        return {}
    suffix = path.suffix if path is not None else ".wav"
    names = (
        {path.stem.casefold()} if path is not None and path.parent.resolve() == folder.resolve() else set()
    )
    paths: dict[str, Path] = {}
    for speaker in script.speakers:
        name, copy = file_name(speaker), 2
        while name.casefold() in names:
            name, copy = f"{file_name(speaker)}-{copy}", copy + 1
        names.add(name.casefold())
        paths[speaker] = folder / f"{name}{suffix}"
    return paths


def _paths(script: Script, wanted: DialogueFiles) -> list[Path]:
    mix = [] if wanted.path is None else [wanted.path, *paths_of(wanted.path, wanted.saving.subtitles)]
    marks = [] if wanted.marks is None else [wanted.marks]
    return [*mix, *marks, *stem_paths(script, wanted).values()]


class _Writers(NamedTuple):
    mix: list[PcmWriter]
    stems: dict[str, PcmWriter]
    subtitles: list[SubtitleWriter]


def _open(stack: ExitStack, script: Script, wanted: DialogueFiles) -> _Writers:
    """Open all files."""
    kind, title = wanted.saving.kind, short_title(script.lines[0].written)
    writers = _Writers([], {}, [])
    if wanted.path is not None:
        writers.mix.append(stack.enter_context(SoundFileWriter(wanted.path, SAMPLE_RATE, title, kind)))
        for path in paths_of(wanted.path, wanted.saving.subtitles):
            writers.subtitles.append(stack.enter_context(writing_subtitles(path)))
    if wanted.stems is not None:
        files.make_folder(wanted.stems)
    for speaker, path in stem_paths(script, wanted).items():
        writers.stems[speaker] = stack.enter_context(SoundFileWriter(path, SAMPLE_RATE, speaker, kind))
    return writers
