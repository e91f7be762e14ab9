"""Recording sessions on disk: prompts, takes, and where the person left off.

    <session>/session.json    voice name, whose voice, language, prompts, current prompt
    <session>/metadata.csv    LJSpeech: id|text, one line per take that is complete
    <session>/wavs/<id>.wav   complete takes
    <session>/checks.json     what was found out about the takes (see take_notes)
    <session>/wavs/<id>.before  the take that the complete one replaced
    <session>/wavs/<id>.part  the take being recorded; replaces the older one only when complete

Every change is on the disk when the call returns, so that opening the folder again goes on exactly there.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from timbre.voice import VoiceError, check_name
from timbre_app.prompts import NewVoice, Prompt, PromptList
from timbre_app.sound import wave_file
from timbre_app.take_notes import NOTES_FILE

STATE_FILE = "session.json"
METADATA_FILE = "metadata.csv"
SOUNDS = "wavs"
OWN_FILES = (STATE_FILE, METADATA_FILE, NOTES_FILE)
CONSENT_ID = "consent"
STATE_VERSION = 1
SHORTEST_RECOVERED_S = 1.0


class RecordingError(Exception):
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
            RecordingError: if the name cannot be a voice's or the folder cannot be made.
        """
        asked = NewVoice(voice) if isinstance(voice, str) else voice
        try:
            kept = replace(asked, name=check_name(asked.name), person=" ".join(asked.person.split()))
        except VoiceError as error:
            raise RecordingError(str(error)) from error
        consent = Prompt(CONSENT_ID, prompts.consent_for(kept))
        session = cls(_new_folder(root, kept.name), kept, (consent, *prompts.prompts))
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
        """Look at a session and change nothing.

        Raises:
            RecordingError: if the folder holds no session.
        """
        try:
            state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
            if int(state["version"]) > STATE_VERSION:
                raise RecordingError(
                    f"The recordings in {folder.name} were made by a newer Timbre: update this one to open them."
                )
            prompts = [Prompt(item["id"], item["text"]) for item in state["prompts"]]
            voice = NewVoice(
                state["voice_name"], str(state.get("person", "")), str(state.get("language", "en-us"))
            )
            session = cls(folder, voice, prompts, int(state["position"]))
            session.takes_in_voice = int(state.get("takes_in_voice", 0))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RecordingError(
                f"The recordings in {folder.name} cannot be opened: import that folder, its takes are untouched."
            ) from error
        session.position = min(max(session.position, 0), len(prompts) - 1)
        return session

    @property
    def voice_name(self) -> str:
        """Name of the voice in the making."""
        return self.voice.name

    @property
    def prompt(self) -> Prompt:
        """The prompt the person is at."""
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
        """Go to another prompt, kept within the list."""
        self.position = min(max(position, 0), len(self.prompts) - 1)
        self._save()

    def voice_made(self, takes: int) -> None:
        """Remember of how many takes the voice was made."""
        self.takes_in_voice = takes
        self._save()

    def begin_take(self, prompt_id: str) -> Path:
        """Path to record to; an older complete take stays until `complete_take`."""
        part = self._part(prompt_id)
        if part.exists():  # one that could not be saved in full, as on a full disk
            self._put_aside(part)
        return part

    def complete_take(self, prompt_id: str) -> Path:
        """Put the new recording in the older one's place.

        Raises:
            RecordingError: if that fails; both files stay as they were.
        """
        part, wav = self._part(prompt_id), self._wav(prompt_id)
        try:
            _sync_file(part)
            if wav.exists():
                with contextlib.suppress(OSError):  # on a full disk the new take goes before the old one
                    _name_again(wav, self._before(prompt_id))
            part.replace(wav)
            _sync_folder(wav.parent)
            self._write_metadata()
        except OSError as error:
            raise RecordingError(f"The take cannot be saved: {error.strerror or error}.") from error
        return wav

    def has_before(self, prompt_id: str) -> bool:
        """Whether the take that the complete one replaced is still there."""
        return self._before(prompt_id).exists() and self.take_path(prompt_id) is not None

    def swap_takes(self, prompt_id: str) -> None:
        """Bring back the take before; the one in whose place it comes is now the take before.

        Raises:
            RecordingError: if that fails; nothing is lost.
        """
        wav, before, aside = self._wav(prompt_id), self._before(prompt_id), self._aside(prompt_id)
        try:
            _name_again(wav, aside)
            before.replace(wav)
            aside.replace(before)
            _sync_folder(wav.parent)
        except OSError as error:
            raise RecordingError(f"The take cannot be brought back: {error.strerror or error}.") from error

    def keep_interrupted(self, prompt_id: str) -> float:
        """Keep a recording that was cut short: as the take if there is none yet, else beside the whole one.

        Returns:
            Its length in seconds if it is the take now, else 0; a breath is not kept at all.
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
            raise RecordingError(f"The take cannot be saved: {error.strerror or error}.") from error
        return 0.0

    def discard_take(self, prompt_id: str) -> None:
        """Throw away the recording under way; an older complete take stays."""
        self._part(prompt_id).unlink(missing_ok=True)

    def next_open_position(self) -> int | None:
        """First prompt after the current one (then from the start) that has no take yet."""
        count = len(self.prompts)
        order = [(self.position + step) % count for step in range(1, count + 1)]
        return next((at for at in order if not self.take_path(self.prompts[at].id)), None)

    def _wav(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.wav"

    def _before(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.before"

    def _aside(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.swap"

    def _part(self, prompt_id: str) -> Path:
        return self.folder / SOUNDS / f"{prompt_id}.part"

    def _recover(self) -> None:
        for prompt in self.prompts:
            self._finish_swap(prompt.id)
            duration_s = self.keep_interrupted(prompt.id) if self._part(prompt.id).exists() else 0.0
            if duration_s > 0:
                self.recovered.append(Recovered(prompt, duration_s))
        self._write_metadata()

    def _finish_swap(self, prompt_id: str) -> None:
        """End what a crash interrupted: beside the take before, the name aside is a second one of the take."""
        aside, before = self._aside(prompt_id), self._before(prompt_id)
        if before.exists():
            aside.unlink(missing_ok=True)
        elif aside.exists():
            aside.replace(before)

    def _put_aside(self, part: Path) -> None:
        """Keep an interrupted recording under another name if there is something to hear in it."""
        if _repaired_duration_s(part) < SHORTEST_RECOVERED_S:
            part.unlink()
        else:
            part.replace(_free_name(part.with_suffix(".interrupted.wav")))

    def _write_metadata(self) -> None:
        lines = [f"{prompt.id}|{prompt.text}\n" for prompt in self.takes]
        _write_atomically(self.folder / METADATA_FILE, "".join(lines))

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
            _write_atomically(self.folder / STATE_FILE, json.dumps(state, ensure_ascii=False, indent=1))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                said = "The disk is full: free some space; what was recorded so far is kept."
                raise RecordingError(said) from error
            raise RecordingError(f"The session cannot be saved: {error.strerror or error}.") from error


def is_session(folder: Path) -> bool:
    """Whether a folder holds a session, be it one that cannot be read."""
    return (folder / STATE_FILE).is_file()


def discard_untouched(folder: Path) -> bool:
    """Remove a session in which nothing was ever recorded, not even in part; any other stays as it is.

    Returns:
        Whether it is gone.
    """
    try:
        if {path.name for path in folder.iterdir()} - {SOUNDS, *OWN_FILES}:
            return False
        (folder / SOUNDS).rmdir()  # refuses if there is any sound
        for name in OWN_FILES:
            (folder / name).unlink(missing_ok=True)
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
        (folder / SOUNDS).mkdir(parents=True)
    except OSError as error:
        raise RecordingError(f"The recordings folder cannot be made: {error.strerror or error}.") from error
    return folder


def _name_again(file: Path, name: Path) -> None:
    """Give a file one more name, in place of what had it; where a file has only one name, a copy gets the other."""
    fresh = name.with_name(name.name + ".new")
    fresh.unlink(missing_ok=True)
    try:
        os.link(file, fresh)
    except OSError:
        shutil.copyfile(file, fresh)
    fresh.replace(name)
    fresh.unlink(missing_ok=True)  # it stays where both were names of this file already


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


def _write_atomically(path: Path, text: str) -> None:
    new = path.with_name(path.name + ".new")
    with open(new, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    _sync_folder(path.parent)


def _sync_file(path: Path) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
