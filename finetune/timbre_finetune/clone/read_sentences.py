"""A take's sentences, as a voice speaks them: each by itself, with pauses between them.

Each sentence is spoken by itself, so its edges are as short as those of a recording, and a pause is added behind it.
Takes that hold several sentences say how long that pause is. Without such takes the prosody network is asked how it
would read two takes one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from timbre.text.symbols import END_ID, PAUSE_IDS, START_ID, SYMBOL_TO_ID
from timbre_finetune.clone.takes_data import TakeExample

SENTENCE_ENDS = frozenset(SYMBOL_TO_ID[mark] for mark in ".?!…")
LEAST_BREAKS = 5
"""With fewer of them in the takes, the network is asked."""
MOST_ASKED = 12
"""The largest number of takes that the network is asked about."""
LONGEST_BREAK_FRAMES = 130
"""A second and a half: behind a longer pause the reader has turned the page."""
Lengths = Callable[[Tensor], np.ndarray]
"""Frames of each symbol of a text, ids (T_text,) to (T_text,), as the voice speaks it."""


def sentences_of(take: TakeExample) -> list[TakeExample]:
    """The sentences of a take, each as a take of its own, with a start symbol, a mark and an end symbol around it.

    The pauses between them are in none. A symbol that the person has not made, such as the start symbol of the second
    sentence, lasts 0 frames.
    """
    breaks = _breaks(take.phonemes)
    starts = [1, *(end for _, end in breaks)]
    ends = [*(begin for begin, _ in breaks), _last_sound(take.phonemes)]
    return [_sentence(take, begin, end) for begin, end in zip(starts, ends, strict=True)]


def frames_between(takes: Sequence[TakeExample], lengths: Lengths) -> float:
    """Frames of silence to put between two sentences, beside what the edges of both last by themselves."""
    between = [frames for take in takes for frames in _between(take.phonemes, take.durations.numpy())]
    if len(between) < LEAST_BREAKS:
        joined = (_joined(a.phonemes, b.phonemes) for a, b in pairwise(takes[: MOST_ASKED + 1]))
        between = [frames for ids in joined for frames in _between(ids, lengths(ids))]
    edges = [_edges(take.phonemes, lengths(take.phonemes)) for take in takes[:MOST_ASKED]]
    mean = np.minimum(between, LONGEST_BREAK_FRAMES).mean() if between else 0.0
    return max(0.0, float(mean - np.mean(edges)))


def _sentence(take: TakeExample, begin: int, end: int) -> TakeExample:
    """The sentence of a take's symbols from `begin` to `end`, with the mark behind them, or else a full stop."""
    ids, frames = take.phonemes, take.durations
    mark = ids[end : end + 1] if end < len(ids) - 1 else torch.tensor([SYMBOL_TO_ID["."]])
    before = frames[:1] if begin == 1 else frames.new_zeros(1)
    behind = frames[end:] if end == len(ids) - 2 else frames.new_zeros(2)
    durations = torch.cat([before, frames[begin:end], behind])
    first = int(frames[:begin].sum() - before.sum())
    last = first + int(durations.sum())
    return replace(
        take,
        phonemes=torch.cat([torch.tensor([START_ID]), ids[begin:end], mark, torch.tensor([END_ID])]),
        durations=durations,
        mel=take.mel[:, first:last],
        log_f0=take.log_f0[first:last],
    )


def _last_sound(ids: Tensor) -> int:
    """Where the marks and spaces begin with which a text ends, or its end symbol."""
    runs = _runs(ids[:-1])
    return runs[-1][0] if runs and runs[-1][1] == len(ids) - 1 else len(ids) - 1


def _joined(first: Tensor, second: Tensor) -> Tensor:
    """One text of two: ids (T_text,) each, between a start and an end symbol."""
    return torch.cat([first[:-1], torch.tensor([PAUSE_IDS.start]), second[1:]])


def _breaks(ids: Tensor) -> list[tuple[int, int]]:
    """The runs of marks and spaces inside a text that end a sentence."""
    return [
        (begin, end)
        for begin, end in _runs(ids)
        if begin > 1 and end < len(ids) - 1 and SENTENCE_ENDS.intersection(ids[begin:end].tolist())
    ]


def _between(ids: Tensor, frames: np.ndarray) -> list[float]:
    """Frames of each break inside a text."""
    return [float(frames[begin:end].sum()) for begin, end in _breaks(ids)]


def _edges(ids: Tensor, frames: np.ndarray) -> float:
    """Frames of a text before its first sound and behind its last one."""
    return float(frames[0] + frames[_last_sound(ids) :].sum())


def _runs(ids: Tensor) -> list[tuple[int, int]]:
    """Where marks and spaces stand side by side: begin and end of each run."""
    is_pause = [int(i) in PAUSE_IDS for i in ids]
    edges = np.flatnonzero(np.diff([False, *is_pause, False]))
    return [(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]
