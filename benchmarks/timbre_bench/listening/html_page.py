"""The page's HTML: one file beside its sounds, which needs no server and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 80rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; }
blockquote { margin: 0 0 .5rem; font-size: 1.1rem; }
.readings { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; }
figure { margin: 0; padding: .75rem; border: 1px solid GrayText; border-radius: .5rem; }
figcaption { font-weight: 600; }
audio, svg { display: block; width: 100%; margin-top: .5rem; }
polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
line { stroke: GrayText; stroke-dasharray: 3 4; }
text { fill: currentColor; font-size: 10px; }
"""


@dataclass(frozen=True)
class Reading:
    """One reading of a sentence.

    Attributes:
        title: Who reads.
        sound: Path of the sound file, relative to the page.
        seconds: Its length.
        picture: Its melody as SVG.
    """

    title: str
    sound: str
    seconds: float
    picture: str


@dataclass(frozen=True)
class Sentence:
    """A sentence of a speaker, and its readings side by side."""

    speaker: str
    text: str
    readings: Sequence[Reading]


def page(title: str, sentences: Sequence[Sentence]) -> str:
    """The whole page: a heading for each speaker, below it the speaker's sentences."""
    parts: list[str] = []
    for number, sentence in enumerate(sentences):
        if number == 0 or sentence.speaker != sentences[number - 1].speaker:
            parts.append(f"<h2>Speaker {escape(sentence.speaker)}</h2>")
        parts.append(_section(number + 1, sentence))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        "<p>The line is the melody (F0); all readings of a sentence share its scale of time and of pitch. All are"
        " equally loud.</p>\n" + "\n".join(parts) + "\n</main>\n</body>\n</html>\n"
    )


def _section(number: int, sentence: Sentence) -> str:
    figures = "\n".join(_figure(number, reading) for reading in sentence.readings)
    return (
        f'<section aria-labelledby="s{number}">\n<h3 id="s{number}">Sentence {number}</h3>\n'
        f'<blockquote>{escape(sentence.text)}</blockquote>\n<div class="readings">\n{figures}\n</div>\n</section>'
    )


def _figure(number: int, reading: Reading) -> str:
    label = escape(f"Sentence {number}, {reading.title}")
    return (
        f"<figure>\n<figcaption>{escape(reading.title)}, {reading.seconds:.1f} s</figcaption>\n"
        f'<audio controls preload="none" src="{escape(reading.sound)}" aria-label="{label}"></audio>\n'
        f"{reading.picture}\n</figure>"
    )
