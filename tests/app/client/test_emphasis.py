"""Emphasis reaches the speech of the real server, whole and sentence by sentence, and moves no word."""

import numpy as np
import pytest

from timbre_app.client.timbre_client import Detail

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

MARKED, PLAIN = "Good day. I *never* said that.", "Good day. I never said that."


def spoken(server, text, detail=None):
    chunks = list(server.client.speak(text, server.voice(), detail=detail))
    return np.concatenate([chunk.pcm for chunk in chunks]), [
        word for chunk in chunks for word in chunk.timing.words
    ]


@pytest.mark.parametrize("detail", [None, Detail()])
def test_marked_word_is_spoken_otherwise_and_stays_where_it_is(detail, speech_server):
    marked, words = spoken(speech_server, MARKED, detail)
    plain, twins = spoken(speech_server, PLAIN, detail)
    assert [MARKED[word.char_start : word.char_end] for word in words] == [word.text for word in twins]
    never, twin = words[3], twins[3]
    assert never.end_s - never.start_s > 1.05 * (twin.end_s - twin.start_s)
    assert len(marked) != len(plain)


def test_process_that_does_all_speaks_emphasis_too(fused_server):
    marked, words = spoken(fused_server, MARKED)
    plain, twins = spoken(fused_server, PLAIN)
    assert words[3].end_s - words[3].start_s > 1.05 * (twins[3].end_s - twins[3].start_s)
    assert len(marked) != len(plain)
