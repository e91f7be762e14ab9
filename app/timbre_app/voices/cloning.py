"""Makes a voice of takes, for the command line and the window.

order ─ name ─ takes ─ check ─ archive ─▶ server: finetune ─ progress … ─▶ voice ─▶ library
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from timbre import audio
from timbre.archive import (
    CONSENT_ID,
    LEAST_SKETCH_S,
    LEAST_SPEECH_S,
    LEAST_TAKES,
    TakeFile,
    TakesError,
    pack,
    read_takes_folder,
)
from timbre.messages import Message
from timbre.takes import TakeReport, check_take
from timbre.voice import Voice, VoiceError, check_name
from timbre_app.server.errors import ServerLostError, StubCrashError
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.order import CloneOrder
from timbre_app.voices.sketches import gives_way

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient

MAX_FAILURES = 3
"""How often in a row a clone that lost its server or process is tried again, if it made no step in between."""
RESUMING = "resuming"
"""The stage in the progress of a clone that is tried again."""


@dataclass(frozen=True)
class CheckedTake:
    """A take and the report on its sound."""

    take: TakeFile
    report: TakeReport


@dataclass(frozen=True)
class TakeSet:
    """The takes of a folder, checked.

    Attributes:
        usable: Takes that the voice learns from.
        left_out: Takes too bad to learn from.
    """

    usable: tuple[CheckedTake, ...]
    left_out: tuple[CheckedTake, ...]

    @property
    def consent(self) -> CheckedTake | None:
        """The take in which the person agrees, if it is one of the usable takes."""
        return next((checked for checked in self.usable if checked.take.id == CONSENT_ID), None)

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


class KeptVoice(NamedTuple):
    """A new voice in the library, and the key that brings back the voice that it replaced, if any."""

    voice: Voice
    replaced_key: str = ""


@dataclass(frozen=True)
class Watch:
    """The callbacks with which a caller follows and controls a clone.

    Attributes:
        on_progress: Gets each progress of the server: stage, step, max_steps, loss, eta_s and more.
        should_stop: Called at each progress; True ends the clone, which can be resumed.
        should_finish: Called likewise; True ends the training early and makes the voice.
    """

    on_progress: Callable[[dict[str, Any]], None] = lambda _: None
    should_stop: Callable[[], bool] = lambda: False
    should_finish: Callable[[], bool] = lambda: False


def prepare(order: CloneOrder, library: VoiceLibrary) -> TakeSet:
    """Check the name of an order and read its takes, before any server is needed.

    Raises:
        VoiceError: if the name cannot be used or is taken.
        TakesError, AudioError: see `read_takes`.
    """
    if order.replace or gives_way(library, order.name, order.takes):
        check_name(order.name)
    else:
        library.check_new_name(order.name)
    return read_takes(order.takes, order.left_out, order.kept, for_sketch=order.sketch)


def read_takes(
    folder: Path,
    left_out: AbstractSet[str] = frozenset(),
    kept: AbstractSet[str] = frozenset(),
    for_sketch: bool = False,
) -> TakeSet:
    """Read and check the takes of a folder.

    Args:
        folder: LJSpeech layout, or sound files with text files.
        left_out: Ids of takes that are not read.
        kept: Ids of takes to learn from even if a check finds them unusable.
        for_sketch: Whether a sketch is made of them, for which one take with a little speech is enough.
    Raises:
        TakesError: if the folder holds no takes, or too little speech that can be used.
        AudioError: if a file is no recording.
    """
    checked = [check_file(take) for take in read_takes_folder(folder) if take.id not in left_out]
    takes = TakeSet(
        tuple(item for item in checked if item.report.is_usable or item.take.id in kept),
        tuple(item for item in checked if not item.report.is_usable and item.take.id not in kept),
    )
    if not takes.usable:
        raise TakesError(
            "None of the {count} takes can be used: {reason}",
            count=len(checked),
            reason=_first_error(takes.left_out[0]),
        )
    least_s, least_takes = (LEAST_SKETCH_S, 1) if for_sketch else (LEAST_SPEECH_S, LEAST_TAKES)
    if takes.speech_s < least_s or len(takes.usable) < least_takes:
        raise _too_little(takes, least_s, least_takes)
    return takes


def _too_little(takes: TakeSet, least_s: float, least_takes: int) -> TakesError:
    shortage = Message.of(
        "The takes hold {seconds:.0f} s of speech in {count} recordings: record at least {least_seconds:.0f} s in "
        "{least_takes}, better ten sentences or more.",
        seconds=takes.speech_s,
        count=len(takes.usable),
        least_seconds=least_s,
        least_takes=least_takes,
    )
    if not takes.left_out:
        return TakesError(shortage)
    return TakesError(
        "{shortage} ({count} takes cannot be used)", shortage=shortage, count=len(takes.left_out)
    )


def check_file(take: TakeFile) -> CheckedTake:
    """Check one take's sound.

    Raises:
        AudioError: if the file is no recording.
    """
    waveform, sample_rate = load_native(take.path)
    return CheckedTake(take, check_take(waveform, sample_rate, take.text))


def load_native(path: Path) -> tuple[Any, int]:
    """Load a recording at its own rate; returns samples, (n,) float32, and the rate in Hz.

    Raises:
        AudioError: if the file is no recording.
    """
    import soundfile

    try:
        sample_rate = int(soundfile.info(path).samplerate)
    except (soundfile.LibsndfileError, RuntimeError):
        sample_rate = 22_050  # any rate will do: audio.load raises an error that says what is wrong
    return audio.load(path, sample_rate), sample_rate


def clone(
    order: CloneOrder,
    takes: TakeSet,
    client: TimbreClient,
    library: VoiceLibrary,
    watch: Watch | None = None,
) -> KeptVoice:
    """Make a voice and keep it in the library, with a note of the takes that it was made of.

    Args:
        order: The voice to make.
        takes: From `prepare`.
        client: The client of the server.
        library: The library that gets the voice.
        watch: Follows the clone, and may stop it.
    Returns:
        The voice; if another program has taken its name meanwhile, it has that name with a number.
    Raises:
        VoiceError: if the voice cannot be written; before it is made, if the disk is full.
        CloneError, TakesError: if no voice can be made of the takes.
        RequestCancelled: if the watch's should_stop returned True.
        ServerError: if the server is gone; the clone can be resumed.
    """
    with library.room():
        voice = make_voice(order, takes, client, watch)
    while True:
        if not order.replace and not gives_way(library, voice.name, order.takes):
            voice = replace(voice, name=library.free_name(voice.name))
        try:
            return KeptVoice(voice, keep(order, voice, library, takes.consent))
        except VoiceError:
            is_taken = library.has(voice.name) and library.find(voice.name).id != voice.id
            if order.replace or not is_taken:
                raise


def keep(order: CloneOrder, voice: Voice, library: VoiceLibrary, consent: CheckedTake | None = None) -> str:
    """Save a new voice with a note of its takes and a copy of the recorded consent.

    A sketch of the same takes gives way to it for good.

    Returns:
        The key that brings back the voice that it replaced; empty if there was none, or only such a sketch.
    Raises:
        VoiceError: see `clone`.
    """
    older_key = ""
    if gives_way(library, voice.name, order.takes):
        library.deleted.drop(library.replace(voice))
    elif order.replace:
        older_key = library.replace(voice)
    else:
        library.add(voice)
    library.note_takes(voice.id, order.takes)
    if consent is not None:
        library.keep_consent(voice.id, consent.take.path)
    return older_key


def keep_sketch(
    order: CloneOrder, sketch: Voice, library: VoiceLibrary, consent: CheckedTake | None = None
) -> None:
    """Save a sketch, unless a voice that is no sketch of the same takes has its name."""
    if gives_way(library, sketch.name, order.takes) or not library.has(sketch.name):
        keep(order, sketch, library, consent)


def make_voice(order: CloneOrder, takes: TakeSet, client: TimbreClient, watch: Watch | None = None) -> Voice:
    """Make a voice without saving it; arguments and errors are those of `clone`."""
    archive = pack([checked.take for checked in takes.usable])
    options = {
        "name": check_name(order.name),
        "language": order.language,
        "consent": order.consent,
        "job_id": _job_id(order),
        **({"learns_consent": False} if not order.learns_consent else {}),
        **dict(order.options),
        **({"max_steps": 0} if order.sketch else {}),
    }
    attempt = _Attempt(client, archive, options, watch or Watch(), order.resume)
    while True:
        try:
            return _with_person(attempt.voice(), order.person)
        except (ServerLostError, StubCrashError) as error:
            if not attempt.may_go_on() or not client.recover(error):
                raise
            attempt.watch.on_progress({"stage": RESUMING})


def _job_id(order: CloneOrder) -> str:
    """Make the id of the job. The same folder, name and language give the same id: the server finds its results again.

    The server itself checks which takes are new, and whether a checkpoint was learned from the same takes.
    """
    parts = [platform.node(), str(order.takes.resolve()), order.name, order.language]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


class _Attempt:
    """A clone that goes on where it stopped when the server or the clone's process was lost."""

    def __init__(
        self, client: TimbreClient, archive: bytes, options: Mapping[str, Any], watch: Watch, resume: bool
    ) -> None:
        self.watch = watch
        self._client, self._archive, self._options, self._resume = client, archive, options, resume
        self._finishing = self._moved = False
        self._failures = 0

    def may_go_on(self) -> bool:
        """Whether to try again: yes, unless the clone failed several times without a step in between."""
        self._failures = 1 if self._moved else self._failures + 1
        self._moved, self._resume, self._finishing = False, True, False
        return self._failures <= MAX_FAILURES

    def voice(self) -> Voice:
        """Start the clone or go on with it; errors are those of make_voice."""
        from timbre_app.client.streams import CloneError, RequestCancelled

        options = {**self._options, "resume": self._resume}
        with self._client.clone(self._archive, options) as stream:
            for item in stream:
                if isinstance(item, bytes):
                    return Voice.from_bytes(item, "What the server sent")
                self._moved |= bool(item.get("step"))
                self.watch.on_progress(item)
                if self.watch.should_stop():
                    raise RequestCancelled("The clone was cancelled; its progress is kept.")
                if not self._finishing and self.watch.should_finish():
                    self._finishing = True  # a clone that has made more steps than max_steps ends at once
                    stream.ask_anew({**options, "resume": True, "max_steps": 1})
        raise CloneError("The server ended the clone without a voice; try again.")


def _with_person(voice: Voice, person: str) -> Voice:
    return replace(voice, provenance={**voice.provenance, "person": person}) if person else voice


def _first_error(checked: CheckedTake) -> Message:
    return next(issue.message for issue in checked.report.issues if issue.severity == "error")


def summarize_report(voice: Voice) -> Sequence[str]:
    """The voice's quality report as lines for a person."""
    lines: list[str] = []
    nearest = voice.provenance_text("nearest_speaker")
    verdict = voice.report.get("verdict")
    if verdict:
        lines.append(str(verdict))
    for key, label in REPORT_LABELS.items():
        value = voice.report.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            lines.append(f"{label.format(nearest)}: {value:.3g}")
    start = voice.provenance_text("start")
    if start:
        lines.append(f"start: {START_LABELS.get(start, start).format(nearest)}")
    advice = voice.report.get("advice")
    lines += [str(line) for line in (advice if isinstance(advice, list) else [advice] if advice else [])]
    return lines


START_LABELS = {
    "computed": "the embedding computed from the takes",
    "hybrid": "the nearest speaker, {0}, and the embedding computed from the takes",
    "nearest": "the nearest speaker, {0}",
}
REPORT_LABELS = {
    "similarity": "similarity (0 = another speaker, 1 = the person's own takes)",
    "nearest_similarity": "similarity of the untuned nearest speaker, {0}",
}
