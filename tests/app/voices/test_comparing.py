from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pytest
import soundfile

from tests.helpers.takes import write_take, write_takes
from timbre.transcription import Transcript
from timbre_app.voices import comparing

RATE = 22050


class FakeClient:
    """Speaks a tone in two chunks; hears the sentence, with one letter wrong when the clone says it."""

    def __init__(self) -> None:
        self.heard = []

    @contextmanager
    def speak(self, text, voice, language):
        tone = (3000 * np.sin(np.arange(RATE) / 20)).astype(np.int16)
        yield iter([SimpleNamespace(pcm=tone), SimpleNamespace(pcm=tone)])

    def transcribe(self, waveform):
        self.heard.append(waveform)
        return Transcript("hello world" if len(self.heard) % 2 else "hallo world", ())


def make_voice(held_out):
    return SimpleNamespace(provenance={"held_out": held_out}, language="en-us")


def test_the_takes_that_were_held_out_are_compared(tmp_path):
    folder = write_takes(tmp_path / "takes")
    ids = [take.id for take in comparing.read_takes_folder(folder)]
    held_out = comparing.held_out_takes(make_voice([ids[1], "gone"]), folder)
    assert [take.id for take in held_out] == [ids[1]]


def test_a_voice_that_does_not_say_which_is_compared_with_some(tmp_path):
    folder = write_takes(tmp_path / "takes")
    ids = [take.id for take in comparing.read_takes_folder(folder)]
    assert [take.id for take in comparing.held_out_takes(make_voice(None), folder)] == ids[-3:]


def test_both_are_equally_loud_and_heard_at_the_recognisers_rate(tmp_path):
    folder = write_takes(tmp_path / "takes")
    take = comparing.read_takes_folder(folder)[0]._replace(text="Hello, world!")
    client = FakeClient()
    pair = comparing.compare_take(client, make_voice([]), take)
    assert pair.sample_rate == RATE
    assert pair.person_error == 0
    assert pair.clone_error == pytest.approx(0.1)
    levels = [
        comparing.audio.active_level_db(sound.astype(np.float32) / 32768, RATE)
        for sound in (pair.person, pair.clone)
    ]
    assert levels[0] == pytest.approx(levels[1], abs=1.5)
    assert len(client.heard[1]) == pytest.approx(len(pair.clone) * 16000 / RATE, abs=2)


def test_the_shares_of_what_was_remarked(tmp_path):
    folder = write_takes(tmp_path / "takes", seconds=2.0)
    before = comparing.remarked_shares(folder, lambda: False)
    noise = np.random.default_rng(0)
    for number in range(2):
        path = folder / "wavs" / f"{number:02}.wav"
        waveform, rate = soundfile.read(path)
        write_take(path, np.clip(waveform + 0.02 * noise.standard_normal(len(waveform)), -1, 1), rate)
    assert before.get("noisy", 0) == 0
    assert comparing.remarked_shares(folder, lambda: False)["noisy"] == 0.5
