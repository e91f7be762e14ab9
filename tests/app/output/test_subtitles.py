"""Subtitles hold the text as it is written, at the times at which it is heard."""

import itertools
from pathlib import Path

import pytest

from timbre.audio import SYNTHETIC_TAG, AudioError
from timbre.timing import TimedWord
from timbre_app.output.subtitles import LONGEST_CUE, LONGEST_CUE_S, LONGEST_LINE, cues, write_subtitles

TEXT = 'She said: "Good morning, Ada!" Then <b> & nothing.'


def words_of(text: str, word_s: float = 0.4, gap_s: float = 0.05) -> list[TimedWord]:
    found, at = [], 0
    for number, written in enumerate(text.split()):
        start = text.index(written, at)
        at = start + len(written)
        bare = written.strip('.,:!?"')
        begin = start + written.index(bare) if bare else start
        time_s = number * (word_s + gap_s)
        found.append(TimedWord(bare, begin, begin + len(bare), time_s, time_s + word_s))
    return found


def test_cues_end_with_sentences_and_keep_the_punctuation():
    assert [cue.text for cue in cues(TEXT, words_of(TEXT))] == [
        'She said: "Good morning, Ada!"',
        "Then <b> & nothing.",
    ]


def test_cues_are_two_short_lines_and_follow_one_another():
    text = "word " * 200
    found = cues(text, words_of(text))
    for cue in found:
        assert len(cue.text) <= LONGEST_CUE
        assert max(map(len, cue.text.split("\n"))) <= LONGEST_LINE + 10
        assert cue.end_s - cue.start_s <= LONGEST_CUE_S
    assert all(a.end_s <= b.start_s for a, b in itertools.pairwise(found))
    assert " ".join(cue.text for cue in found).split() == text.split()


def test_a_pause_begins_another_cue():
    words = [TimedWord("One", 0, 3, 0.0, 0.3), TimedWord("two", 4, 7, 1.5, 1.8)]
    assert [cue.text for cue in cues("One two", words)] == ["One", "two"]


def test_srt(tmp_path: Path):
    write_subtitles(tmp_path / "a.srt", TEXT, words_of(TEXT))
    assert (tmp_path / "a.srt").read_text(encoding="utf-8") == (
        '1\n00:00:00,000 --> 00:00:02,200\nShe said: "Good morning, Ada!"\n\n'
        "2\n00:00:02,250 --> 00:00:04,000\nThen <b> & nothing.\n\n"
    )


def test_vtt_says_that_the_speech_is_synthetic_and_escapes(tmp_path: Path):
    write_subtitles(tmp_path / "a.vtt", TEXT, [w.shifted(0, 3599.9) for w in words_of(TEXT)])
    written = (tmp_path / "a.vtt").read_text(encoding="utf-8")
    assert written.startswith(f"WEBVTT\n\nNOTE {SYNTHETIC_TAG}\n\n00:59:59.900 --> 01:00:02.100\n")
    assert "Then &lt;b&gt; &amp; nothing." in written


def test_another_suffix_and_a_missing_folder_are_named(tmp_path: Path):
    with pytest.raises(AudioError, match=r"ends in \.srt or \.vtt"):
        write_subtitles(tmp_path / "a.txt", TEXT, [])
    with pytest.raises(FileNotFoundError) as caught:
        write_subtitles(tmp_path / "none" / "a.srt", TEXT, [])
    assert caught.value.filename == str(tmp_path / "none" / "a.srt")
    assert list(tmp_path.iterdir()) == []


def test_stars_of_emphasis_are_not_shown():
    text = 'I *never* said it. She asked: *"Why?"* Then 3 * 4.'
    words = [
        TimedWord(written, text.index(written), text.index(written) + len(written), at * 0.4, at * 0.4 + 0.3)
        for at, written in enumerate(("I", "never", "said", "it", "She", "asked", "Why", "Then", "3", "4"))
    ]
    assert [cue.text for cue in cues(text, words)] == [
        "I never said it.",
        'She asked: "Why?"',
        "Then 3 * 4.",
    ]
