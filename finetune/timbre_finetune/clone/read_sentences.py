"""A take's sentences, as a voice speaks them: each by itself, with pauses between them.

Each sentence is spoken by itself, so its edges are as short as those of a recording, and a pause is added behind it.
Takes that hold several sentences say how long that pause is. Without such takes the prosody network is asked how it
would read two takes one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

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


class ReadSentence(NamedTuple):
    """A sentence of a take.

    Attributes:
        ids: Phonemes between a start and an end symbol, (T_text,).
        frames: How long the person made each, (T_text,).
        inside: True for symbols that are not its edge, (T_text,).
    """

    ids: Tensor
    frames: Tensor
    inside: Tensor


def sentences_of(take: TakeExample) -> list[ReadSentence]:
    """The sentences of a take; the pauses between them are in none."""
    ids, frames = take.phonemes, take.durations
    breaks = _breaks(ids)
    starts, ends = [1, *(end for _, end in breaks)], [*(begin + 1 for begin, _ in breaks), len(ids) - 1]
    return [_sentence(ids[begin:end], frames[begin:end]) for begin, end in zip(starts, ends, strict=True)]


def frames_between(takes: Sequence[TakeExample], lengths: Lengths) -> float:
    """Frames of silence to put between two sentences, beside what the edges of both last by themselves."""
    between = [frames for take in takes for frames in _between(take.phonemes, take.durations.numpy())]
    if len(between) < LEAST_BREAKS:
        joined = (_joined(a.phonemes, b.phonemes) for a, b in pairwise(takes[: MOST_ASKED + 1]))
        between = [frames for ids in joined for frames in _between(ids, lengths(ids))]
    edges = [_edges(take.phonemes, lengths(take.phonemes)) for take in takes[:MOST_ASKED]]
    mean = np.minimum(between, LONGEST_BREAK_FRAMES).mean() if between else 0.0
    return max(0.0, float(mean - np.mean(edges)))


def _sentence(ids: Tensor, frames: Tensor) -> ReadSentence:
    """A sentence of its phonemes (n,) and the frames of each; it gets a full stop if it ends without a mark."""
    runs = _runs(ids)
    end = runs[-1][0] if runs and runs[-1][1] == len(ids) else len(ids)
    last = ids[end : end + 1] if end < len(ids) else torch.tensor([SYMBOL_TO_ID["."]])
    whole = torch.cat([torch.tensor([START_ID]), ids[:end], last, torch.tensor([END_ID])])
    inside = torch.zeros(len(whole), dtype=torch.bool)
    inside[1 : end + 1] = True
    read = torch.zeros(len(whole), dtype=frames.dtype)
    read[1 : end + 1] = frames[:end]
    return ReadSentence(whole, read, inside)


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
    runs = _runs(ids)
    last = runs[-1][0] if runs and runs[-1][1] >= len(ids) - 1 else len(ids) - 1
    return float(frames[0] + frames[last:].sum())


def _runs(ids: Tensor) -> list[tuple[int, int]]:
    """Where marks and spaces stand side by side: begin and end of each run."""
    is_pause = [int(i) in PAUSE_IDS for i in ids]
    edges = np.flatnonzero(np.diff([False, *is_pause, False]))
    return [(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]
