"""Speech that is kept passage by passage: what is asked for again, and that it is the same speech."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from timbre.speech.acoustic import Controls
from timbre.text import TextError
from timbre.timing import ChunkTiming, TimedWord
from timbre_app.client.streams import SpeechChunk, passages_of
from timbre_app.client.timbre_client import Markup
from timbre_app.reading.clip import ClipStore
from timbre_app.ssml.keeping import KeptSpeech

RATE = 22_050
TEXT = " ".join(f"This is sentence number {number} of a longer text." for number in range(60))
VOICE = SimpleNamespace(content_hash="5e1f")


class LetterStream:
    """Says each passage in two chunks, a tenth of a second a chunk; breaks off after a number of chunks."""

    def __init__(self, passages, breaks_after: int):
        self._passages, self._breaks_after = passages, breaks_after
        self.chunk_passage = self.passages_done = 0
        self.is_closed = False

    def close(self):
        self.is_closed = True

    def __iter__(self):
        at = 0
        for number, passage in enumerate(self._passages):
            if "🙂" in passage.text:
                if len(self._passages) == 1:
                    raise TextError("There is nothing to speak in this text.")
                self.passages_done = number + 1
                continue
            for half in range(2):
                if not self._breaks_after:
                    raise RuntimeError("killed")
                self._breaks_after -= 1
                pcm = np.full(RATE // 10, passage.char_start + half, np.int16)
                end, begin_s = passage.char_start + len(passage.text), at / RATE
                words = [TimedWord(passage.text, passage.char_start, end, begin_s, begin_s + 0.2)]
                self.chunk_passage, self.passages_done = number, number + half
                yield SpeechChunk(pcm, ChunkTiming(tuple(words[half:]), first_sample=at))
                at += len(pcm)


class LetterClient:
    """Remembers which passages were asked for."""

    def __init__(self):
        self.asked, self.breaks_after = [], 10_000

    def speak(self, text, voice, controls, language, lexicon, *, markup):
        passages = passages_of(text, whole=False)[markup.first_passage :]
        self.asked.append(len(passages))
        return LetterStream(passages, self.breaks_after)


@pytest.fixture
def client() -> LetterClient:
    return LetterClient()


@pytest.fixture
def speech(client, tmp_path) -> KeptSpeech:
    return KeptSpeech(client, ClipStore(tmp_path / "clips"))


def heard(speech, text=TEXT, controls=None, markup=None):
    stream = speech.speak(text, VOICE, controls or Controls(), "en-us", {}, markup=markup or Markup())
    chunks = list(stream)
    firsts = [chunk.timing.first_sample for chunk in chunks]
    assert firsts == [sum(len(chunk.pcm) for chunk in chunks[:n]) for n in range(len(chunks))]
    words = [word for chunk in chunks for word in chunk.timing.words]
    return np.concatenate([chunk.pcm for chunk in chunks]), words


def test_it_goes_on_at_the_passage_that_was_not_whole(client, speech, tmp_path):
    pcm, words = heard(KeptSpeech(client, ClipStore(tmp_path / "others")))
    count = len(passages_of(TEXT, whole=False))
    client.breaks_after = 5  # in the middle of the third passage
    with pytest.raises(RuntimeError, match="killed"):
        heard(speech)
    assert not list((tmp_path / "clips").glob("*.part.wav"))
    client.breaks_after = 10_000
    again, same_words = heard(speech)
    assert client.asked == [count, count, count - 2]
    np.testing.assert_array_equal(again, pcm)
    assert [word[:3] for word in same_words] == [word[:3] for word in words]
    times = [[time_s for word in said for time_s in word[3:]] for said in (words, same_words)]
    assert times[0] == pytest.approx(times[1])
    heard(speech)
    assert len(client.asked) == 3  # all is kept


def test_other_speech_is_not_taken_for_it(client, speech):
    count = len(passages_of(TEXT, whole=False))
    heard(speech)
    heard(speech, controls=Controls(pace=1.5))
    heard(speech, markup=Markup(unfinished=True))
    assert client.asked == [count] * 3


@pytest.mark.parametrize("place", [1, -1])
def test_a_passage_without_words_is_kept_as_well(client, speech, place, monkeypatch):
    sentences = [f"{'A word ' * 80}{number}." for number in range(4)]
    sentences[place] = "🙂 " * 290 + "."
    text = "\n\n".join(sentences)
    assert len(passages_of(text, whole=False)) >= 4
    client.breaks_after = 3 if place == 1 else 10_000
    if place == 1:
        with pytest.raises(RuntimeError):
            heard(speech, text)
        client.breaks_after = 10_000
    pcm, _ = heard(speech, text)
    again, _ = heard(speech, text)
    np.testing.assert_array_equal(again, pcm)
