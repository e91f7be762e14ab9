"""Parts of a text that are spoken otherwise than the rest."""

import json

import numpy as np
import pytest

from timbre.messages import InputError
from timbre.serving.plan import SpeechPlan, TextService
from timbre.speech.emphasis import changes_of
from timbre.text import Frontend
from timbre.text.spans import Span, apply_spans, read_spans

TEXT = "Say it slowly, please. Then go."


@pytest.fixture(scope="module")
def sentences():
    return Frontend().sentences(TEXT)


def test_words_of_a_span_are_changed_with_the_pause_behind_them(sentences):
    first, second = apply_spans(sentences, [Span(7, 13, 3, 2, -4)])
    assert [change.place for change in first.changes] == [2]
    assert second.changes == ()
    changes, word = changes_of(first), first.words[2]
    end = first.words[3].phoneme_start
    for values, inside, outside in (changes.pitch, 3, 0), (changes.duration, 2, 1), (changes.energy, -4, 0):
        assert (values[word.phoneme_start : end] == inside).all()
        assert (values[: word.phoneme_start] == outside).all()
        assert (values[end:] == outside).all()


def test_emphasis_of_a_span_is_that_of_stars(sentences):
    spanned = apply_spans(sentences, [Span(7, 13, emphasised=True)])[0]
    starred = Frontend().sentences(TEXT.replace("slowly", "*slowly*"))[0]
    for one, other in zip(
        vars(changes_of(spanned)).values(), vars(changes_of(starred)).values(), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_span_in_the_middle_of_a_word_changes_the_word(sentences):
    assert [one.place for one in apply_spans(sentences, [Span(9, 10, 1)])[0].changes] == [2]


def test_part_of_a_span_in_a_passage():
    assert Span(5, 20, 2).within(10, 15) == Span(0, 5, 2)
    assert Span(5, 20, 2).within(0, 8) == Span(5, 8, 2)
    assert Span(5, 20).within(20, 30) is None


@pytest.mark.parametrize(
    "values",
    [
        {},
        [[0, 1]],
        [[0, 1, 0, 1, 0, 1]],
        [[-1, 1, 0, 1, 0, False]],
        [[2, 1, 0, 1, 0, False]],
        [[0, 1, 13, 1, 0, False]],
        [[0, 1, 0, 0.1, 0, False]],
        [[0, 1, 0, 1, 99, False]],
        [[0, 1, 0, True, 0, False]],
        [[0, 5, 0, 1, 0, False], [4, 6, 0, 1, 0, False]],
    ],
)
def test_wrong_spans_are_refused(values):
    with pytest.raises(InputError):
        read_spans(values)


def test_spans_travel_to_the_plan():
    options = json.dumps({"language": "en-us", "spans": [[7, 13, 3, 2, -4, True]]}).encode()
    plan = TextService().plan(TEXT, options)
    back = SpeechPlan.unpack(*plan.pack())
    assert back.sentences[0].changes == plan.sentences[0].changes != ()
    assert back.sentences[0].emphasised == (2,)
    assert back.sentences[1].changes == ()


@pytest.mark.parametrize(
    "changes", [[[0, 99, 1, 0]], [[0, 0, 99, 0]], [[9, 0, 1, 0]], [[0, 0, 1]], [5], {}, [["0", 0, 1, 0]]]
)
def test_wrong_changes_in_a_plan_are_refused(changes):
    ids, data = TextService().plan(TEXT, b'{"spans": [[7, 13, 3, 2, -4, true]]}').pack()
    fields = json.loads(data)
    fields["sentences"][0][4] = changes
    with pytest.raises(ValueError, match="as text_frontend does"):
        SpeechPlan.unpack(ids, json.dumps(fields).encode())


def test_unfinished_text_does_not_end_its_sentence():
    service = TextService()
    ends = [
        Frontend().phonemize("One. Two"),
        Frontend().sentences("One. Two", is_finished=False)[-1].phonemes,
        Frontend().sentences("One. Two", is_finished=False)[0].phonemes,
        Frontend().sentences("Two. ", is_finished=False)[0].phonemes,
    ]
    assert [end[-1] for end in ends] == [".", ",", ".", "."]
    ids = [service.plan("Two", options).pack()[0] for options in (b"{}", b'{"unfinished": true}')]
    assert not np.array_equal(*ids)
    with pytest.raises(ValueError, match="must be true or false"):
        service.plan("Two", b'{"unfinished": 1}')
