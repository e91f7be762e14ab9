#!/usr/bin/env python3
"""Phoneme and diphone coverage of a list of prompts, beside what running English asks for.

A phoneme here is an espeak-ng phoneme without stress (``tʃ``, ``aɪ`` and long vowels are one); a diphone
is two of them in a row, across words as well, with ``#`` for the silence at a sentence's ends and pauses.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from timbre.text import Frontend

REPOSITORY = Path(__file__).resolve().parent.parent
SILENCE = "#"
_HEARD_ENOUGH = 3
_RARE_WEIGHT = 4.0
# American English phonemes as espeak-ng writes them; the longest match wins.
_PHONEME_LIST = (
    "aɪ aʊ eɪ oʊ ɔɪ tʃ dʒ ɑː iː uː ɔː ɜː æ ɑ ɐ ə ɚ ɛ ɪ ᵻ ɔ ʊ ʌ i o "
    "b d f ɡ h j k l m n ŋ p ɹ s ʃ t ɾ θ ð v w z ʒ"
)
PHONEMES = tuple(_PHONEME_LIST.split())
# Variants of one sound for a speaker: reduced vowels, and lengths that depend on the context.
_SAME = {"ɐ": "ə", "ᵻ": "ɪ", "i": "iː", "ɔ": "ɔː", "ɑ": "ɑː", "o": "oʊ", "ɜː": "ɚ"}


def phonemes_of(text: str, frontend: Frontend) -> list[str]:
    """Phonemes of a text without stress, pauses as SILENCE, framed by SILENCE."""
    raw = frontend.phonemize(text).replace("ˈ", "").replace("ˌ", "").replace("n̩", "ən").replace("ʔ", "t")
    phonemes, at = [SILENCE], 0
    while at < len(raw):
        if raw[at] in ".,;:?!":
            phonemes.append(SILENCE)
            at += 1
            continue
        phoneme = next((p for length in (2, 1) if (p := raw[at : at + length]) in PHONEMES), None)
        if phoneme:
            phonemes.append(_SAME.get(phoneme, phoneme))
        at += len(phoneme or " ")
    return phonemes


def diphones_of(phonemes: Sequence[str]) -> list[tuple[str, str]]:
    """Neighbouring pairs, without silence beside silence."""
    return [pair for pair in pairwise(phonemes) if pair != (SILENCE, SILENCE)]


def coverage(
    prompts: Sequence[str], reference: Counter[tuple[str, str]], frontend: Frontend
) -> dict[str, object]:
    """Compute the figures of a list of prompts.

    Args:
        prompts: The sentences.
        reference: Diphones of running text with their counts; may be empty.
        frontend: The English front end.
    """
    sounds = [phonemes_of(prompt, frontend) for prompt in prompts]
    phonemes = Counter(p for sentence in sounds for p in sentence if p != SILENCE)
    diphones = Counter(pair for sentence in sounds for pair in diphones_of(sentence))
    inventory = {_SAME.get(p, p) for p in PHONEMES}
    figures: dict[str, object] = {
        "prompts": len(prompts),
        "words": sum(len(prompt.split()) for prompt in prompts),
        "phonemes": sum(phonemes.values()),
        "phonemes_covered": len(phonemes),
        "phonemes_missing": sorted(inventory - set(phonemes)),
        "rarest_phonemes": dict(phonemes.most_common()[:-7:-1]),
        "diphones_covered": len(diphones),
    }
    if reference:
        total = sum(reference.values())
        covered = sum(count for pair, count in reference.items() if pair in diphones)
        figures["reference_diphones"] = len(reference)
        figures["reference_share_covered"] = round(covered / total, 4)
        missing = [pair for pair, _ in reference.most_common() if pair not in diphones]
        figures["commonest_missing"] = ["-".join(pair) for pair in missing[:10]]
    return figures


def ordered(prompts: Sequence[str], reference: Counter[tuple[str, str]], frontend: Frontend) -> list[str]:
    """Order the prompts, such that each adds the most uncovered diphones per phoneme to those before it.

    The weight of a diphone is the root of its frequency in the reference (1 if there is no reference), and a
    phoneme that has not been heard three times yet adds to the weight.
    """
    remaining = {prompt: phonemes_of(prompt, frontend) for prompt in prompts}
    heard: Counter[str] = Counter()
    covered: set[tuple[str, str]] = set()
    order: list[str] = []

    def gain(sounds: Sequence[str]) -> float:
        pairs = set(diphones_of(sounds)) - covered
        rare = sum(_RARE_WEIGHT for phoneme in set(sounds) if heard[phoneme] < _HEARD_ENOUGH)
        common = max(reference.values(), default=1) ** 0.5
        weight = sum(reference.get(pair, 1) ** 0.5 / common if reference else 1.0 for pair in pairs)
        return (10 * weight + rare) / len(sounds) ** 0.7

    while remaining:
        best = max(remaining, key=lambda prompt: gain(remaining[prompt]))
        sounds = remaining.pop(best)
        heard.update(sounds)
        covered.update(diphones_of(sounds))
        order.append(best)
    return order


def read_prompts(path: Path) -> list[str]:
    """Sentences of a prompt file: one a line, without empty lines and ``#`` lines."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def reference_diphones(manifest: Path | None, limit: int, frontend: Frontend) -> Counter[tuple[str, str]]:
    """Diphones of a corpus's texts (column ``text`` of a CSV file), with their counts."""
    counts: Counter[tuple[str, str]] = Counter()
    if manifest is None:
        return counts
    with manifest.open(encoding="utf-8", newline="") as file:
        texts = [row["text"] for row in csv.DictReader(file) if row["text"].strip()]
    step = max(1, len(texts) // limit)
    for text in texts[::step]:
        counts.update(diphones_of(phonemes_of(text, frontend)))
    return counts


def _print(title: str, figures: dict[str, object]) -> None:
    print(title)
    for name, value in figures.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(value, dict):
            text = ", ".join(f"{key} {count}" for key, count in value.items())
        print(f"  {name.replace('_', ' '):24} {text}")


def main(arguments: Iterable[str] | None = None) -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--prompts", type=Path, default=REPOSITORY / "assets" / "prompts" / "english.txt")
    parser.add_argument("--corpus", type=Path, help="a CSV file with a column `text` to compare with")
    parser.add_argument("--limit", type=int, default=3000, help="texts of the corpus to read")
    parser.add_argument("--first", type=int, default=24, help="also show the first N prompts alone")
    parser.add_argument("--order", action="store_true", help="print the prompts, best covering first")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args(None if arguments is None else list(arguments))
    frontend = Frontend("en-us")
    try:
        prompts = read_prompts(options.prompts)
        reference = reference_diphones(options.corpus, options.limit, frontend)
    except (OSError, KeyError) as error:
        print(f"A list cannot be read: {error}.", file=sys.stderr)
        return 1
    if options.order:
        print("\n".join(ordered(prompts, reference, frontend)))
        return 0
    first = coverage(prompts[: options.first], reference, frontend)
    everything = coverage(prompts, reference, frontend)
    if options.json:
        print(json.dumps({"first": first, "all": everything}, ensure_ascii=False))
        return 0
    _print(f"First {options.first} prompts", first)
    _print("All prompts", everything)
    return 0


if __name__ == "__main__":
    sys.exit(main())
