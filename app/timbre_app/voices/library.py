"""The person's voices: files in one folder, found by name.

    <home>/voices/<name>.timbre     see timbre.voice
    <home>/voices/.notes/           see timbre_app.voices.notes
    <home>/voices/.consent/         see timbre_app.voices.consent_folder
    <home>/voices/.deleted/         see timbre_app.voices.deleted

Two names that differ only in capitals are the same name. Nothing is overwritten unless the caller asks
for it, even if two programs add a voice at the same moment.
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
import uuid
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from timbre import files, full_disk, paths
from timbre.messages import Message
from timbre.voice import MAX_NAME_LENGTH, SUFFIX, Voice, VoiceError, check_name
from timbre_app.trash import original_name
from timbre_app.voices.consent_folder import ConsentFolder
from timbre_app.voices.deleted import DeletedVoices
from timbre_app.voices.notes import NotesFolder, pack_notes, unpack_notes

# Characters that some systems refuse in the name of a file, and names that Windows reserves.
_FOREIGN = re.compile(r'[<>:"|?*%]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)', re.IGNORECASE)

ROOM_BYTES = 2 << 20
"""For a voice, its note, and the recording in which its person agrees."""


@dataclass(frozen=True)
class BrokenVoice:
    """A file among the voices that cannot be used, and why."""

    path: Path
    reason: Message


class VoiceLibrary:
    """The voices of a folder. Every call reads the disk, so several programs may share the folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or paths.voices_dir()
        self.notes = NotesFolder(self.folder)
        self.deleted = DeletedVoices(self.folder)
        self.consents = ConsentFolder(self.folder)

    def voices(self) -> list[Voice]:
        """All voices, by name; broken files are left out."""
        return [voice for _, voice in self._entries()]

    def broken(self) -> list[BrokenVoice]:
        """The files that have the suffix of a voice but cannot be read as one."""
        voices: list[BrokenVoice] = []
        for path in self._files():
            try:
                Voice.load(path)
            except VoiceError as error:
                voices.append(BrokenVoice(path, error.message))
        return voices

    def find(self, name: str) -> Voice:
        """A voice by name or id; capitals matter only if nothing else tells two apart.

        Raises:
            VoiceError: if there is none.
        """
        return self._entry(name)[1]

    def path(self, name: str) -> Path:
        """The file of a voice.

        Raises:
            VoiceError: if there is none of that name.
        """
        return self._entry(name)[0]

    def has(self, name: str) -> bool:
        """Whether a voice of that name exists."""
        wanted = check_name(name).casefold()
        return any(voice.name.casefold() == wanted for _, voice in self._entries())

    def check_new_name(self, name: str) -> str:
        """Check the name of a new voice; returns the name as it will be saved.

        Raises:
            VoiceError: if it cannot be used or is taken.
        """
        clean_name = check_name(name)
        if self.has(clean_name):
            raise VoiceError("There is already a voice named {name!r}: choose another name.", name=clean_name)
        return clean_name

    def free_name(self, name: str) -> str:
        """Find a free name: this one, or this one with a number if it is taken.

        Raises:
            VoiceError: if it cannot be used.
        """
        clean_name = check_name(name)
        names = {voice.name.casefold() for _, voice in self._entries()}
        number, candidate = 1, clean_name
        while candidate.casefold() in names:
            number += 1
            candidate = f"{clean_name[: MAX_NAME_LENGTH - 5]} {number}"
        return candidate

    def add(self, voice: Voice, replace: bool = False) -> Path:
        """Save a voice; returns its file.

        Args:
            voice: The voice to save.
            replace: Whether to replace a voice of the same name; that one can be brought back.
        Raises:
            VoiceError: if the name is taken, or the file cannot be written.
        """
        if replace:
            self.replace(voice)
        elif self._named(voice.name):
            raise VoiceError("There is already a voice named {name!r}: choose another name.", name=voice.name)
        else:
            self._put(voice, [], overwrite=False)
        return self.folder / file_name(voice.name)

    @contextlib.contextmanager
    def room(self) -> Generator[None]:
        """Hold room on the disk while a voice is made; see timbre.files.room.

        Raises:
            VoiceError: if there is too little.
        """
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(files.room(self.folder, ROOM_BYTES))
            except OSError as error:
                raise self._unwritable(error) from error
            yield

    def replace(self, voice: Voice) -> str:
        """Save a voice in place of the one of its name, which stays until then and can be brought back.

        Returns:
            The key that brings the older one back; empty if there was none.
        Raises:
            VoiceError: if the older one cannot be put away or the file cannot be written; nothing has changed then.
        """
        older = self._named(voice.name)
        keys = [self.deleted.put_copy(path) for path, _ in older]
        try:
            self._put(voice, older, overwrite=True)
        except VoiceError:
            for key in keys:
                self.deleted.drop(key)
            raise
        return keys[0] if keys else ""

    def rename(self, name: str, new_name: str) -> Voice:
        """Give a voice another name; returns it.

        Raises:
            VoiceError: if there is no such voice, or the new name cannot be used.
        """
        path, voice = self._entry(name)
        clean_name = check_name(new_name)
        if any(other.name.casefold() == clean_name.casefold() for at, other in self._entries() if at != path):
            raise VoiceError("There is already a voice named {name!r}: choose another name.", name=clean_name)
        renamed = dataclasses.replace(voice, name=clean_name)
        target = self.folder / file_name(clean_name)
        same_file = target.name.casefold() == path.name.casefold()
        self._write(renamed, target, overwrite=same_file)
        _forget(path, target)
        return renamed

    def delete(self, name: str) -> None:
        """Remove a voice for good.

        Raises:
            VoiceError: if there is none of that name, or it cannot be removed.
        """
        path = self._entry(name)[0]
        try:
            path.unlink()
        except OSError as error:
            raise VoiceError(
                "The voice {name!r} cannot be deleted: {reason}.", name=name, reason=error.strerror or error
            ) from error

    def put_away(self, name: str) -> str:
        """Delete a voice so that `bring_back` finds it again; returns the key for that.

        Raises:
            VoiceError: if there is none of that name, or it cannot be moved.
        """
        return self.deleted.put(self._entry(name)[0])

    def put_away_file(self, file: str) -> str:
        """Do the same as `put_away`, for a file among the voices that cannot be read."""
        return self.deleted.put(self.folder / Path(file).name)

    def bring_back(self, key: str, instead_of: str = "") -> Voice | None:
        """Undo `put_away` or `replace`; a voice whose name was taken meanwhile gets a number.

        Args:
            key: The key that one of these returned.
            instead_of: Id of the voice to put away for it, if that voice is still there.
        Returns:
            The voice; None if its file cannot be read.
        Raises:
            VoiceError: if it was removed for good, or cannot be written.
        """
        path = self.deleted.path(key)
        try:
            voice = Voice.load(path)
        except VoiceError:
            files.place(path, self.folder / original_name(key), overwrite=False)
            return None
        for at, other in self._entries():
            if other.id == instead_of:
                self.deleted.put(at)
        voice = dataclasses.replace(voice, name=self.free_name(voice.name))
        if any(other.id == voice.id for _, other in self._entries()):
            voice = dataclasses.replace(voice, id=uuid.uuid4().hex)
        self.add(voice)
        path.unlink(missing_ok=True)
        return voice

    def duplicate(self, name: str, new_name: str) -> Voice:
        """Copy a voice under another name, with its tags and notes.

        Raises:
            VoiceError: if there is no such voice, or the new name cannot be used.
        """
        voice = self.find(name)
        copy = dataclasses.replace(voice, name=new_name, id=uuid.uuid4().hex)
        self.add(copy)
        self.notes.write(copy.id, self.notes.read(voice.id))
        recording = self.consents.find(voice.id)
        if recording is not None:
            self.keep_consent(copy.id, recording)
        return copy

    def export(self, name: str, path: Path, replace: bool = False) -> Path:
        """Copy a voice with its tags and notes to a file, or into a folder; returns the file.

        Raises:
            VoiceError: if there is no such voice, the file exists, or it cannot be written.
        """
        voice = self.find(name)
        target = path / file_name(voice.name) if path.is_dir() else path
        if target.exists() and not replace:
            raise VoiceError("{path} already exists: choose another name.", path=target)
        pack_notes(voice, self.notes.read(voice.id)).save(target)
        return target

    def import_file(self, path: Path, name: str | None = None, replace: bool = False) -> Voice:
        """Add the voice of a file; returns the voice.

        Args:
            path: The file.
            name: Another name for the voice.
            replace: Whether to replace a voice of the same name.
        Raises:
            VoiceError: if the file is not a voice, or the name is taken.
        """
        voice, notes = unpack_notes(Voice.load(path))
        voice = dataclasses.replace(voice, name=voice.name if name is None else name)
        if any(v.id == voice.id and v.name.casefold() != voice.name.casefold() for _, v in self._entries()):
            voice = dataclasses.replace(voice, id=uuid.uuid4().hex)
        self.add(voice, replace)
        if notes.tags or notes.notes:
            self.notes.write(voice.id, notes)
        return voice

    def note_takes(self, voice_id: str, folder: Path) -> None:
        """Note the folder of the recordings that a voice was made of.

        Raises:
            VoiceError: if the note cannot be written.
        """
        self.notes.write(
            voice_id, dataclasses.replace(self.notes.read(voice_id), takes=str(folder.resolve()))
        )

    def keep_consent(self, voice_id: str, recording: Path) -> None:
        """Keep a copy of the recording in which the person agrees to a voice.

        Raises:
            VoiceError: if it cannot be copied.
        """
        known_ids = {voice.id for voice in self.voices()} | self.deleted.ids()
        self.consents.keep(voice_id, recording, known_ids)

    def _named(self, name: str) -> list[tuple[Path, Voice]]:
        return [entry for entry in self._entries() if entry[1].name.casefold() == name.casefold()]

    def _put(self, voice: Voice, older: Sequence[tuple[Path, Voice]], overwrite: bool) -> None:
        """Write a voice, and give it the notes of the voices that it replaces."""
        target = self.folder / file_name(voice.name)
        self._write(voice, target, overwrite)
        for path, other in older:
            _forget(path, target)
            self._hand_on_notes(other.id, voice.id)

    def _hand_on_notes(self, old_id: str, new_id: str) -> None:
        """Give a new voice the notes of the voice that it replaces."""
        notes = self.notes.read(old_id)
        if old_id != new_id and (notes.tags or notes.notes):
            self.notes.write(new_id, notes)

    def _files(self) -> list[Path]:
        try:
            return sorted(
                path for path in self.folder.iterdir() if path.suffix == SUFFIX and path.name[0] != "."
            )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise VoiceError(
                "The voices in {folder} cannot be read: {reason}.",
                folder=self.folder,
                reason=error.strerror or error,
            ) from error

    def _entries(self) -> list[tuple[Path, Voice]]:
        entries: list[tuple[Path, Voice]] = []
        for path in self._files():
            try:
                entries.append((path, Voice.load(path)))
            except VoiceError:
                continue  # `broken` lists this file
        return sorted(entries, key=lambda entry: entry[1].name.casefold())

    def _entry(self, name: str) -> tuple[Path, Voice]:
        entries = self._entries()
        wanted = check_name(name)
        for matches in (
            [entry for entry in entries if wanted == entry[1].name],
            [entry for entry in entries if wanted.casefold() == entry[1].name.casefold()],
            [entry for entry in entries if wanted == entry[1].id],
        ):
            if matches:
                return matches[0]
        if not entries:
            raise VoiceError(
                "There is no voice named {name!r}; there are none yet, make one with `timbre clone`.",
                name=wanted,
            )
        names = ", ".join(voice.name for _, voice in entries[:8]) + (", …" if len(entries) > 8 else "")
        raise VoiceError("There is no voice named {name!r}; there are {names}.", name=wanted, names=names)

    def _write(self, voice: Voice, target: Path, overwrite: bool) -> None:
        data = voice.to_bytes()
        try:
            files.make_folder(self.folder)
            files.sweep(self.folder)
            files.write(target, data, overwrite=overwrite)
        except FileExistsError as error:
            raise VoiceError(
                "There is already a voice named {name!r}: choose another name.", name=voice.name
            ) from error
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> VoiceError:
        """What people are told when a voice cannot be written."""
        if full_disk.is_full(error):
            return VoiceError(full_disk.TRY_AGAIN)
        return VoiceError(
            "The voice could not be saved in {folder}: {reason}.",
            folder=self.folder,
            reason=error.strerror or error,
        )


def file_name(name: str) -> str:
    """The name of a voice's file, which every system accepts."""
    stem = _FOREIGN.sub(lambda match: "".join(f"%{ord(char):02X}" for char in match[0]), name)
    return files.fitting_name(stem, SUFFIX)


def _forget(old: Path, new: Path) -> None:
    """Remove the former file of a voice, unless both names are of one file because capitals do not count."""
    if old.name != new.name and old.exists() and not old.samefile(new):
        old.unlink()
