"""A person's takes as a folder, and as one archive that travels to the server.

A folder is LJSpeech's layout, or sound files each with its text beside it:

    metadata.csv   id|text           a.wav
    wavs/<id>.wav                    a.txt

The archive is a tar of LJSpeech's layout, always the same bytes for the same takes. Unpacking writes
regular files of known names alone, whatever the archive says.
"""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from timbre import files
from timbre.messages import InputError

METADATA = "metadata.csv"
CONSENT_ID = "consent"
"""Id of the take in which the person agrees to the voice."""
WAVS = "wavs"
SOUND_SUFFIXES = (".wav", ".flac", ".ogg", ".opus", ".mp3")
MAX_ARCHIVE_BYTES = 1 << 30
MAX_TAKES = 2_000
LEAST_SPEECH_S = 10.0
"""Less speech cannot carry a likeness and leaves nothing to hold out."""
LEAST_TAKES = 3
LEAST_SKETCH_S = 3.0
"""Least speech for a sketch of a voice: the statement of consent, read fast."""
ENOUGH_TAKES = 10
"""With twenty or forty no measure finds the voice closer to the person; with five it is worse (docs/experiments)."""
MAX_ID_BYTES = 200
"""File systems allow 255 for a name; a suffix follows the id."""
_ID = re.compile(r"[^\x00-\x1f/\\|<>:\"?*]{1,100}")


class TakesError(InputError):
    """A folder or archive does not hold takes; the message is one sentence for the person."""


class TakeFile(NamedTuple):
    """One take: its id, what was read, the sound file."""

    id: str
    text: str
    path: Path


def read_takes_folder(folder: Path) -> list[TakeFile]:
    """Takes of a folder, in the order of metadata.csv, or of file names.

    Raises:
        TakesError: if there is no such folder, no take in it, or one without its sound or text.
    """
    if not folder.is_dir():
        raise TakesError(
            "There is no folder {folder}: name the one with your takes, {metadata} and {sounds}/, "
            "or recordings with .txt files.",
            folder=folder,
            metadata=METADATA,
            sounds=WAVS,
        )
    takes: list[TakeFile] = []
    for entry in _from_metadata(folder) if (folder / METADATA).is_file() else _from_text_files(folder):
        if isinstance(entry, TakesError):
            raise entry
        takes.append(entry)
    if not takes:
        raise TakesError(
            "{folder} holds no takes: put {metadata} and {sounds}/ there, or recordings with .txt files.",
            folder=folder,
            metadata=METADATA,
            sounds=WAVS,
        )
    repeated = next((take.id for i, take in enumerate(takes) if take.id in {t.id for t in takes[:i]}), None)
    if repeated is not None:
        raise TakesError("Two takes have the id {id!r}: give each its own.", id=repeated)
    return takes


def read_metadata(folder: Path) -> Iterator[TakeFile | TakesError]:
    """Each take that metadata.csv names, or the fault of a line that names none.

    Raises:
        TakesError: if the file is not text.
    """
    return _from_metadata(folder)


def pack_takes(folder: Path) -> bytes:
    """Archive of a folder's takes.

    Raises:
        TakesError: if the folder holds none, or something is missing.
    """
    return pack(read_takes_folder(folder))


def pack(takes: Sequence[TakeFile]) -> bytes:
    """Archive of takes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        metadata = "".join(f"{take.id}|{take.text}\n" for take in takes)
        _add(archive, METADATA, metadata.encode())
        for take in takes:
            _add(archive, f"{WAVS}/{take.id}{take.path.suffix.lower()}", take.path.read_bytes())
    return buffer.getvalue()


def unpack_takes(data: bytes, folder: Path) -> list[TakeFile]:
    """Write an archive's takes into a folder, made if need be.

    Raises:
        TakesError: if the archive is broken, too large, or holds anything but takes.
        OSError: if the folder cannot be written.
    """
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            contents = {member.name: _read(archive, member) for member in _members(archive)}
    except (tarfile.TarError, EOFError, UnicodeDecodeError) as error:
        raise TakesError("The archive of takes is broken: send it again.") from error
    if METADATA not in contents:
        raise TakesError("The archive of takes has no {metadata}.", metadata=METADATA)
    files.make_folder(folder / WAVS)
    for name, content in contents.items():
        files.write(folder / name, content)
    return read_takes_folder(folder)


def _from_metadata(folder: Path) -> Iterator[TakeFile | TakesError]:
    try:
        lines = (folder / METADATA).read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise TakesError("{file} is not UTF-8 text: save it as UTF-8.", file=folder / METADATA) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _take_of_line(folder, number, line)


def _take_of_line(folder: Path, number: int, line: str) -> TakeFile | TakesError:
    fields = [" ".join(field.split()) for field in line.split("|")]
    text = next((field for field in fields[:0:-1] if field), "")
    if not fields[0] or not text:
        return TakesError(
            "Line {number} of {metadata} is not `id|text`: {text!r}.",
            number=number,
            metadata=METADATA,
            text=line.strip()[:60],
        )
    take_id = fields[0].removesuffix(".wav")
    if not _is_safe(take_id):
        return TakesError(
            "Line {number} of {metadata} has an id that cannot name a file: {id!r}.",
            number=number,
            metadata=METADATA,
            id=take_id[:60],
        )
    sound = _sound_file(folder / WAVS, take_id) or _sound_file(folder, take_id)
    if sound is None:
        return TakesError(
            "{sounds}/{id}.wav is missing, which line {number} of {metadata} names.",
            sounds=WAVS,
            id=take_id,
            number=number,
            metadata=METADATA,
        )
    return TakeFile(take_id, text, sound)


def _from_text_files(folder: Path) -> Iterator[TakeFile]:
    sounds = (path for path in sorted(folder.iterdir()) if path.suffix.lower() in SOUND_SUFFIXES)
    for sound in sounds:
        if sound.name.startswith("."):
            continue
        text_file = sound.with_suffix(".txt")
        if not text_file.is_file():
            raise TakesError(
                "{sound} has no {text} beside it with the words that are read.",
                sound=sound.name,
                text=text_file.name,
            )
        try:
            text = " ".join(text_file.read_text(encoding="utf-8-sig").replace("|", " ").split())
        except UnicodeDecodeError as error:
            raise TakesError("{file} is not UTF-8 text: save it as UTF-8.", file=text_file.name) from error
        if not text:
            raise TakesError(
                "{text} is empty: write the words that are read in {sound}.",
                text=text_file.name,
                sound=sound.name,
            )
        if not _is_safe(sound.stem):
            raise TakesError(
                "Rename {sound}: its name has characters that other systems refuse.", sound=sound.name
            )
        yield TakeFile(sound.stem, text, sound)


def _is_safe(take_id: str) -> bool:
    """Whether an id can be a file name everywhere and stays in its folder."""
    size = len(take_id.encode("utf-8", "surrogatepass"))
    return bool(_ID.fullmatch(take_id)) and not take_id.startswith(".") and size <= MAX_ID_BYTES


def _sound_file(folder: Path, take_id: str) -> Path | None:
    candidates = (folder / f"{take_id}{suffix}" for suffix in SOUND_SUFFIXES)
    return next((path for path in candidates if path.is_file()), None)


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    archive.addfile(member, io.BytesIO(content))


def _members(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The archive's files, each of a name that may be written; folders are passed over.

    A sparse file is refused: a few bytes of it become any number of bytes on the disk.
    """
    total = count = 0
    for member in archive:
        if member.isdir():
            continue
        count += 1
        total += member.size
        if total > MAX_ARCHIVE_BYTES or count > MAX_TAKES + 1:
            raise TakesError("The archive of takes is too large.")
        if not member.isreg() or member.issparse() or not _is_expected(member.name):
            raise TakesError(
                "The archive of takes holds something that is no take: {name!r}.", name=member.name[:60]
            )
        yield member


def _is_expected(name: str) -> bool:
    if name == METADATA:
        return True
    folder, _, file = name.partition("/")
    return folder == WAVS and _is_safe(file) and Path(file).suffix in SOUND_SUFFIXES


def _read(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    content = file.read() if file is not None else b""
    if len(content) != member.size:
        raise TakesError("The archive of takes is broken: send it again.")
    return content
