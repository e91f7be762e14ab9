"""Recording sessions on disk: prompts, takes, and where the person left off.

    <session>/session.json    voice name, whose voice, language, prompts, current prompt
    <session>/metadata.csv    LJSpeech: id|text, one line per take that is complete
    <session>/wavs/<id>.wav   complete takes
    <session>/checks.json     results of checking the takes (see takes.notes)
    <session>/wavs/<id>.before  the take that the complete one replaced
    <session>/wavs/<id>.part  the take being recorded; replaces the older one only when complete

Every change is on the disk when the call returns, so a session that is opened again goes on exactly there.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from timbre import files, full_disk
from timbre.archive import CONSENT_ID
from timbre.messages import TimbreError
from timbre.voice import VoiceError, check_name
from timbre_app.sound import wave_file
from timbre_app.takes.notes import NOTES_FILE
from timbre_app.takes.prompts import NewVoice, Prompt, PromptList

STATE_FILE = "session.json"
METADATA_FILE = "metadata.csv"
SOUNDS = "wavs"
OWN_FILES = (STATE_FILE, METADATA_FILE, NOTES_FILE)
"""What Timbre itself writes into the folder of a session, beside the sounds."""
STATE_VERSION = 1
SHORTEST_RECOVERED_S = 1.0


class RecordingError(TimbreError):
    """A session cannot be read or written; the message is one sentence for the person."""


@dataclass(frozen=True)
class Recovered:
    """A take that a crash interrupted and that was found again."""

    prompt: Prompt
    duration_s: float


class RecordingSession:
    """One person's takes for one voice.

    Attributes:
        takes_in_voice: How many takes the voice was made of; 0 while there is none.
    """

    def __init__(self, folder: Path, voice: NewVoice, prompts: Sequence[Prompt], position: int = 0) -> None:
        self.folder = folder
        self.voice = voice
        self.takes_in_voice = 0
        self.prompts = tuple(prompts)
        self.position = position
        self.recovered: list[Recovered] = []

    @classmethod
    def create(cls, root: Path, voice: NewVoice | str, prompts: PromptList) -> RecordingSession:
        """Start a session in a new folder under `root`; the consent sentence comes first.

        Raises:
            RecordingError: if a voice cannot have this name, or the folder cannot be made.
        """
        answers = NewVoice(voice) if isinstance(voice, str) else voice
        try:
            new_voice = replace(
                answers, name=check_name(answers.name), person=" ".join(answers.person.split())
            )
        except VoiceError as error:
            raise RecordingError(error.message) from error
        consent = Prompt(CONSENT_ID, prompts.consent_for(new_voice))
        session = cls(_new_folder(root, new_voice.name), new_voice, (consent, *prompts.prompts))
        session._save()
        return session

    @classmethod
    def open(cls, folder: Path) -> RecordingSession:
        """Open a session where it was left; an interrupted take is recovered if it is worth keeping.

        Raises:
            RecordingError: if the folder holds no session.
        """
        session = cls.read(folder)
        session._recover()
        return session

    @classmethod
    def read(cls, folder: Path) -> RecordingSession:
        """Read a session without changing it.

        Raises:
            RecordingError: if the folder holds no session.
        """
        try:
            state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
            if int(state["version"]) > STATE_VERSION:
                raise RecordingError(
                    "The recordings in {name} were made by a newer Timbre: update this one to open them.",
                    name=folder.name,
                )
            prompts = [Prompt(item["id"], item["text"]) for item in state["prompts"]]
            voice = NewVoice(
                state["voice_name"], str(state.get("person", "")), str(state.get("language", "en-us"))
            )
            session = cls(folder, voice, prompts, int(state["position"]))
            session.takes_in_voice = int(state.get("takes_in_voice", 0))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RecordingError(
                "The recordings in {name} cannot be opened: import that folder, its takes are untouched.",
                name=folder.name,
            ) from error
        session.position = min(max(session.position, 0), len(prompts) - 1)
        return session

    @property
    def voice_name(self) -> str:
        """Name of the voice that the takes are for."""
        return self.voice.name

    @property
    def prompt(self) -> Prompt:
        """The prompt that the person is reading."""
        return self.prompts[self.position]

    @property
    def takes(self) -> list[Prompt]:
        """Prompts with a complete take, consent included, in order."""
        return [prompt for prompt in self.prompts if self.take_path(prompt.id)]

    @property
    def has_consent(self) -> bool:
        """Whether the consent sentence was recorded."""
        return self.take_path(CONSENT_ID) is not None

    def take_path(self, prompt_id: str) -> Path | None:
        """File of the complete take of a prompt, or None."""
        path = self._wav(prompt_id)
        return path if path.exists() else None

    def move_to(self, position: int) -> None:
        """Go to another prompt; a position outside the list becomes the nearest one inside."""
        self.position = min(max(position, 0), len(self.prompts) - 1)
        self._save()

    def voice_made(self, takes: int) -> None:
        """Remember the number of takes that the voice was made of."""
        self.takes_in_voice = takes
        self._save()

    def begin_take(self, prompt_id: str) -> Path:
        """Return the path to record to; an older complete take stays until `complete_take`."""
        part = self._part(prompt_id)
        if part.exists():  # an earlier recording that could not be saved completely, as on a full disk
            self._put_aside(part)
        return part

    def complete_take(self, prompt_id: str) -> Path:
        """Put the new recording in the older one's place.

        Raises:
            RecordingError: if that fails; both files stay as they were.
        """
        part, wav = self._part(prompt_id), self._wav(prompt_id)
        try:
            files.sync_file(part)
            if wav.exists():
                with contextlib.suppress(OSError):  # a full disk must not cost the new take
                    _name_again(wav, self._before(prompt_id))
            files.place(part, wav)
            self._write_metadata()
        except OSError as error:
            raise RecordingError(
                "The take cannot be saved: {reason}.", reason=error.strerror or error
            ) from error
        return wav

    def has_before(self, prompt_id: str) -> bool:
        """Whether the take that the complete one replaced is still there."""
        return self._before(prompt_id).exists() and self.take_path(prompt_id) is not None

    def swap_takes(self, prompt_id: str) -> None:
        """Exchange the complete take and the take that it replaced.

        Raises:
            RecordingError: if that fails; nothing is lost.
        """
        wav, before, aside = self._wav(prompt_id), self._before(prompt_id), self._aside(prompt_id)
        try:
            _name_again(wav, aside)
            files.place(before, wav)
            files.place(aside, before)
        except OSError as error:
            raise RecordingError(
                "The take cannot be restored: {reason}.", reason=error.strerror or error
            ) from error

    def keep_interrupted(self, prompt_id: str) -> float:
        """Keep a recording that was cut short: as the take if there is none yet, else in a file beside it.

        Returns:
            Its length in seconds if it is the take now, else 0; a recording of less than a second is not kept.
        Raises:
            RecordingError: if that fails; both files stay as they were.
        """
        part = self._part(prompt_id)
        try:
            duration_s = _repaired_duration_s(part)
            if duration_s >= SHORTEST_RECOVERED_S and self.take_path(prompt_id) is None:
                self.complete_take(prompt_id)
                return duration_s
            self._put_aside(part)
        except OSError as error:
            raise RecordingError(
                "The take cannot be saved: {reason}.", reason=error.strerror or error
            ) from error
        return 0.0

    def discard_take(self, prompt_id: str) -> None:
        """Delete the unfinished recording; an older complete take stays."""
        self._part(prompt_id).unlink(missing_ok=True)

    def _wav(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.wav"

    def _before(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.before"

    def _aside(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.swap"

    def _part(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.part"

    def _recover(self) -> None:
        files.sweep(self.folder)
        for prompt in self.prompts:
            self._finish_swap(prompt.id)
            duration_s = self.keep_interrupted(prompt.id) if self._part(prompt.id).exists() else 0.0
            if duration_s > 0:
                self.recovered.append(Recovered(prompt, duration_s))
        self._write_metadata()

    def _finish_swap(self, prompt_id: str) -> None:
        """Finish a swap that a crash interrupted: while `.before` exists, `.swap` is only another name of the take."""
        aside, before = self._aside(prompt_id), self._before(prompt_id)
        if before.exists():
            aside.unlink(missing_ok=True)
        elif aside.exists():
            files.place(aside, before)

    def _put_aside(self, part: Path) -> None:
        """Keep an interrupted recording under another name if it is not too short."""
        if _repaired_duration_s(part) < SHORTEST_RECOVERED_S:
            part.unlink()
        else:
            files.place(part, _free_name(part.with_suffix(".interrupted.wav")))

    def _write_metadata(self) -> None:
        lines = [f"{prompt.id}|{prompt.text}\n" for prompt in self.takes]
        files.write(self.folder / METADATA_FILE, "".join(lines))

    def _save(self) -> None:
        state = {
            "version": STATE_VERSION,
            "voice_name": self.voice.name,
            "person": self.voice.person,
            "language": self.voice.language,
            "takes_in_voice": self.takes_in_voice,
            "position": self.position,
            "prompts": [asdict(prompt) for prompt in self.prompts],
        }
        try:
            files.write(self.folder / STATE_FILE, json.dumps(state, ensure_ascii=False, indent=1))
        except OSError as error:
            if full_disk.is_full(error):
                raise RecordingError(full_disk.RECORDINGS_ARE_KEPT) from error
            raise RecordingError(
                "The recordings cannot be saved: {reason}.", reason=error.strerror or error
            ) from error


def is_session(folder: Path) -> bool:
    """Whether a folder holds a session, even one that cannot be read."""
    return (folder / STATE_FILE).is_file()


def discard_untouched(folder: Path) -> bool:
    """Remove a session in which nothing was ever recorded, not even in part; any other stays as it is.

    Returns:
        Whether it was removed.
    """
    try:
        contents = list(folder.iterdir())
        states = [path for path in contents if path.name in OWN_FILES or files.is_unfinished(path)]
        if {path.name for path in contents} - {SOUNDS, *(path.name for path in states)}:
            return False
        (folder / SOUNDS).rmdir()  # refuses if there is any sound
        for path in states:
            path.unlink(missing_ok=True)
        folder.rmdir()
    except OSError:
        return False
    return True


def list_sessions(root: Path) -> list[Path]:
    """Folders under `root` that hold a session, the one last used first."""
    if not root.is_dir():
        return []
    states = [folder / STATE_FILE for folder in root.iterdir() if is_session(folder)]
    return [state.parent for state in sorted(states, key=lambda state: state.stat().st_mtime, reverse=True)]


def _new_folder(root: Path, voice_name: str) -> Path:
    slug = re.sub(r"[^a-z0-9]+", "-", voice_name.lower()).strip("-")[:40] or "voice"
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = _free_name(root / f"{slug}-{stamp}")
    try:
        files.make_folder(folder / SOUNDS)
    except OSError as error:
        raise RecordingError(
            "The recordings folder cannot be made: {reason}.", reason=error.strerror or error
        ) from error
    return folder


def _name_again(file: Path, name: Path) -> None:
    """Give a file a second name, which another file may have had; where files have only one name, copy it."""
    new_path = name.with_name(name.name + ".new")
    new_path.unlink(missing_ok=True)
    try:
        os.link(file, new_path)
    except OSError:
        files.copy(file, new_path)
    files.place(new_path, name)
    new_path.unlink(missing_ok=True)  # it is still there if `name` was a name of this file already


def _free_name(path: Path) -> Path:
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return candidate


def _repaired_duration_s(path: Path) -> float:
    if wave_file.repair(path) == 0:
        return 0.0
    samples, sample_rate = wave_file.read(path)
    return len(samples) / sample_rate
