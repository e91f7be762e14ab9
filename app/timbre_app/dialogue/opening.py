"""Reads a script from a file; the suffix says how it is written."""

from __future__ import annotations

from pathlib import Path

from timbre_app.dialogue.plain_text import parse_text
from timbre_app.dialogue.script import Script, ScriptError
from timbre_app.dialogue.table import parse_table

TABLES = (".csv", ".tsv")
SCREENPLAYS = (".fountain", ".spmd")
SUFFIXES = (".txt", *TABLES, *SCREENPLAYS)
LARGEST_BYTES = 8_000_000


def read_script(path: Path) -> Script:
    """Read a script: CSV, TSV or Fountain by suffix, otherwise plain text.

    Raises:
        ScriptError: if it cannot be understood.
        OSError: if it cannot be read.
    """
    return parse_script(read_data(path), path.name)


def read_data(path: Path) -> bytes:
    """Read the content of a script's file, for parse_script; raises OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(LARGEST_BYTES + 1)


def parse_script(data: bytes, name: str) -> Script:
    """Read a script from a file's content; the suffix of its name says how it is written.

    Raises:
        ScriptError: if it cannot be understood.
    """
    if len(data) > LARGEST_BYTES:
        raise ScriptError("{file} is too large for a script: cut it into several.", file=name)
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScriptError("{file} is not UTF-8 text: save it as UTF-8.", file=name) from error
    suffix = Path(name).suffix.lower()
    if suffix in TABLES:
        return parse_table(content, suffix == ".tsv")
    if suffix in SCREENPLAYS:
        from timbre_app.dialogue.screenplay import parse_fountain

        return parse_fountain(content)
    return parse_text(content)
