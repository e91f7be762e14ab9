"""The library on disk, as the window shows it."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre.messages import Message
from timbre_app.studio.backstage.traits import speaker_traits, voice_traits
from timbre_app.studio.items import DeletedItem, TakeItem, VoiceDetail, VoiceItem, VoiceReport, WaitingItem
from timbre_app.studio.language import name_order, translated

if TYPE_CHECKING:
    import numpy as np

    from timbre.voice import Voice
    from timbre_app.voices.library import BrokenVoice, VoiceLibrary
    from timbre_app.voices.notes import VoiceNotes
    from timbre_app.voices.order import CloneOrder

BROKEN = "file:"
"""Begins the id of a voice file that cannot be read; the name of the file follows."""
BASE = "base:"
"""Begins the id of a speaker of the base model, such as the sample voice."""
SAMPLE_KEY = "sample"
LIKENESS = {"good": Message.of("Good"), "fair": Message.of("Fair"), "poor": Message.of("Poor")}


class StudioVoices:
    """The library on disk; the error of a call is one sentence for the person.

    Args of the constructor:
        with_sample: Whether the list has the sample voice too, behind the person's own.
    """

    def __init__(self, with_sample: bool = False) -> None:
        from timbre_app.voices.library import VoiceLibrary
        from timbre_app.voices.sample import SampleVoice

        self._library: VoiceLibrary = VoiceLibrary()
        self._sample = SampleVoice() if with_sample else None

    @property
    def folder(self) -> Path:
        """Folder of the voices, to be watched for changes by other programs."""
        return self._library.folder

    def list(self) -> list[VoiceItem]:
        """Voices by name, those that cannot speak any more too; the sample voice; the files that cannot be read."""
        from timbre_app.voices.outdated import is_outdated, own_base_id

        library, base_id = self._library, own_base_id()
        library.deleted.purge()
        voices: list[VoiceItem] = []
        for voice in library.voices():
            notes = library.notes.read(voice.id)
            item = voice_item(voice, notes)
            voices.append(_outdated(item, notes) if is_outdated(voice, base_id) else item)
        in_order = name_order()
        voices.sort(key=lambda item: in_order(item.name))
        return [*voices, *self._samples()] + [_broken_item(broken) for broken in library.broken()]

    def waiting(self) -> tuple[WaitingItem, ...]:
        """Recordings that no voice was made from yet, the latest first."""
        from timbre import paths
        from timbre_app.takes.recordings import RecordingError, RecordingSession, list_sessions

        items: list[WaitingItem] = []
        for folder in list_sessions(paths.takes_dir()):
            with contextlib.suppress(RecordingError):  # the Record page tells what is wrong with it
                session = RecordingSession.read(folder)
                if session.takes and session.takes_in_voice == 0:
                    items.append(WaitingItem(session.voice_name, len(session.takes), folder))
        return tuple(items)

    def detail(self, voice_id: str) -> VoiceDetail:
        """Report, takes and traits of a voice."""
        if voice_id.startswith(BROKEN):
            return VoiceDetail()
        if voice_id.startswith(BASE):
            return VoiceDetail(traits=speaker_traits(voice_id.removeprefix(BASE)))
        voice = self._find(voice_id)
        folder = takes_folder(voice, self._library.notes.read(voice.id))
        takes = _takes(folder) if folder else ()
        return VoiceDetail(voice_report(voice), takes, folder, voice_traits(voice))

    def take_sound(self, path: Path) -> tuple[np.ndarray, int]:
        """Sound of a take: (n,) int16, and its rate in Hz."""
        import soundfile

        from timbre.voice import VoiceError

        try:
            samples, sample_rate = soundfile.read(path, dtype="int16", always_2d=True)
        except (OSError, RuntimeError) as error:
            raise VoiceError(
                "The take {file} cannot be played: it is missing or broken.", file=path.name
            ) from error
        return samples[:, 0], int(sample_rate)

    def is_taken(self, order: CloneOrder) -> bool:
        """Whether a voice has the name of an order; a sketch of the same takes does not count, since it gives way."""
        from timbre_app.voices.sketches import gives_way

        library = self._library
        return library.has(order.name) and not gives_way(library, order.name, order.takes)

    def rename(self, voice_id: str, name: str) -> None:
        """Give a voice another name."""
        self._find(voice_id)
        self._library.rename(voice_id, name)

    def set_notes(self, voice_id: str, tags: Sequence[str], notes: str) -> None:
        """Keep tags and notes."""
        from timbre_app.voices.notes import MAX_NOTES_LENGTH, clean_tags

        old_notes = self._library.notes.read(voice_id)
        new_notes = dataclasses.replace(old_notes, tags=clean_tags(tags), notes=notes[:MAX_NOTES_LENGTH])
        self._library.notes.write(voice_id, new_notes)

    def duplicate(self, voice_id: str) -> VoiceItem:
        """Copy a voice under a name with a number."""
        name = self._library.free_name(self._find(voice_id).name)
        copy = self._library.duplicate(voice_id, name)
        return voice_item(copy, self._library.notes.read(copy.id))

    def delete(self, voice_id: str) -> str:
        """Delete a voice; returns the key that brings it back."""
        if voice_id.startswith(BROKEN):
            return self._library.put_away_file(voice_id.removeprefix(BROKEN))
        if self._sample is not None and voice_id == self._sample.id:
            self._sample.remove()
            return SAMPLE_KEY
        self._find(voice_id)
        return self._library.put_away(voice_id)

    def deleted(self) -> list[DeletedItem]:
        """Voices that can be brought back, the latest first."""
        deleted = [
            DeletedItem(voice.key, voice.name, voice.deleted_s) for voice in self._library.deleted.list()
        ]
        removed_s = self._sample.removed_s if self._sample is not None else None
        return deleted if removed_s is None else [*deleted, DeletedItem(SAMPLE_KEY, sample_name(), removed_s)]

    def bring_back(self, key: str, instead_of: str = "") -> VoiceItem | None:
        """Undo `delete`, or undo a clone that replaced a voice; `instead_of` is the id of that clone.

        Returns None if the file cannot be read as a voice.
        """
        if key == SAMPLE_KEY and self._sample is not None:
            self._sample.bring_back()
            return next(iter(self._samples()), None)
        voice = self._library.bring_back(key, instead_of)
        return voice_item(voice, self._library.notes.read(voice.id)) if voice else None

    def order_again(self, voice_id: str) -> CloneOrder:
        """Order to make a voice again: its name, language and consent, and the takes that were kept with it."""
        from timbre.voice import VoiceError
        from timbre_app.voices.outdated import WITHOUT_TAKES, order_again

        voice = self._find(voice_id)
        order = order_again(voice, self._library.notes.read(voice.id))
        if order is None:
            raise VoiceError(WITHOUT_TAKES)
        return order

    def export(self, voice_id: str, path: Path) -> None:
        """Copy a voice with its tags and notes to a file; the dialog has asked about an existing one."""
        self._find(voice_id)
        self._library.export(voice_id, path, replace=True)

    def import_file(self, path: Path) -> VoiceItem:
        """Import a voice file; a name that exists already gets a number behind it."""
        from timbre.voice import Voice

        name = self._library.free_name(Voice.load(path).name)
        voice = self._library.import_file(path, name)
        return voice_item(voice, self._library.notes.read(voice.id))

    def _samples(self) -> Sequence[VoiceItem]:
        sample_id = self._sample.id if self._sample is not None else None
        return [VoiceItem(sample_id, sample_name(), language="en-us", is_bundled=True)] if sample_id else []

    def _find(self, voice_id: str) -> Voice:
        from timbre.voice import VoiceError

        try:
            return self._library.find(voice_id)
        except VoiceError as error:
            raise VoiceError("This voice is gone: another program has deleted it.") from error


def sample_name() -> str:
    """The sample voice's name in the window's language."""
    return translated(Message.of("Sample voice"))


def voice_item(voice: Voice, notes: VoiceNotes | None = None) -> VoiceItem:
    """A voice as the list shows it."""
    from timbre_app.voices.sketches import is_sketch

    tags, text = (notes.tags, notes.notes) if notes else ((), "")
    return VoiceItem(
        voice.id,
        voice.name,
        voice.created,
        voice.language,
        _verdict(voice),
        tags=tags,
        notes=text,
        pauses=voice.delivery.between_sentences,
        is_sketch=is_sketch(voice),
    )


def _verdict(voice: Voice) -> Message | None:
    likeness, advice = (str(voice.report.get(key) or "") for key in ("verdict", "advice"))
    if likeness not in LIKENESS:
        return Message(advice) if advice else None
    return Message.of("{likeness} likeness. {advice}", likeness=LIKENESS[likeness], advice=Message(advice))


def voice_report(voice: Voice) -> VoiceReport:
    """What the voice's file says about how it was made."""
    return VoiceReport(
        similarity=_number(voice.report, "similarity"),
        nearest_similarity=_number(voice.report, "nearest_similarity"),
        take_count=None if (takes := _number(voice.provenance, "takes")) is None else round(takes),
        speech_s=_number(voice.provenance, "speech_s"),
        seconds=_number(voice.report, "seconds"),
        consent=voice.provenance_text("consent"),
        start=voice.provenance_text("start"),
        nearest_speaker=voice.provenance_text("nearest_speaker"),
    )


def takes_folder(voice: Voice, notes: VoiceNotes) -> Path | None:
    """Find the takes of a voice: the folder in its notes, otherwise recordings under the voice's name."""
    from timbre import paths
    from timbre_app.takes.recordings import METADATA_FILE, RecordingError, RecordingSession, list_sessions
    from timbre_app.voices.outdated import kept_takes

    noted_takes = kept_takes(notes)
    if noted_takes is not None:
        return noted_takes.folder
    for folder in list_sessions(paths.takes_dir()):
        try:
            session = RecordingSession.read(folder)
        except RecordingError:
            continue
        if session.voice_name.casefold() == voice.name.casefold() and (folder / METADATA_FILE).is_file():
            return folder
    return None


def _takes(folder: Path) -> tuple[TakeItem, ...]:
    import soundfile

    from timbre.archive import TakesError, read_takes_folder

    try:
        files = read_takes_folder(folder)
    except TakesError:
        return ()
    items: list[TakeItem] = []
    for file in files:
        try:
            duration_s = float(soundfile.info(file.path).duration)
        except (OSError, RuntimeError):
            duration_s = 0.0
        items.append(TakeItem(file.path, file.text, duration_s))
    return tuple(items)


def _outdated(item: VoiceItem, notes: VoiceNotes) -> VoiceItem:
    from timbre_app.voices.outdated import WITH_TAKES, WITHOUT_TAKES, kept_takes

    has_takes = kept_takes(notes) is not None
    problem = WITH_TAKES if has_takes else WITHOUT_TAKES
    return dataclasses.replace(item, problem=problem, can_be_made_again=has_takes)


def _broken_item(broken: BrokenVoice) -> VoiceItem:
    name = broken.path.name
    arguments = {
        key: name if value == str(broken.path) else value for key, value in broken.reason.arguments.items()
    }
    return VoiceItem(f"{BROKEN}{name}", broken.path.stem, problem=Message(broken.reason.template, arguments))


def _number(fields: Mapping[str, Any], key: str) -> float | None:
    value = fields.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
