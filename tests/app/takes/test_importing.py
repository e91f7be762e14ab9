from __future__ import annotations

import numpy as np
import pytest
import soundfile

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import SENTENCE, write_takes
from timbre_app.sound import wave_file
from timbre_app.takes.importing import BrokenFile, FoundTake, find_takes, split_at_pauses, start_session
from timbre_app.takes.prompts import NewVoice, Prompt, PromptList
from timbre_app.takes.recordings import RecordingError, RecordingSession

RATE = 22050
PROMPTS = PromptList("I am {name} and I agree.", (Prompt("p001", "One."),))


def noise(seconds, level, seed=0):
    return (level * np.random.default_rng(seed).standard_normal(round(seconds * RATE))).astype(np.int16)


def long_recording(*spoken_s, pause_s=0.8):
    """Noise bursts as loud as speech, with quiet between them."""
    parts = [noise(pause_s, 8)]
    for at, seconds in enumerate(spoken_s):
        parts += [noise(seconds, 3000, at), noise(pause_s, 8)]
    return np.concatenate(parts)


def test_a_long_recording_is_cut_in_its_pauses():
    spoken = (4.0, 5.0, 3.5)
    samples = long_recording(*spoken)
    pieces = split_at_pauses(samples, RATE)
    assert [(end - start) / RATE for start, end in pieces] == pytest.approx(
        [seconds + 0.5 for seconds in spoken], abs=0.05
    )
    for start, end in pieces:  # the cuts lie in the quiet
        assert np.abs(samples[start : start + 400]).max() < 60
        assert np.abs(samples[end - 400 : end]).max() < 60


def test_short_sentences_are_taken_together_and_a_cough_is_left_out():
    pieces = split_at_pauses(long_recording(1.2, 1.1, 1.3, 4.0, pause_s=0.5), RATE)
    assert [(end - start) / RATE for start, end in pieces] == pytest.approx([5.1, 4.5], abs=0.05)
    assert split_at_pauses(long_recording(0.4, pause_s=2.0), RATE) == []
    assert split_at_pauses(np.zeros(0, np.int16), RATE) == []


def test_a_folder_in_ljspeech_layout_brings_its_texts(tmp_path):
    found = find_takes([write_takes(tmp_path / "takes")])
    assert [take.text for take in found] == [SENTENCE] * 4
    assert found[0].duration_s == pytest.approx(soundfile.info(found[0].path).duration)


def test_files_have_the_text_beside_them_or_none(tmp_path):
    for name in ("b.flac", "a.wav", ".hidden.wav"):
        soundfile.write(tmp_path / name, speech_like(2.0, sample_rate=RATE, seed=1), RATE)
    (tmp_path / "a.txt").write_text("Hello |\n there.", encoding="utf-8")
    (tmp_path / "notes.pdf").write_bytes(b"")
    assert [(take.name, take.text) for take in find_takes([tmp_path])] == [("a", "Hello there."), ("b", "")]
    assert [take.name for take in find_takes([tmp_path / "b.flac"])] == ["b"]


def test_a_long_file_without_text_comes_in_pieces_that_are_its_own_sound(tmp_path):
    samples = long_recording(5.0, 6.0, 7.0)
    soundfile.write(tmp_path / "long.wav", samples, RATE)
    found = find_takes([tmp_path / "long.wav"])
    assert len(found) == 3
    sound, rate = found[1].sound()
    assert rate == RATE
    assert np.abs(sound.astype(int) - samples[found[1].start : found[1].end]).max() <= 1


def test_what_is_no_recording_is_one_sentence(tmp_path):
    with pytest.raises(RecordingError, match="No recordings were found"):
        find_takes([tmp_path])


def test_one_broken_file_is_one_line_with_its_reason(tmp_path):
    for number in range(3):
        soundfile.write(tmp_path / f"{number}.wav", noise(2.0, 3000, number), RATE)
    (tmp_path / "1b.wav").write_bytes(b"RIFF and no more")
    soundfile.write(tmp_path / "2b.wav", np.zeros(0), RATE)
    found = find_takes([tmp_path])
    assert [file.name for file in found] == ["0", "1", "1b.wav", "2", "2b.wav"]
    reasons = [str(file.reason) for file in found if isinstance(file, BrokenFile)]
    assert [reason.split(":")[0] for reason in reasons] == ["1b.wav cannot be read", "2b.wav holds no sound"]


def test_a_file_that_tells_of_a_length_that_no_memory_holds_is_one_line(tmp_path):
    soundfile.write(tmp_path / "a.flac", np.zeros(2000, np.int16), 22_050)
    content = bytearray((tmp_path / "a.flac").read_bytes())
    content[21] |= 0x0F  # the upper bits of the number of samples
    (tmp_path / "a.flac").write_bytes(content)
    (broken,) = find_takes([tmp_path])
    assert isinstance(broken, BrokenFile)
    assert "too long" in str(broken.reason)


def test_a_line_of_metadata_without_its_sound_spares_the_others(tmp_path):
    folder = write_takes(tmp_path / "takes")
    metadata = folder / "metadata.csv"
    metadata.write_text(f"gone|A text.\nno text\n{metadata.read_text()}")
    found = find_takes([folder, tmp_path / "missing"])
    assert [isinstance(file, FoundTake) for file in found] == [False, False, True, True, True, True, False]
    assert "wavs/gone.wav is missing" in str(found[0].reason)


def test_a_session_holds_the_recordings_and_still_asks_for_consent(tmp_path):
    stereo = np.stack([noise(2.0, 3000), noise(2.0, 3000, 1)], axis=1)
    soundfile.write(tmp_path / "a.wav", stereo, 48000)
    (take,) = find_takes([tmp_path / "a.wav"])
    session = start_session(tmp_path / "takes", NewVoice("Ada"), PROMPTS, [(take, " What was|said. ")])
    again = RecordingSession.open(session.folder)
    assert [prompt.text for prompt in again.prompts] == ["I am Ada and I agree.", "What was said.", "One."]
    assert [prompt.id for prompt in again.takes] == ["i001"]
    assert not again.has_consent
    samples, rate = wave_file.read(again.take_path("i001"))
    assert rate == 48000
    assert np.abs(samples - stereo.mean(axis=1)).max() <= 2


def test_a_text_that_is_missing_is_asked_for_before_anything_is_written(tmp_path):
    soundfile.write(tmp_path / "a.wav", noise(2.0, 3000), RATE)
    found = find_takes([tmp_path / "a.wav"])
    with pytest.raises(RecordingError, match="has no text"):
        start_session(tmp_path / "takes", NewVoice("Ada"), PROMPTS, [(found[0], " ")])
    assert not (tmp_path / "takes").exists()
