import numpy as np
import pytest
import soundfile as sf

from timbre_finetune.corpus.importers import Utterance
from timbre_finetune.corpus.transcripts import TranscriptCache, check_transcripts, restore_case


@pytest.mark.parametrize(
    ("capitals", "heard", "restored"),
    [
        ("HELLO WORLD HOW ARE YOU", "Hello, world. How are you?", "Hello, world. How are you?"),
        ("DEAR MISTER MEREDITH", "Dear Mr. Meredith.", "Dear Mister Meredith."),
        ("MY SELF RESPECT IS GONE", "My self-respect is gone!", "My self respect is gone!"),
        ("I THINK I'M LATE", "", "I think I'm late"),
        ("GEORGE GATHERCOLE CAME HOME", "George Gathercoal came home.", "George Gathercole came home."),
        ("IN EIGHTEEN EIGHTY FOUR YES", "In 1884, yes.", "In eighteen eighty four, yes."),
        ("WE SAW NOBODY THERE AT ALL", "We saw there, at all.", "We saw nobody there, at all."),
        ("THE McDONALD FARM", "The McDonald farm?", "The McDonald farm?"),
    ],
)
def test_case_comes_back_where_words_agree(capitals, heard, restored):
    assert restore_case(capitals, heard) == restored


@pytest.fixture
def corpus(tmp_path):
    sf.write(tmp_path / "a.wav", np.zeros(800), 16_000)
    sf.write(tmp_path / "b.wav", np.zeros(800), 16_000)
    return tmp_path, [
        Utterance("a.wav", "c", "1", "GOOD MORNING TO YOU", is_capitals=True),
        Utterance("b.wav", "c", "1", "Something else was said."),
        Utterance("known.wav", "c", "1", "Measured before.", error_rate=0.5),
        Utterance("zh.wav", "c", "1", "你好", language="cmn"),
    ]


def test_a_corpus_is_heard_once(corpus):
    root, utterances = corpus
    asked = []

    def hear(path):
        asked.append(path.name)
        return "Good morning, to you."

    cache_file = root / "cache" / "c.jsonl"
    first = check_transcripts(utterances, root, TranscriptCache(cache_file), lambda: hear)
    assert asked == ["a.wav", "b.wav"]
    assert [u.text for u in first] == ["Good morning, to you.", *(u.text for u in utterances[1:])]
    assert first[0].error_rate == 0
    assert first[1].error_rate > 0.5
    assert [u.error_rate for u in first[2:]] == [0.5, None]

    def never():
        raise AssertionError

    cache_file.write_text(cache_file.read_text() + '["half a li')
    assert check_transcripts(utterances, root, TranscriptCache(cache_file), never) == first


def test_what_cannot_be_heard_is_not_trusted(corpus):
    root, utterances = corpus
    (root / "a.wav").write_text("broken")

    def hear(path):
        from timbre import audio

        return str(audio.load(path))

    checked = check_transcripts(utterances[:1], root, TranscriptCache(root / "t.jsonl"), lambda: hear)
    assert checked[0].error_rate == 1
