"""What speech lacks is measured, and a vocoder hears mels that are louder by as much."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from timbre.mel import MelSpec
from timbre.models.hifigan import HifiganConfig, HifiganGenerator
from timbre_finetune.export.brightening import (
    DB_A_NEPER,
    band_levels,
    brighten,
    mel_offsets,
    missing_levels,
)
from timbre_finetune.train.generator_weights import load_generator, save_plain

TINY = HifiganConfig(channels=16, trunk=(), pitch_channels=8)


@pytest.fixture
def generator() -> HifiganGenerator:
    torch.manual_seed(3)
    generator = HifiganGenerator(TINY)
    generator.remove_weight_norm()
    return generator.eval()


def test_a_brightened_vocoder_hears_mels_with_the_offsets(generator):
    mel = torch.randn(1, TINY.n_mels, 40) - 4
    offsets = np.linspace(-0.1, 0.3, TINY.n_mels)
    louder = mel + torch.from_numpy(offsets).float()[None, :, None]
    pitch = generator.source(generator.normalized(mel), None)
    with torch.no_grad():
        plain = generator.front(generator.normalized(louder))
        before = generator.front(generator.normalized(mel))
        brighten(generator, offsets)
        after = generator.front(generator.normalized(mel))
    inside = slice(
        generator.front.context, 40
    )  # before the first frame there is silence, which is not louder
    torch.testing.assert_close(after[..., inside], plain[..., inside], atol=1e-5, rtol=1e-4)
    assert (after - before)[..., inside].abs().max() > 1e-3
    for one, other in zip(pitch, generator.source(generator.normalized(mel), None), strict=True):
        torch.testing.assert_close(one, other)  # the pitch tracker hears what it always heard


def test_what_is_missing_comes_back_as_offsets():
    spec = MelSpec()
    missing = np.array([0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, -30, -30, -30, -30, -30], float)
    offsets = mel_offsets(missing, spec) * DB_A_NEPER
    assert offsets[0] == pytest.approx(0, abs=0.1)
    assert offsets[40:] == pytest.approx(2)  # what lies above the mel says nothing of the mel's highest bands


def test_levels_are_those_of_bands():
    time = torch.arange(22_050) / 22_050
    soft, loud = (torch.sin(2 * torch.pi * 2067 * time) * scale for scale in (0.1, 0.2))
    gain = band_levels(loud, TINY) - band_levels(soft, TINY)
    assert float(gain[3]) == pytest.approx(6.02, abs=0.01)
    assert int(band_levels(soft, TINY).argmax()) == 3


def test_speech_that_is_a_copy_lacks_nothing_and_softer_speech_lacks_its_bands(generator):
    """The recordings are the vocoder's own speech, as it is and with 6 dB more above 4 kHz."""
    from scipy.signal import butter, sosfiltfilt

    mel = torch.randn(60, TINY.n_mels) - 4
    with torch.no_grad():
        speech = generator(mel.T[None])[0].numpy()
    speech = speech / np.abs(speech).max() * 0.4
    high = sosfiltfilt(butter(8, 4000, "high", fs=22_050, output="sos"), speech)
    for recording, low, top in ((speech, 0.0, 0.0), (speech + high, 0.0, 6.0)):
        pack = OnePack(np.round(recording * 32_767).astype(np.int16))
        missing = missing_levels(pack, mel, generator)
        assert missing[1] == pytest.approx(low, abs=0.5)
        assert missing[8:11] == pytest.approx(top, abs=0.8)


class OnePack:
    """A pack of one utterance, as far as missing_levels reads it."""

    mel_spec = MelSpec()

    def __init__(self, samples: np.ndarray) -> None:
        self.audio = samples
        self.sample_offsets, self.n_frames = [0, len(samples)], [len(samples) // self.mel_spec.hop_length]


def test_the_file_says_its_sizes_and_is_read_again(generator, tmp_path):
    brighten(generator, np.full(TINY.n_mels, 0.1))
    save_plain(tmp_path / "hifigan.safetensors", generator)
    again = load_generator(tmp_path / "hifigan.safetensors")
    assert again.config == TINY
    torch.testing.assert_close(again.front.bias, generator.front.bias, atol=1e-3, rtol=1e-3)
