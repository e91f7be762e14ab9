"""Speaker embeddings, against resemblyzer's own."""

import subprocess
import sys

import numpy as np
import pytest
import torch
from resemblyzer import VoiceEncoder
from resemblyzer.audio import wav_to_mel_spectrogram

from tests.helpers.speech_like import speech_like
from timbre import audio
from timbre_finetune.corpus.speaker_encoder import EMBEDDING_RATE, SpeakerEncoder, power_mel

EMBEDS = """
import sys
import numpy as np
from timbre_finetune.corpus.speaker_encoder import SpeakerEncoder
SpeakerEncoder().embed(np.random.default_rng(0).standard_normal(32_000).astype(np.float32) * 0.1, 16_000)
assert "numba" not in sys.modules and "librosa.core" not in sys.modules
"""


@pytest.mark.parametrize("seconds", [0.3, 1.0, 1.7, 2.9, 6.0])
def test_embeddings_are_resemblyzers(seconds):
    wave = speech_like(seconds)
    at_16k = audio.resample(wave, 22_050, EMBEDDING_RATE)
    np.testing.assert_allclose(power_mel(at_16k), wav_to_mel_spectrogram(at_16k), rtol=1e-3, atol=1e-5)
    expected = VoiceEncoder("cpu", verbose=False).embed_utterance(at_16k)
    np.testing.assert_allclose(SpeakerEncoder().embed(wave, 22_050), expected, atol=1e-5)


def test_one_thread_embeds_and_the_others_come_back():
    before = torch.get_num_threads()
    SpeakerEncoder().embed(speech_like(), 22_050)
    assert torch.get_num_threads() == before


def test_to_embed_needs_no_librosa():
    subprocess.run([sys.executable, "-W", "ignore", "-c", EMBEDS], check=True)
