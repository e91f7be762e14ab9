import json
from dataclasses import replace

import numpy as np
import pytest
import soundfile as sf
import torch

from tests.helpers.speech_like import speech_like
from timbre.mel import MelSpec
from timbre_finetune.corpus.acoustic_data import AcousticData
from timbre_finetune.corpus.manifest import ManifestLine, save_manifest
from timbre_finetune.corpus.packs import build_pack, decode
from timbre_finetune.corpus.perturbation import COPY_WEIGHT, FASTER, SLOWER, perturb

LINE = ManifestLine("0.wav", "tones", "tones:a", "aa", "ah", "train", 1.5, False, 1.0)


@pytest.fixture
def root(tmp_path):
    for i, rate in enumerate((16_000, 44_100)):
        wave = speech_like(1.5, f0_hz=150.0, sample_rate=rate, seed=i)
        sf.write(tmp_path / f"{i}.wav", wave, rate)
    return tmp_path


def test_a_narrow_recording_is_copied_faster_alone(root):
    (faster,) = perturb([LINE], root)
    assert FASTER[0] <= faster.speed <= FASTER[1]
    assert faster.speaker == f"tones:a*{faster.speed}"
    assert faster.weight == COPY_WEIGHT
    assert faster.seconds == pytest.approx(1.5 / faster.speed, abs=1e-3)


def test_a_wide_recording_is_copied_slower_too_and_all_of_a_speaker_alike(root):
    wide = replace(LINE, path="1.wav")
    faster, slower, again, _ = perturb([wide, wide], root)
    assert SLOWER[0] <= slower.speed <= SLOWER[1]
    assert faster.speaker == again.speaker != slower.speaker


def test_a_recording_without_text_is_not_copied(root):
    assert perturb([replace(LINE, phonemes="", role="vocoder")], root) == []


def test_a_copy_is_shorter_and_higher_by_its_speed(root):
    samples, pitch = decode(root / "1.wav", MelSpec())
    fast_samples, fast_pitch = decode(root / "1.wav", MelSpec(), speed=1.2)
    assert len(samples) / len(fast_samples) == pytest.approx(1.2, rel=0.03)
    voiced, fast_voiced = pitch[pitch > 0], fast_pitch[fast_pitch > 0]
    assert np.median(fast_voiced) / np.median(voiced) == pytest.approx(1.2, rel=0.03)


def test_no_copy_of_a_held_out_utterance_is_learned_from(root):
    lines = [LINE, replace(LINE, path="1.wav")]
    save_manifest([*lines, *perturb(lines, root)], root / "manifest.jsonl")
    pack = build_pack(root / "manifest.jsonl", root, root / "pack", workers=1)
    names = json.loads((root / "pack" / "index.json").read_text())
    assert set(names["unlisted"]) == set(pack.speakers) - {"tones:a"}
    rows = AcousticData(pack, torch.device("cpu")).rows
    assert rows.held_out.tolist() == [0]
    assert 0 not in pack.recordings[rows.train]
    assert sorted(pack.speeds[rows.train].tolist()) == sorted(pack.speeds[pack.recordings == 1].tolist())
