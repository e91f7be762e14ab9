import json

import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre_finetune.cli import main
from timbre_finetune.export.evaluate import SentenceScore, _repeats, summarize
from timbre_finetune.export.examination import STRESS, unseen_sentences


def score(kind, error_rate):
    return SentenceScore("a", kind, error_rate, 0, 2.0, 10.0, 0.1, 120.0, 8.0, 0.1)


def test_means_are_taken_of_each_kind():
    table = summarize([score("prompts", 0.1), score("lists", 0.5), score("prompts", 0.3)])
    assert list(table) == ["prompts", "lists"]
    assert table["prompts"]["character_error_rate"] == pytest.approx(0.2)
    assert (table["prompts"]["sentences"], table["lists"]["sentences"]) == (2, 1)


@pytest.mark.parametrize(
    ("said", "heard", "count"),
    [("we go home", "we go go go home", 2), ("that that is", "that that is", 0), ("a b a", "a b a", 0)],
)
def test_repeats_are_words_said_twice_in_a_row(said, heard, count):
    assert _repeats(said, heard) == count


def test_sentences_are_enough_and_differ():
    sentences = unseen_sentences(60)
    assert len(set(sentences)) == 60
    assert len(STRESS["long"][0].split()) >= 60


@pytest.mark.slow
def test_a_base_model_is_examined(tmp_path, capsys):
    """The voice is noise; the figures are there all the same."""
    base = make_tiny_base(tmp_path / "base")
    arguments = ["--base", str(base), "--speakers", "1", "--sentences", "2", "--no-stress"]
    assert main(["evaluate", *arguments, "--json", str(tmp_path / "scores.json")]) == 0
    means, ratio = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (means["kind"], means["sentences"]) == ("prompts", 2)
    assert means["speech_s"] > 0.2
    assert ratio["synthesis_ratio"] > 0
    assert [row["speaker"] for row in json.loads((tmp_path / "scores.json").read_text())] == ["tiny:0"] * 2
