"""Making a voice of takes, as the command line and the window use it.

folder ─ read ─ check ─ archive ─▶ server: finetune ─ progress … ─▶ voice ─▶ library
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre import audio, takes
from timbre.archive import TakeFile, TakesError, pack, read_takes_folder
from timbre.voice import Voice, check_name
from timbre_app.library import VoiceLibrary

if TYPE_CHECKING:
    from timbre_app.client import TimbreClient

MIN_SPEECH_S = 10.0
"""Less speech than this cannot carry a likeness and leaves nothing to hold out."""
MIN_TAKES = 3

CONSENT_ID = "consent"
"""The take in which the person agrees to the voice; its words are kept with the voice."""

DEFAULT_LANGUAGE = "en-us"


@dataclass(frozen=True)
class CheckedTake:
    """A take and what its sound is like."""

    take: TakeFile
    report: takes.TakeReport


@dataclass(frozen=True)
class TakeSet:
    """The takes of a folder, checked.

    Attributes:
        usable: What the voice learns from.
        left_out: Takes too bad to learn from.
    """

    usable: tuple[CheckedTake, ...]
    left_out: tuple[CheckedTake, ...]

    @property
    def speech_s(self) -> float:
        """Speech in the usable takes, without silence at their ends."""
        return sum(checked.report.speech_s for checked in self.usable)

    def warnings(self) -> list[str]:
        """One line for each finding, the takes left out first."""
        lines = [f"{checked.take.id} is left out: {_first_error(checked)}" for checked in self.left_out]
        for checked in self.usable:
            lines += [f"{checked.take.id}: {issue.message}" for issue in checked.report.issues]
        return lines


@dataclass(frozen=True)
class CloneSettings:
    """How to make the voice.

    Attributes:
        name: Of the voice.
        language: As espeak names it.
        resume: Whether to go on with an unfinished clone of the same takes and settings.
        replace: Whether a voice of the same name gives way; it can be brought back.
        consent: What was said to agree, if that is not one of the takes to learn from.
        person: Who reads, if it is not the person at the keyboard; kept with the voice.
        options: More fields of `timbre_finetune.adapt.CloneOptions`, such as max_steps and seed.
    """

    name: str
    language: str = DEFAULT_LANGUAGE
    resume: bool = False
    replace: bool = False
    consent: str = ""
    person: str = ""
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Watch:
    """How the one who waits follows a clone.

    Attributes:
        on_progress: Gets each progress of the server: stage, step, max_steps, loss, eta_s and more.
        should_stop: Asked at each progress; True ends the clone, which can be resumed.
        should_finish: Asked likewise; True makes the voice of what was learned by then.
    """

    on_progress: Callable[[dict[str, Any]], None] = lambda _: None
    should_stop: Callable[[], bool] = lambda: False
    should_finish: Callable[[], bool] = lambda: False


def read_takes(
    folder: Path, only: Callable[[TakeFile], bool] = lambda _: True, kept: AbstractSet[str] = frozenset()
) -> TakeSet:
    """Read and check the takes of a folder.

    Args:
        folder: LJSpeech layout, or sound files with text files.
        only: Which takes to look at.
        kept: Ids of takes to learn from whatever the checks say.
    Raises:
        TakesError: if the folder holds no takes, or too little speech that can be used.
        AudioError: if a file is no recording.
    """
    checked = [check_file(take) for take in read_takes_folder(folder) if only(take)]
    found = TakeSet(
        tuple(item for item in checked if item.report.is_usable or item.take.id in kept),
        tuple(item for item in checked if not item.report.is_usable and item.take.id not in kept),
    )
    if not found.usable:
        raise TakesError(f"None of the {len(checked)} takes can be used: {_first_error(found.left_out[0])}")
    if found.speech_s < MIN_SPEECH_S or len(found.usable) < MIN_TAKES:
        left = f" ({len(found.left_out)} takes cannot be used)" if found.left_out else ""
        raise TakesError(
            f"The takes hold {found.speech_s:.0f} s of speech in {len(found.usable)} recordings{left}: record at "
            f"least {MIN_SPEECH_S:.0f} s in {MIN_TAKES}, better ten sentences or more."
        )
    return found


def check_file(take: TakeFile) -> CheckedTake:
    """Check one take's sound.

    Raises:
        AudioError: if the file is no recording.
    """
    waveform, sample_rate = load_native(take.path)
    return CheckedTake(take, takes.check_take(waveform, sample_rate, take.text))


def load_native(path: Path) -> tuple[Any, int]:
    """A recording at its own rate: (n,) float32 and the rate in Hz.

    Raises:
        AudioError: if the file is no recording.
    """
    import soundfile

    try:
        sample_rate = int(soundfile.info(path).samplerate)
    except (soundfile.LibsndfileError, RuntimeError):
        sample_rate = 22_050  # load says what is wrong
    return audio.load(path, sample_rate), sample_rate


def clone(
    found: TakeSet,
    settings: CloneSettings,
    client: TimbreClient,
    library: VoiceLibrary,
    watch: Watch | None = None,
) -> Voice:
    """Make a voice and keep it in the library.

    Args:
        found: From read_takes.
        settings: Name and options.
        client: To the server.
        library: Where the voice is kept.
        watch: Who follows it.
    Raises:
        VoiceError: if the name cannot be used or is taken.
        CloneError, TakesError: if no voice can be made of the takes.
        RequestCancelled: if the watch's should_stop said so.
        ServerError: if the server is gone; the clone can be resumed.
    """
    if not settings.replace:
        library.check_new_name(settings.name)
    voice = make_voice(found, settings, client, watch)
    library.add(voice, settings.replace)
    return voice


def make_voice(
    found: TakeSet, settings: CloneSettings, client: TimbreClient, watch: Watch | None = None
) -> Voice:
    """Make a voice that is kept nowhere yet; arguments and errors are those of `clone`."""
    from timbre_app.streams import CloneError, RequestCancelled

    name = check_name(settings.name)
    archive = pack([checked.take for checked in found.usable])
    consent = settings.consent or next(
        (checked.take.text for checked in found.usable if checked.take.id == CONSENT_ID), ""
    )
    options = {"name": name, "language": settings.language, "consent": consent, **dict(settings.options)}
    watch, finishing = watch or Watch(), False
    with client.clone(archive, {**options, "resume": settings.resume}) as stream:
        for item in stream:
            if isinstance(item, bytes):
                return _with_person(Voice.from_bytes(item, "What the server sent"), settings.person)
            watch.on_progress(item)
            if watch.should_stop():
                raise RequestCancelled("The clone was cancelled; its progress is kept.")
            if not finishing and watch.should_finish():
                finishing = True  # a clone that has learned more than it is asked for ends at once
                stream.ask_anew({**options, "resume": True, "max_steps": 1})
    raise CloneError("The server ended the clone without a voice; try again.")


def _with_person(voice: Voice, person: str) -> Voice:
    return replace(voice, provenance={**voice.provenance, "person": person}) if person else voice


def _first_error(checked: CheckedTake) -> str:
    return next((issue.message for issue in checked.report.issues if issue.severity == "error"), "")


def summarize_report(voice: Voice) -> Sequence[str]:
    """The voice's quality report as lines for a person."""
    lines: list[str] = []
    verdict = voice.report.get("verdict")
    if verdict:
        lines.append(str(verdict))
    for key, label in REPORT_LABELS.items():
        value = voice.report.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            lines.append(f"{label}: {value:.3g}")
    advice = voice.report.get("advice")
    lines += [str(line) for line in (advice if isinstance(advice, list) else [advice] if advice else [])]
    return lines


REPORT_LABELS = {
    "similarity": "similarity (0 = another speaker, 1 = the person's own takes)",
    "nearest_similarity": "similarity of the untuned nearest speaker",
    "character_error_rate": "character error rate",
}
