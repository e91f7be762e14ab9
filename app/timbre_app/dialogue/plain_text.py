"""Scripts as plain text.

    # a remark
    Ann: Good morning. Did you sleep well?
    Ben (pace 1.1, pause 0.6): Not at all. The wind was
     loud: all night long.
    [ANN pause=-0.3] Oh no!
    (pause 2)
    [CID together] Coffee?

A line that begins with a space, or without a name directly below another line, goes on with it. Text may be SSML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from timbre_app.dialogue.script import Line, Script, ScriptError, make_script
from timbre_app.dialogue.settings import SETTING, Settings, is_settings, parse_settings, written

LONGEST_NAME = 40
_NAME = r"[^\W\d_][\w.'’&#\-]*(?: [\w.'’&#\-]+){0,3}"
_COLON = re.compile(
    rf"(?P<name>{_NAME})\s*(?:[(（](?P<settings>[^()（）]*)[)）]\s*)?(?::(?=\s|$)|：)(?P<text>.*)$"
)
_BRACKET = re.compile(r"\[(?!\[)(?P<head>[^\[\]]+)\]\s*:?(?P<text>.*)$")
_HEAD = re.compile(rf"(?P<name>.*?)(?P<settings>(?:[\s,;]+{SETTING})*)\s*$", re.I)
_ALONE = re.compile(r"[\[(](?P<settings>[^\[\]()]+)[\])]$")


@dataclass
class _Said:
    number: int
    name: str
    settings: Settings
    text: list[str]


def parse_text(content: str) -> Script:
    """Read a script.

    Raises:
        ScriptError: if a line cannot be understood; the sentence names it.
    """
    said: list[_Said] = []
    pause_s: float | None = None
    follows = False
    for number, raw in enumerate(content.splitlines(), 1):
        stripped = raw.strip()
        if not stripped or stripped.startswith("#"):
            follows = follows and bool(stripped)
            continue
        alone = _ALONE.match(stripped)
        if alone and is_settings(alone["settings"]):
            pause_s = _pause_alone(alone["settings"], number)
            follows = False
            continue
        head = None if raw[0].isspace() and said else _begin(stripped, number)
        if head is not None:
            if head.settings.pause_s is None and pause_s is not None:
                head.settings = Settings(pause_s, head.settings.how)
            said.append(head)
            follows, pause_s = True, None
        elif said and (follows or raw[0].isspace()):
            said[-1].text.append(stripped)
        else:
            raise ScriptError(
                "Line {line} has no speaker: begin it with a name and a colon, such as Ann: Hello.",
                line=number,
            )
    return make_script(
        Line(each.number, each.name, " ".join(each.text), each.settings.pause_s, each.settings.how)
        for each in said
    )


def write_text(script: Script) -> str:
    """A script as plain text, which `parse_text` reads; its lines are numbered anew."""
    return "\n".join(_line_text(line) for line in script.lines) + "\n"


def _line_text(line: Line) -> str:
    settings = written(Settings(line.pause_s, line.how))
    text = " ".join(line.text.split())
    if _COLON.fullmatch(f"{line.speaker}: a"):
        return f"{line.speaker} ({settings}): {text}" if settings else f"{line.speaker}: {text}"
    name = line.speaker.translate(str.maketrans("[]", "()"))
    return f"[{name} {settings}] {text}" if settings else f"[{name}] {text}"


def _begin(text: str, number: int) -> _Said | None:
    """The beginning of what somebody says; None if the line names nobody."""
    bracket = _BRACKET.match(text)
    found = _HEAD.match(bracket["head"]) if bracket else _COLON.match(text)
    if found is None:
        return None
    name = " ".join(found["name"].split()).strip(",;: ")
    if not name or len(name) > LONGEST_NAME:
        return None
    spoken = (bracket or found)["text"].strip()
    return _Said(number, name, parse_settings(found["settings"] or "", number), [spoken] if spoken else [])


def _pause_alone(text: str, number: int) -> float:
    settings = parse_settings(text, number)
    if settings.pause_s is None or settings != Settings(settings.pause_s):
        raise ScriptError(
            "Line {line}: only a pause can stand alone: write the other settings behind a name.", line=number
        )
    return settings.pause_s
