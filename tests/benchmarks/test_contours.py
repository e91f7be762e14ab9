"""Contours forget what is not prosody, and the network finds what is, on people whom it has not met."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from timbre_bench.contours import contour as contour_module
from timbre_bench.contours.contour import CHANNELS, FLOOR_DB, LEVEL_UNIT, MELODY_UNIT, contour, contours
from timbre_bench.contours.network import WINDOW_FRAMES, Training, windows_of
from timbre_bench.contours.readings import clones_of_users
from timbre_bench.contours.report import ContourReport, Row, keep_report, marked_section, read_report
from timbre_bench.contours.trial import judge
from timbre_bench.measures.liveliness import SAMPLE_RATE
from timbre_bench.page import write_section
from timbre_bench.speech import Person, SpeechError, Utterance

SECONDS = 2.0
QUICK = Training(epochs=20)


def sung(middle_hz: float = 150.0, spread: float = 3.0) -> np.ndarray:
    """A voice that swings by so many semitones to each side of its middle, with half a second of silence within."""
    time = np.arange(int(SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    hz = middle_hz * 2 ** (spread / 12 * np.sin(2 * np.pi * time / SECONDS))
    phase = 2 * np.pi * np.cumsum(hz) / SAMPLE_RATE
    wave = sum(np.sin(n * phase) / n for n in range(1, 9)) * 0.2
    silence = np.zeros(SAMPLE_RATE // 2)
    return np.concatenate([wave[: len(wave) // 2], silence, wave[len(wave) // 2 :]]).astype(np.float32)


def test_melody_is_in_semitones_about_the_median_and_silence_is_at_the_floor():
    melody, voiced, level = contour(sung(spread=4.0))
    sounding = melody[voiced == 1] * MELODY_UNIT
    assert np.ptp(sounding) == pytest.approx(8.0, abs=0.5)
    assert np.median(sounding) == pytest.approx(0.0, abs=0.1)
    middle = slice(len(level) // 2 - 10, len(level) // 2 + 10)
    assert not voiced[middle].any()
    assert (level[middle] == 0).all()
    assert level.max() == pytest.approx(-FLOOR_DB / LEVEL_UNIT, abs=0.3)


@pytest.mark.parametrize("changed", [sung(220.0), sung() * 0.1], ids=["a higher voice", "a quieter one"])
def test_where_a_voice_lies_and_how_loud_it_is_leave_the_contour_as_it_is(changed: np.ndarray):
    melody, voiced, level = contour(sung())
    other = contour(changed)
    both = (voiced == 1) & (other[1] == 1)
    assert both.mean() > 0.7
    assert np.abs(melody - other[0])[both].max() < 0.1
    assert np.abs(level - other[2]).mean() < 0.1


def test_noise_in_a_pause_leaves_the_level_at_the_floor():
    noise = 0.003 * np.random.default_rng(1).standard_normal(int((SECONDS + 0.5) * SAMPLE_RATE))
    level, noisy = contour(sung())[2], contour(sung() + noise.astype(np.float32))[2]
    assert np.abs(level - noisy).max() < 0.1


def test_contours_are_kept_until_a_sound_is_newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sound = tmp_path / "a.wav"
    soundfile.write(sound, sung(), SAMPLE_RATE)
    first = contours([sound], tmp_path / "kept")[0]
    monkeypatch.setattr(contour_module, "contour", lambda _: np.zeros((CHANNELS, 9), np.float32))
    assert np.array_equal(contours([sound], tmp_path / "kept")[0], first)
    (tmp_path / "kept" / "a.npy").unlink()
    assert contours([sound], tmp_path / "kept")[0].shape == (CHANNELS, 9)


def test_windows_overlap_and_the_last_one_ends_in_silence():
    windows = windows_of(np.ones((CHANNELS, WINDOW_FRAMES + 64), np.float32))
    assert windows.shape == (2, CHANNELS, WINDOW_FRAMES)
    assert windows[0].min() == 1
    assert windows[1, :, -65].min() == 1
    assert windows[1, :, -64:].max() == 0
    assert windows_of(np.ones((CHANNELS, 20), np.float32)).shape[0] == 1


def readings(seed: int, swing: float) -> dict[str, list[np.ndarray]]:
    """Contours of six people: slow random melodies of a spread."""
    generator = np.random.default_rng(seed)
    people = {}
    for name in "abcdef":
        steps = generator.standard_normal((12, 20))
        melodies = [swing * np.interp(np.arange(300), np.linspace(0, 300, 20), step) for step in steps]
        people[name] = [
            np.stack([melody, np.ones(300), np.ones(300)]).astype(np.float32) for melody in melodies
        ]
    return people


def test_flat_readings_of_people_left_out_are_told_from_lively_ones():
    shares = judge(readings(1, 1.0), readings(2, 0.3), QUICK)
    assert sorted(shares) == list("abcdef")
    assert np.mean(list(shares.values())) > 0.95


def test_readings_of_one_kind_are_not_told_apart():
    shares = judge(readings(1, 1.0), readings(2, 1.0), QUICK)
    assert 0.35 < np.mean(list(shares.values())) < 0.65


def test_a_seed_decides_everything():
    short = Training(epochs=3)
    first = judge(readings(1, 1.0), readings(2, 0.7), short)
    torch.rand(3)
    assert judge(readings(1, 1.0), readings(2, 0.7), short) == first


def report() -> ContourReport:
    rows = [
        Row("our clones, from recordings", {"1088": 0.9, "118": 0.7, "7": 0.5}),
        Row("copies, from recordings", {"1088": 0.6, "118": 0.4, "7": 0.5}),
    ]
    return ContourReport("2026-11-21", "program", "abc", ["1088", "118"], 10, rows)


def test_section_has_everyone_and_the_users(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{marked_section(report())}\nafter")
    assert "| our clones, from recordings | 0.70 (0.50 to 0.90) | 0.80 (0.70 to 0.90) |" in page.read_text()
    assert "30 sentences by 3 people" in page.read_text()
    write_section("contours", "renewed", page)
    assert "our clones" not in page.read_text()


def test_figures_come_back_as_they_were(tmp_path: Path):
    assert read_report(tmp_path) is None
    keep_report(report(), tmp_path)
    assert read_report(tmp_path) == report()


def test_without_the_users_clones_the_program_says_what_makes_them(tmp_path: Path):
    utterance = Utterance(tmp_path / "a.opus", "9", "user", "minilibrispeech", 3.0, "A sentence.", 0.0)
    person = Person("9", (), (utterance,), (), ())
    with pytest.raises(SpeechError, match=r"no clone's speech of 9; run benchmarks/clone_quality\.py"):
        clones_of_users([person], tmp_path)
    (tmp_path / "9" / "clone").mkdir(parents=True)
    (tmp_path / "9" / "clone" / "a.wav").touch()
    assert clones_of_users([person], tmp_path) == {"9": [tmp_path / "9" / "clone" / "a.wav"]}
