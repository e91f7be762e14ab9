"""How long a text will be when it is spoken."""

from __future__ import annotations

import re

from timbre_app.reading.reading import Reading

LETTERS_PER_S = 18.0
"""Letters, signs and spaces that a voice speaks in a second at its usual pace; measured with six voices of the base."""
IDEOGRAPH_LETTERS = 3.5
"""A Chinese character takes as long as so many letters."""
LEARN_FROM = 60.0
"""Letters of speech from which the text's own pace is taken."""
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def letters(text: str) -> float:
    """Length of a text in letters of speech."""
    if text.isascii():
        return float(len(text))
    return len(text) + (IDEOGRAPH_LETTERS - 1) * len(_IDEOGRAPHS.findall(text))


def expected_s(reading: Reading) -> float:
    """Length of the speech in seconds: measured where it is up to date, elsewhere estimated from what was measured."""
    spoken_s = spoken = missing = 0.0
    for index, sentence in enumerate(reading.sentences):
        pace = (sentence.how or reading.how).pace
        if sentence.clip is not None and reading.is_current(index):
            spoken_s += sentence.clip.duration_s
            spoken += letters(sentence.text) / pace
        else:
            missing += letters(sentence.text) / pace
    per_letter_s = spoken_s / spoken if spoken >= LEARN_FROM else 1 / LETTERS_PER_S
    pauses_s = max(0, len(reading.sentences) - 1) * reading.pause_samples / reading.sample_rate
    return spoken_s + missing * per_letter_s + pauses_s
