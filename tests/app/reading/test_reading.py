"""A reading makes, keeps and plays sentences; from the disk and on several threads."""

import itertools
import threading
from pathlib import Path

import numpy as np
import pytest

from timbre.text import TextError
from timbre.timing import TimedPhoneme, TimedWord
from timbre_app.output.subtitles import cues
from timbre_app.reading.clip import ClipStore
from timbre_app.reading.reading import READ_SAMPLES, Reading
from timbre_app.reading.sentence import Edits, HowToSpeak, SaidChunk, SentenceRequest, cut_sentences
from timbre_app.reading.timeline import Place, State

RATE = 22_050
TEXT = "One two. Three. Four five six."


class Counter:
    """Says a sentence as chunks of 1,000 samples a word, whose values count the sentences said."""

    sample_rate = RATE

    def __init__(self):
        self.said: list[SentenceRequest] = []
        self.error: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()

    def fingerprint(self, request):
        return f"{abs(hash(request)):x}"

    def say(self, request, should_stop):
        self.said.append(request)
        if self.error:
            raise self.error
        value = len(self.said)
        for number, word in enumerate(request.text.split()):
            at = request.text.index(word)
            timed = TimedWord(word, at, at + len(word), number * 1000 / RATE, (number + 1) * 1000 / RATE)
            yield SaidChunk(np.full(1000, value, np.int16), (timed,), (TimedPhoneme("a", 0.0, 0.1),))
            self.gate.wait(60)


@pytest.fixture
def narrator() -> Counter:
    return Counter()


@pytest.fixture
def store(tmp_path: Path) -> ClipStore:
    return ClipStore(tmp_path / "clips")


@pytest.fixture
def reading(store: ClipStore) -> Reading:
    made = Reading(store, RATE)
    made.set_text(TEXT, cut_sentences(TEXT))
    made.voice_id = "ada"
    return made


def make(reading, narrator, indices=None, **options):
    indices = range(len(reading.sentences)) if indices is None else indices
    reading.make(narrator, indices, reading.expect_making(indices), lambda: False, **options)


def sound(reading, start=Place(0), end=None, laps=1):  # noqa: B008
    left = iter([True] * (laps - 1) + [False])
    return np.concatenate([p.pcm for p in reading.sound(start, end, lambda: next(left), lambda: False)])


def states(reading):
    return [reading.state(i).value for i in range(len(reading.sentences))]


def test_sentences_are_made_once_and_played_with_pauses(reading, narrator):
    make(reading, narrator)
    make(reading, narrator)
    assert len(narrator.said) == 3
    pause = np.zeros(reading.pause_samples, np.int16)
    expected = [np.full(2000, 1), pause, np.full(1000, 2), pause, np.full(3000, 3)]
    np.testing.assert_array_equal(sound(reading), np.concatenate(expected))
    assert reading.starts()[-1] == len(sound(reading))


def test_a_voice_that_pauses_longer_pauses_longer_between_sentences(reading, narrator):
    make(reading, narrator)
    usual, spoken = reading.pause_samples, len(sound(reading))
    reading.set_pauses(1.5)
    assert reading.pause_samples == pytest.approx(1.5 * usual, abs=1)
    assert len(sound(reading)) == spoken + 2 * (reading.pause_samples - usual) == reading.starts()[-1]


def test_what_is_played_while_it_is_made_is_all_of_it(reading, narrator):
    narrator.gate.clear()
    indices = range(3)
    token = reading.expect_making(indices)
    maker = threading.Thread(target=reading.make, args=(narrator, indices, token, lambda: False))
    pieces = reading.sound(Place(0), None, lambda: False, lambda: False)
    maker.start()
    first = next(pieces)
    assert len(first.pcm) == 1000
    assert reading.state(0) is State.MAKING
    narrator.gate.set()
    rest = list(pieces)
    maker.join()
    np.testing.assert_array_equal(np.concatenate([first.pcm, *(p.pcm for p in rest)]), sound(reading))


def test_any_moment_of_the_timeline_is_a_place_and_back(reading, narrator):
    make(reading, narrator)
    whole = sound(reading)
    for sample in (0, 1, 1999, 2000, 2000 + reading.pause_samples, len(whole) - 1):
        place = reading.place(sample)
        assert reading.sample(place) == sample
        np.testing.assert_array_equal(sound(reading, place), whole[sample:])


def test_a_part_repeats(reading, narrator):
    make(reading, narrator)
    start, end = reading.place(500), reading.place(2000 + reading.pause_samples + 300)
    one = sound(reading, start, end)
    np.testing.assert_array_equal(one, sound(reading)[500 : 2000 + reading.pause_samples + 300])
    np.testing.assert_array_equal(sound(reading, start, end, laps=3), np.tile(one, 3))


def test_only_what_changed_is_made_anew(reading, narrator):
    make(reading, narrator)
    text = "One two. Now three. Four five six."
    reading.set_text(text, cut_sentences(text))
    assert states(reading) == ["made", "changed", "made"]
    reading.sentences[2].edits = Edits((1.0,), ())
    assert states(reading) == ["made", "changed", "changed"]
    make(reading, narrator)
    assert [request.text for request in narrator.said[3:]] == ["Now three.", "Four five six."]
    text = "Zero. " + text
    reading.set_text(text, cut_sentences(text))
    assert states(reading) == ["new", "made", "made", "made"]
    assert [text[s.start : s.end] for s in reading.sentences] == [s.text for s in reading.sentences]


def test_settings_make_a_sentence_change_and_change_back(reading, narrator):
    make(reading, narrator)
    reading.how = HowToSpeak(1.5)
    assert states(reading) == ["changed"] * 3
    reading.sentences[1].how = HowToSpeak()
    assert states(reading) == ["changed", "made", "changed"]
    reading.how = HowToSpeak()
    assert states(reading) == ["made"] * 3


def test_sounds_are_found_again_by_another_reading(reading, narrator, tmp_path):
    make(reading, narrator)
    again = Reading(ClipStore(tmp_path / "clips"), RATE)
    again.set_text(TEXT, cut_sentences(TEXT))
    again.voice_id = "ada"
    again.recall(narrator, lambda: False)
    assert states(again) == ["made"] * 3
    assert len(narrator.said) == 3
    np.testing.assert_array_equal(sound(again), sound(reading))
    assert again.words() == reading.words()
    np.testing.assert_array_equal(again.outline(50), reading.outline(50))


def test_an_error_ends_the_playing_where_it_happened_and_can_be_repeated(reading, narrator):
    make(reading, narrator, [0])
    narrator.error = RuntimeError("gone")
    with pytest.raises(RuntimeError, match="gone"):
        make(reading, narrator)
    heard = []
    with pytest.raises(RuntimeError, match="gone"):
        heard.extend(reading.sound(Place(0), None, lambda: False, lambda: False))
    assert sum(len(piece.pcm) for piece in heard) == 2000 + reading.pause_samples
    assert states(reading) == ["made", "failed", "new"]
    narrator.error = None
    make(reading, narrator)
    assert states(reading) == ["made"] * 3


def test_a_sentence_that_was_stopped_is_made_anew(store, reading, narrator, tmp_path):
    calls = itertools.count()
    indices = [0]
    reading.make(narrator, indices, reading.expect_making(indices), lambda: next(calls) >= 2)
    assert states(reading)[0] == "changed"
    make(reading, narrator)
    assert len(sound(reading)) == 6000 + 2 * reading.pause_samples
    store.tidy(10**9, part_age_s=-1)
    assert not list((tmp_path / "clips").glob("*.part.wav"))


def test_a_silent_sentence_among_others_is_silent(narrator, reading):
    class Deaf(Counter):
        def say(self, request, should_stop):
            if request.text == "Three.":
                raise TextError("There is nothing to speak.")
            yield from super().say(request, should_stop)

    make(reading, Deaf())
    assert states(reading) == ["made"] * 3
    assert len(sound(reading)) == 5000 + 2 * reading.pause_samples


def test_making_runs_ahead_only_so_far(reading, narrator):
    told = []
    stop = threading.Event()
    indices = range(3)
    token = reading.expect_making(indices)
    maker = threading.Thread(
        target=reading.make, args=(narrator, indices, token, stop.is_set, told.append, 0.05)
    )
    maker.start()
    pieces = reading.sound(Place(0), None, lambda: False, lambda: False)
    next(pieces)
    assert 2 not in told
    for _ in pieces:
        pass
    maker.join(60)
    assert 2 in told
    assert not maker.is_alive()


def test_words_and_subtitles_stand_at_their_times(reading, narrator):
    make(reading, narrator)
    words = reading.words()
    assert [TEXT[w.char_start : w.char_end] for w in words] == TEXT.split()
    starts = reading.starts() / RATE
    assert [cue.start_s for cue in cues(TEXT, words)] == pytest.approx(starts[:3])
    assert reading.word_at(Place(2, 1500)) == (TEXT.index("five"), TEXT.index("five") + 4)


def test_old_sounds_go_first_when_there_are_too_many(store, reading, narrator, tmp_path):
    import os

    make(reading, narrator)
    for index, sentence in enumerate(reading.sentences):
        os.utime(sentence.clip.path, (1000 + index, 1000 + index))
    store.tidy(keep_bytes=9_000)
    left = {path.stem for path in (tmp_path / "clips").glob("*.wav")}
    assert left == {reading.sentences[i].clip.path.stem for i in (1, 2)}
    assert {path.stem for path in (tmp_path / "clips").glob("*.json")} == left


@pytest.mark.parametrize("damage", [b"", b"RIFF", b"no wave at all" * 10])
def test_a_damaged_sound_is_made_anew(reading, narrator, damage):
    make(reading, narrator, [0])
    reading.sentences[0].clip.path.write_bytes(damage)
    reading.drop_clips()
    make(reading, narrator, [0])
    assert len(narrator.said) == 2
    assert reading.sentences[0].clip.sample_count == 2000


def test_pieces_are_small(reading, narrator):
    make(reading, narrator)
    assert (
        max(len(p.pcm) for p in reading.sound(Place(0), None, lambda: False, lambda: False)) <= READ_SAMPLES
    )
