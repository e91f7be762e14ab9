import librosa
import numpy as np
import pytest
import torch

from tests.helpers.speech_like import speech_like
from timbre.mel import MelSpec, log_mel
from timbre.models.spectrogram import LogMel

SPEC = MelSpec()


def hifigan_mel_spectrogram(y: torch.Tensor) -> torch.Tensor:
    """HiFi-GAN's own definition (jik876/hifi-gan, meldataset.py), written down again."""
    filters = torch.from_numpy(
        librosa.filters.mel(sr=22050, n_fft=1024, n_mels=80, fmin=0, fmax=8000)
    ).float()
    padding = (1024 - 256) // 2
    y = torch.nn.functional.pad(y.unsqueeze(1), (padding, padding), mode="reflect").squeeze(1)
    window = torch.hann_window(1024)
    spectrum = torch.view_as_real(torch.stft(y, 1024, 256, 1024, window, center=False, return_complex=True))
    magnitude = torch.sqrt(spectrum.pow(2).sum(-1) + 1e-9)
    return torch.log(torch.clamp(torch.matmul(filters, magnitude), min=1e-5))


@pytest.mark.parametrize("spec", [SPEC, MelSpec(16_000, 512, 128, 400, 40, 50.0, 7600.0)])
def test_filterbank_is_librosas(spec):
    expected = librosa.filters.mel(
        sr=spec.sample_rate, n_fft=spec.n_fft, n_mels=spec.n_mels, fmin=spec.f_min, fmax=spec.f_max
    )
    np.testing.assert_allclose(spec.filterbank(), expected, atol=1e-7)


def test_log_mel_is_librosas():
    wave = speech_like()
    padded = np.pad(wave, SPEC.padding, mode="reflect")
    magnitude = np.abs(librosa.stft(padded, n_fft=1024, hop_length=256, window="hann", center=False))
    expected = np.log(np.maximum(SPEC.filterbank() @ np.sqrt(magnitude**2 + 1e-9), 1e-5))
    np.testing.assert_allclose(log_mel(wave, SPEC), expected[:, : len(wave) // 256], atol=2e-3)


def test_log_mel_is_hifigans():
    wave = speech_like(seed=1)
    wave = wave[: len(wave) // 256 * 256]
    expected = hifigan_mel_spectrogram(torch.from_numpy(wave)[None])[0].numpy()
    ours = log_mel(wave, SPEC)
    assert ours.shape == expected.shape == (80, len(wave) // 256)
    np.testing.assert_allclose(ours, expected, atol=2e-3)


def test_torch_twin():
    wave = np.stack([speech_like(seed=i, f0_hz=100 + 50 * i)[: 256 * 100] for i in range(2)])
    ours = LogMel(SPEC)(torch.from_numpy(wave)).numpy()
    assert ours.shape == (2, 80, 100)
    np.testing.assert_allclose(ours, np.stack([log_mel(w, SPEC) for w in wave]), atol=2e-3)


def test_silence_is_the_floor():
    np.testing.assert_allclose(log_mel(np.zeros(2560, np.float32)), np.log(1e-5), atol=0.5)


def test_a_waveform_too_short_is_refused():
    with pytest.raises(ValueError, match="too few"):
        log_mel(np.zeros(384, np.float32))


def test_spec_round_trip_and_checks():
    assert MelSpec.from_dict(SPEC.to_dict()) == SPEC
    assert SPEC.frame_rate == pytest.approx(86.13, abs=0.01)
    with pytest.raises(ValueError, match="hop"):
        MelSpec(hop_length=300)
    with pytest.raises(ValueError, match="bands"):
        MelSpec(f_max=20_000)
