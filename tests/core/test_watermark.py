"""The watermark: found in five seconds after what happens to files, never in speech without it, whatever the chunks."""

from __future__ import annotations

import numpy as np
import pytest
import soxr

from tests.helpers.speech_like import speech_like
from timbre import paths
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.speech.synthesizer import Synthesizer
from timbre.watermark.detecting import DETECTOR_RATE, SHORTEST_S, THRESHOLD, Detector, Finding, Verdict
from timbre.watermark.marking import Marker
from timbre.watermark.pattern import BANDS, SLOT_S, SLOTS, STRENGTH_DB, band_gains_db, signs
from timbre_bench.damage import PROMISED, SAMPLE_RATE


def speech(seconds: float = 8.0, seed: int = 0, sample_rate: int = SAMPLE_RATE) -> np.ndarray:
    return speech_like(
        seconds, noise_db=-55, f0_hz=100 + 30 * seed, sample_rate=sample_rate, seed=seed, lead_in_s=0.3
    )


def marked(samples: np.ndarray, chunk: int = 5_000, sample_rate: int = SAMPLE_RATE) -> np.ndarray:
    marker = Marker(sample_rate)
    chunks = [marker.mark(samples[at : at + chunk]) for at in range(0, len(samples), chunk)]
    return np.concatenate([*chunks, marker.finish()])


def find(samples: np.ndarray, sample_rate: int = SAMPLE_RATE, block: int = 1 << 20) -> Finding:
    detector = Detector()
    samples = soxr.resample(samples.astype(np.float32), sample_rate, DETECTOR_RATE)
    for at in range(0, len(samples), block):
        detector.feed(samples[at : at + block])
    return detector.finish()


def clip(samples: np.ndarray, start_s: float, seconds: float = 5.0) -> np.ndarray:
    start = int(start_s * SAMPLE_RATE)
    return samples[start : start + int(seconds * SAMPLE_RATE)]


@pytest.mark.parametrize("condition", PROMISED)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_mark_is_found_in_five_seconds_after_what_happens_to_files(condition: str, seed: int):
    damaged = PROMISED[condition](clip(marked(speech(seed=seed)), 1.234 + seed))
    assert find(damaged).verdict is Verdict.MARKED
    unmarked = PROMISED[condition](clip(speech(seed=seed), 1.234 + seed))
    assert find(unmarked).verdict is Verdict.UNMARKED


def test_speech_without_the_mark_stays_far_below_the_threshold():
    scores = [find(speech(seed=seed)).score for seed in range(30)]
    assert max(scores) < THRESHOLD - 1


@pytest.mark.parametrize("chunk", [1, 97, 1_024, 30_000, 10**6])
def test_the_result_does_not_depend_on_the_chunks(chunk: int):
    samples = speech(1.0)
    whole = marked(samples, len(samples))
    assert len(whole) == len(samples)
    np.testing.assert_allclose(marked(samples, chunk), whole, atol=1e-6)


@pytest.mark.parametrize("length", [0, 1, 255, 256, 1_023, 1_025])
def test_short_sounds_keep_their_length(length: int):
    assert len(marked(np.full(length, 0.1, np.float32), 100)) == length


def test_the_mark_is_small_and_stays_where_the_speech_is():
    samples = speech()
    difference = marked(samples) - samples
    assert 20 * np.log10(difference.std() / samples.std()) < -18
    assert not marked(np.zeros(30_000, np.float32)).any()
    frequencies = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE)
    power = np.abs(np.fft.rfft(difference)) ** 2
    assert power[(frequencies < 150) | (frequencies > 7_200)].sum() < 0.01 * power.sum()


def test_a_tone_gets_the_gains_of_its_band():
    hz = 250 + 10.5 * (7_000 - 250) / BANDS
    tone = np.sin(2 * np.pi * hz * np.arange(6 * SAMPLE_RATE) / SAMPLE_RATE).astype(np.float32)
    sound = marked(tone)
    for slot in range(SLOTS):
        middle = int((slot + 0.5) * SLOT_S * SAMPLE_RATE)
        part = slice(middle - 150, middle + 150)
        gain_db = 20 * np.log10(sound[part].std() / tone[part].std())
        if slot and len(set(band_gains_db()[slot - 1 : slot + 2, 10])) == 1:  # neither neighbour smears it
            assert gain_db == pytest.approx(band_gains_db()[slot, 10], abs=0.3)
        assert abs(gain_db) <= STRENGTH_DB + 0.05


def test_the_pattern_never_changes():
    assert signs().shape == (SLOTS, BANDS // 2)
    assert int(signs().sum()) == -18
    assert signs()[0, :8].tolist() == [1, -1, -1, -1, -1, -1, -1, -1]


def test_other_rates_carry_the_mark_too():
    for rate in (16_000, 24_000, 48_000):
        sound = marked(speech(6.0, sample_rate=rate), sample_rate=rate)
        assert find(sound, rate).verdict is Verdict.MARKED


def test_a_marked_part_of_a_long_recording_is_found_where_it_is():
    sound = np.concatenate([*(speech(10.0, seed=seed) for seed in range(3)), marked(speech(9.0, seed=4))])
    sound = np.concatenate([sound, *(speech(10.0, seed=seed) for seed in range(5, 7))])
    for block in (700, 1 << 20):
        finding = find(sound, block=block)
        assert finding.verdict is Verdict.MARKED
        assert 27 <= finding.at_s <= 37
        assert finding.passages == pytest.approx(len(sound) / SAMPLE_RATE / 5, abs=2)


def test_the_mark_is_the_same_after_an_hour():
    marker = Marker(SAMPLE_RATE)
    minute = np.resize(speech(9.7), 60 * SAMPLE_RATE)
    for _ in range(59):
        marker.mark(minute)
    assert find(marker.mark(minute)[-10 * SAMPLE_RATE :]).score > THRESHOLD + 4


def test_a_short_recording_says_nothing_unless_it_is_marked():
    assert find(speech(1.0)).verdict is Verdict.TOO_SHORT
    assert find(clip(marked(speech()), 1.0, 4.0)).verdict is Verdict.MARKED
    assert find(np.zeros(SAMPLE_RATE)).verdict is Verdict.TOO_SHORT
    assert find(np.zeros(0)).verdict is Verdict.TOO_SHORT
    assert find(np.zeros(int((SHORTEST_S + 1) * SAMPLE_RATE))).verdict is Verdict.UNMARKED


def test_false_alarms_are_as_likely_as_the_threshold_says():
    """The scores of unmarked noise have the distribution from which the probability is computed."""
    rng = np.random.default_rng(0)
    noise = rng.standard_normal((40, 10 * DETECTOR_RATE)).astype(np.float32)
    scores = [find(sound, DETECTOR_RATE).score for sound in noise]
    assert 2.0 < np.median(scores) < 3.6  # the largest of about a thousand normal numbers, many of them alike
    hour = Finding(0.0, 0.0, 3600.0, 720)
    assert 1e-6 < hour.false_alarm_probability < 1e-4


@pytest.mark.slow
def test_the_shipped_voices_carry_the_mark_through_a_low_rate():
    base = BaseModel.open(paths.assets_dir() / "base")
    voices, synthesizer = BaseVoices(base), Synthesizer.load(paths.assets_dir() / "base", "onnx")
    text = (
        "The morning train was late again, so we stood on the platform and talked about the summer we had missed, and "
        "nobody remembered who had first suggested that we should all go to the sea."
    )
    for speaker in (base.speakers[0], base.speakers[-1]):
        chunks = [chunk.waveform for chunk in synthesizer.speak(text, voices.voice(speaker))]
        marker = Marker(SAMPLE_RATE)
        sound = np.concatenate([*(marker.mark(chunk) for chunk in chunks), marker.finish()])
        assert find(PROMISED["Opus, 32 kbit/s"](clip(sound, 0.5))).verdict is Verdict.MARKED
        assert (
            find(PROMISED["Opus, 32 kbit/s"](clip(np.concatenate(chunks), 0.5))).verdict is Verdict.UNMARKED
        )
