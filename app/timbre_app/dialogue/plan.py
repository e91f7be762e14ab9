"""When each line begins: the one rule that the performance and its picture share.

Ann  ███████████              pause ≥ 0: after everything that was said before
Ben               ██████      pause < 0: so much earlier, but never before the line before it began
Cid            ████           TOGETHER: with the line before it

Silence that SSML asks for at the beginning or the end of a line is added to the pauses around it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from timbre_app.dialogue.script import TOGETHER, USUAL_PAUSE_S, Line

LETTER_S = 0.065
"""How long a letter takes, roughly, in a line that nobody has spoken yet."""
SHORTEST_S = 0.4
LEAD_S = 0.1
"""How much of the near-silence before a line's speech is kept: a breath, a soft consonant."""


@dataclass(frozen=True)
class Span:
    """The place of a line in the dialogue, in seconds; `is_known` tells whether the line was spoken already."""

    index: int
    speaker: str
    start_s: float
    end_s: float
    is_known: bool


def first_start(line: Line) -> float:
    """Where the first line begins: at once, unless it names a pause."""
    pause_s = 0.0 if line.pause_s in (None, TOGETHER) else line.pause_s or 0.0
    return max(LEAD_S, pause_s + line.silences.before)


def next_start(line: Line, start_s: float, end_s: float, pause_s: float) -> float:
    """Where the speech of a line begins.

    Args:
        line: The line.
        start_s: Where the line before it began.
        end_s: Where everything said before ends, with the silence behind it.
        pause_s: The usual pause.
    """
    own_pause_s = pause_s if line.pause_s is None else line.pause_s
    begin_s = max(start_s, end_s + own_pause_s) if math.isfinite(own_pause_s) else start_s
    return begin_s + line.silences.before


def plan(lines: Sequence[Line], durations: Mapping[int, float], pause_s: float = USUAL_PAUSE_S) -> list[Span]:
    """The places of all lines.

    Args:
        lines: The lines.
        durations: Lengths of the speech of lines that were spoken, in seconds, by number of the line.
        pause_s: The usual pause.
    """
    spans: list[Span] = []
    start_s = end_s = 0.0
    for index, line in enumerate(lines):
        start_s = next_start(line, start_s, end_s, pause_s) if index else first_start(line)
        known_s = durations.get(index)
        span = Span(index, line.speaker, start_s, start_s + (known_s or _guess(line)), known_s is not None)
        end_s = max(end_s, span.end_s + line.silences.behind)
        spans.append(span)
    return spans


def _guess(line: Line) -> float:
    return max(SHORTEST_S, LETTER_S * len(line.written) / line.how.pace) + line.silences.between
