import numpy as np
import pytest

from timbre.mel import MelSpec
from timbre.text import Frontend
from timbre.text.symbols import symbol_ids
from timbre_bench.alignment import aligned_words, summarize


def test_words_of_several_sentences_follow_each_other():
    text, frontend = "Good morning. How are you?", Frontend()
    size = len(symbol_ids(frontend.phonemize(text)))
    words = aligned_words(text, np.full(size, 2), frontend)
    assert [word.text for word in words] == ["Good", "morning", "How", "are", "you"]
    starts = [word.start_s for word in words]
    assert starts == sorted(set(starts))
    # All but the last mark and the end symbol come before the last word's end.
    assert words[-1].end_s == pytest.approx(2 * (size - 2) / MelSpec().frame_rate)


def test_a_constant_offset_is_no_looseness():
    table = summarize([-0.06] * 9 + [0.2])
    assert (table["median_ms"], table["p50_ms"], table["loose_share"]) == (-60.0, 0.0, 0.1)
