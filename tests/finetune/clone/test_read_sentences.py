"""A take's sentences, and the pauses between them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from timbre.text.symbols import SYMBOLS, symbol_ids
from timbre_finetune.clone.read_sentences import frames_between, sentences_of
from timbre_finetune.clone.takes_data import TakeExample


def take(phonemes: str, frames: list[int]) -> TakeExample:
    """A take of phonemes that lasts as many frames as the list says, start and end symbol included."""
    ids, durations = torch.tensor(symbol_ids(phonemes)), torch.tensor(frames)
    assert len(ids) == len(durations)
    return TakeExample(
        "take", "", np.zeros(0), torch.zeros(80, int(durations.sum())), durations, ids, durations
    )


TWO = take("ma, mo? na.", [2, 3, 4, 9, 1, 3, 5, 30, 6, 4, 4, 7, 2])


def test_a_take_of_two_sentences_is_two_sentences():
    first, second = sentences_of(TWO)
    assert ["".join(SYMBOLS[i] for i in s.phonemes) for s in (first, second)] == ["^ma, mo?$", "^na.$"]
    assert first.durations.tolist() == [2, 3, 4, 9, 1, 3, 5, 0, 0]
    assert second.durations.tolist() == [0, 4, 4, 7, 2]


def test_a_sentence_has_its_own_part_of_the_take():
    frames = torch.arange(int(TWO.durations.sum()))
    first, second = sentences_of(replace(TWO, log_f0=frames, mel=frames.expand(80, -1)))
    assert first.log_f0.tolist() == first.mel[0].tolist() == list(range(27))
    assert second.log_f0.tolist() == second.mel[0].tolist() == list(range(27 + 36, len(frames)))


def test_a_take_of_one_sentence_is_that_sentence():
    (only,) = sentences_of(whole := take("ma, mo.", [2, 3, 4, 9, 1, 3, 5, 7, 2]))
    assert only.phonemes.tolist() == whole.phonemes.tolist()
    assert only.durations.tolist() == whole.durations.tolist()
    assert only.mel.shape == whole.mel.shape


@pytest.mark.parametrize(("text", "edges"), [("ma mo", [5, 2]), ('ma mo."', [5, 6, 3, 2])])
def test_a_sentence_ends_with_one_mark(text: str, edges: list[int]):
    (only,) = sentences_of(take(text, [2, 3, 4, 1, 3, *edges]))
    assert "".join(SYMBOLS[i] for i in only.phonemes) == "^ma mo.$"
    assert only.durations.tolist() == [2, 3, 4, 1, 3, 5, 0, 0]
    assert only.mel.shape[1] == only.durations.sum()


def lengths(ids: torch.Tensor) -> np.ndarray:
    """A voice that gives each symbol three frames, and 40 to a full stop before a space."""
    frames = np.full(len(ids), 3.0)
    text = [SYMBOLS[i] for i in ids]
    frames[[i for i, (a, b) in enumerate(pairwise(text)) if (a, b) == (".", " ")]] = 40
    return frames


def test_the_pause_is_that_of_the_takes_without_what_the_edges_last():
    # 30 + 6 frames of "? " less 3 each of start symbol, full stop and end symbol.
    assert frames_between([TWO] * 5, lengths) == pytest.approx(36 - 9)


def test_with_few_breaks_in_the_takes_the_voice_is_asked():
    short = [take("ma.", [2, 3, 4, 7, 2]), take("mo.", [2, 3, 4, 7, 2])]
    assert frames_between(short, lengths) == pytest.approx(40 + 3 - 9)


def test_a_reader_who_turns_the_page_does_not_count_for_long():
    assert frames_between([take("ma. na.", [2, 3, 4, 900, 6, 4, 4, 7, 2])] * 5, lengths) == pytest.approx(
        130 - 9
    )


def test_one_short_take_has_no_pause():
    assert frames_between([take("ma.", [2, 3, 4, 7, 2])], lengths) == 0
