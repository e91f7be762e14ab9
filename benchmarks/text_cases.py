#!/usr/bin/env python3
"""Count the cases of a list that are read as it says; see docs/experiments, "Text of other projects"."""

import argparse
import json
import re
import sys
import time
from pathlib import Path

from timbre.text.normalize import Normalizer

_NUMBERS = re.compile(
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(thir|four|fif|six|seven|eigh|nine)teen|"
    "(twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|trillion|"
    "first|second|third|fifth|eighth|ninth|twelfth"
)
_ROUNDS = 20
_UNITS = re.compile("(dollar|euro|pound|rupee|hour|minute)s?|yen")


def _key(text: str, *, any_and: bool) -> str:
    """A text without case, punctuation and spaces, and without the "and" of numbers and amounts if so wanted."""
    text = re.sub(r"(?<=[a-z])'(?=[a-z])", "", text.lower().replace("’", "'"))
    words = re.sub(r"[^a-z0-9 ]", " ", text).split()
    if any_and:
        around = zip(words, ["", *words], [*words[1:], ""], strict=False)
        words = [
            word
            for word, before, behind in around
            if not (word == "and" and _NUMBERS.fullmatch(behind) and _counts(before))
        ]
    return "".join(words)


def _counts(word: str) -> bool:
    return bool(_NUMBERS.fullmatch(word) or _UNITS.fullmatch(word))


def main() -> int:
    """Print how many cases are read as listed, strictly and with "and" optional."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=Path, help='JSON: a list of {"written": ..., "spoken": ...}')
    parser.add_argument("--show", action="store_true", help="print what is read otherwise")
    parser.add_argument("--time", action="store_true", help="print how long a text takes, too")
    args = parser.parse_args()
    cases = json.loads(args.cases.read_text())
    normalizer = Normalizer("en-us")
    strict = loose = 0
    for case in cases:
        said = " ".join(normalizer.words(case["written"]))
        strict += _key(said, any_and=False) == _key(case["spoken"], any_and=False)
        is_right = _key(said, any_and=True) == _key(case["spoken"], any_and=True)
        loose += is_right
        if args.show and not is_right:
            print(case["written"], case["spoken"], said, sep=" | ")
    print(f"{len(cases)} cases: {strict} as listed, {loose} with 'and' optional")
    if args.time:
        milliseconds = _milliseconds(normalizer, [case["written"] for case in cases])
        print(f"{milliseconds:.3f} ms a text, best of {_ROUNDS} rounds")
    return 0


def _milliseconds(normalizer: Normalizer, texts: list[str]) -> float:
    """How long a text takes on average in the fastest of several rounds."""
    rounds: list[float] = []
    for _ in range(_ROUNDS):
        begin = time.perf_counter()
        for text in texts:
            normalizer.tokens(text, 0, len(text))
        rounds.append(time.perf_counter() - begin)
    return 1000 * min(rounds) / len(texts)


if __name__ == "__main__":
    sys.exit(main())
