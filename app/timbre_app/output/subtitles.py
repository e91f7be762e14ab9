"""Writes subtitles from the times of words: SubRip (.srt) and WebVTT (.vtt)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from timbre import files
from timbre.audio import SYNTHETIC_TAG, AudioError
from timbre.text.emphasis import hidden
from timbre.timing import TimedWord

SUFFIXES = (".srt", ".vtt")
LONGEST_LINE = 42
LONGEST_CUE = 2 * LONGEST_LINE
LONGEST_CUE_S = 6.0
_GAP_S = 0.6
_HIDDEN = "\0"
"""In place of a star."""
_SENTENCE_ENDS = ".!?…。！？"


@dataclass(frozen=True)
class Cue:
    """Words that are shown together."""

    start_s: float
    end_s: float
    text: str


def cues(text: str, words: Sequence[TimedWord]) -> list[Cue]:
    """Group words into cues of one or two lines. A cue ends with a sentence, at a pause, or when it is full.

    The stars of emphasis are not shown.

    Args:
        text: The text in which the words have their character ranges.
        words: The words in the order in which they are spoken.
    """
    text = hidden(text, _HIDDEN)
    return [
        Cue(group[0].start_s, group[-1].end_s, _two_lines(_written(text, group)))
        for group in _groups(text, words)
    ]


def write_subtitles(path: Path, text: str, words: Sequence[TimedWord]) -> None:
    """Write a subtitle file, whole or not at all; the suffix chooses the format.

    Raises:
        AudioError: if the suffix is neither .srt nor .vtt.
        OSError: if the file cannot be written.
    """
    check_subtitle_suffix(path)
    files.write(path, subtitle_text(path.suffix.lower(), text, words, SYNTHETIC_TAG))


def subtitle_text(suffix: str, text: str, words: Sequence[TimedWord], note: str = "") -> str:
    """The text of a subtitle file.

    Args:
        suffix: One of SUFFIXES.
        text: See `cues`.
        words: See `cues`.
        note: A line for readers of the file; SubRip has no place for it.
    """
    groups = cues(text, words)
    return _srt(groups) if suffix == ".srt" else _vtt(groups, note)


def check_subtitle_suffix(path: Path) -> None:
    """Raise AudioError if the name's suffix is not that of subtitles."""
    if path.suffix.lower() not in SUFFIXES:
        raise AudioError("Cannot write {file}: choose a name that ends in .srt or .vtt.", file=path.name)


def _groups(text: str, words: Sequence[TimedWord]) -> Iterator[list[TimedWord]]:
    group: list[TimedWord] = []
    for word in words:
        if group and _must_break(text, group, word):
            yield group
            group = []
        group.append(word)
    if group:
        yield group


def _must_break(text: str, group: list[TimedWord], word: TimedWord) -> bool:
    between = text[group[-1].char_end : word.char_start].strip()
    last = group[-1].text + between
    return (
        last.rstrip(f"\"'”’»){_HIDDEN}").endswith(tuple(_SENTENCE_ENDS))
        or word.start_s - group[-1].end_s > _GAP_S
        or len(_written(text, [*group, word])) > LONGEST_CUE
        or word.end_s - group[0].start_s > LONGEST_CUE_S
    )


def _written(text: str, group: Sequence[TimedWord]) -> str:
    """The text of a group, with quotation marks before it and punctuation behind it."""
    end = group[-1].char_end
    while end < len(text) and not text[end].isspace():
        end += 1
    start = group[0].char_start
    while start > 0 and text[start - 1] in f"\"'“‘«({_HIDDEN}":
        start -= 1
    return " ".join(text[start:end].replace(_HIDDEN, "").split())


def _two_lines(text: str) -> str:
    if len(text) <= LONGEST_LINE:
        return text
    spaces = [at for at, letter in enumerate(text) if letter == " "]
    if not spaces:
        return text
    cut = min(spaces, key=lambda at: abs(at - len(text) / 2))
    return f"{text[:cut]}\n{text[cut + 1 :]}"


def _srt(groups: Sequence[Cue]) -> str:
    return "".join(
        f"{number}\n{time_mark(cue.start_s, ',')} --> {time_mark(cue.end_s, ',')}\n{cue.text}\n\n"
        for number, cue in enumerate(groups, 1)
    )


def _vtt(groups: Sequence[Cue], note: str) -> str:
    head = f"WEBVTT\n\nNOTE {note}\n\n" if note else "WEBVTT\n\n"
    return head + "".join(
        f"{time_mark(cue.start_s, '.')} --> {time_mark(cue.end_s, '.')}\n{escaped(cue.text)}\n\n"
        for cue in groups
    )


def escaped(text: str) -> str:
    """A text as WebVTT has it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def time_mark(seconds: float, mark: str) -> str:
    """A time as subtitles have it; `mark` stands before the milliseconds."""
    ms = round(seconds * 1000)
    hours, ms = divmod(ms, 3_600_000)
    minutes, ms = divmod(ms, 60_000)
    whole, ms = divmod(ms, 1000)
    return f"{hours:02}:{minutes:02}:{whole:02}{mark}{ms:03}"
