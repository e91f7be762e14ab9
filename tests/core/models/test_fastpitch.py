"""FastPitch: repeating by duration, averaging, and a decoder that streams exactly."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from timbre.models.fastpitch import (
    Decoder,
    FastPitch,
    FastPitchConfig,
    VoiceTensors,
    average_by_duration,
    regulate_len,
)
from timbre.speech.encoded import Encoded

CONFIG = FastPitchConfig(
    n_symbols=20,
    n_speakers=3,
    channels=32,
    heads=2,
    filter_channels=48,
    encoder_layers=1,
    decoder_layers=2,
    speaker_channels=8,
    adapter_rank=2,
    past_frames=10,
)


@pytest.fixture(scope="module")
def network() -> FastPitch:
    torch.manual_seed(3)
    return FastPitch(CONFIG).eval()


def voices(network: FastPitch, rows: int = 1) -> VoiceTensors:
    """Voices whose adapters do something."""
    voice = network.voice_tensors(network.speakers.weight[:rows].detach(), torch.tensor([[5.0, 0.2]] * rows))
    down = torch.randn(rows, CONFIG.decoder_layers, CONFIG.channels, CONFIG.adapter_rank)
    return voice._replace(adapter_down=down, adapter_up=down.transpose(2, 3))


def stream(decoder: Decoder, frames: torch.Tensor, voice: VoiceTensors, cuts: list[int]) -> torch.Tensor:
    """Decode frames cut at the given places."""
    padded = torch.nn.functional.pad(frames, (0, 0, 0, CONFIG.lookahead_frames))
    state = torch.zeros(len(frames), CONFIG.state_size)
    mels = []
    for chunk in torch.tensor_split(padded, cuts, 1):
        if chunk.shape[1]:
            mel, state = decoder.stream(chunk, voice, state)
            mels.append(mel)
    return torch.cat(mels, 2)[:, :, CONFIG.lookahead_frames :]


def test_regulate_len_repeats_each_state_for_its_duration() -> None:
    states = torch.tensor([[[1.0], [2.0], [3.0]], [[4.0], [5.0], [0.0]]])
    frames, mel_lens = regulate_len(states, torch.tensor([[2, 0, 1], [1, 3, 0]]))
    assert mel_lens.tolist() == [3, 4]
    assert frames[0, :, 0].tolist() == [1, 1, 3, 0]
    assert frames[1, :, 0].tolist() == [4, 5, 5, 5]


def test_regulate_len_refuses_shapes_that_disagree() -> None:
    with pytest.raises(ValueError, match="disagree"):
        regulate_len(torch.zeros(1, 3, 2), torch.ones(1, 2, dtype=torch.int64))


def test_numpy_and_torch_repeat_alike() -> None:
    states, durations = torch.randn(1, 6, 4), torch.tensor([[1, 4, 2, 9, 1, 3]])
    frames, _ = regulate_len(states, durations)
    encoded = Encoded(states[0].numpy(), durations[0].numpy())
    assert len(encoded) == 20
    np.testing.assert_allclose(encoded.frames(), frames[0].numpy(), atol=1e-6)
    np.testing.assert_allclose(encoded.frames(3, 9), frames[0, 3:9].numpy(), atol=1e-6)
    np.testing.assert_allclose(encoded.frames(15, 31), frames[0, 15:].numpy(), atol=1e-6)


def test_average_leaves_unvoiced_frames_out() -> None:
    values = torch.tensor([[0.0, 2.0, 4.0, 0.0, 0.0, 6.0]])
    assert average_by_duration(values, torch.tensor([[3, 2, 1]])).tolist() == [[3.0, 0.0, 6.0]]


@pytest.mark.parametrize("seed", range(5))
def test_streaming_equals_whole_whatever_the_chunks(network: FastPitch, seed: int) -> None:
    rng = np.random.default_rng(seed)
    frames, voice = torch.randn(2, 90, CONFIG.frame_channels), voices(network, 2)
    cuts = sorted(rng.choice(94, size=rng.integers(0, 20), replace=False).tolist())
    with torch.inference_mode():
        whole = network.decoder(frames, voice, adapt=True)
        assert (stream(network.decoder, frames, voice, cuts) - whole).abs().max() < 1e-4


def test_decoder_sees_its_lookahead_and_no_further(network: FastPitch) -> None:
    frames = torch.randn(1, 40, CONFIG.frame_channels, requires_grad=True)
    network.decoder(frames, voices(network), adapt=True)[0, :, 20].sum().backward()
    assert frames.grad is not None
    reached = frames.grad[0].abs().sum(1).nonzero().flatten()
    assert reached.max() == 20 + CONFIG.lookahead_frames


def test_padding_does_not_change_a_row(network: FastPitch) -> None:
    phonemes = torch.randint(1, 20, (1, 7))
    with torch.inference_mode():
        alone, _ = network.encode(phonemes, torch.tensor([7]), voices(network))
        padded, _ = network.encode(
            torch.nn.functional.pad(phonemes, (0, 5)), torch.tensor([7]), voices(network)
        )
        assert (padded[:, :7] - alone).abs().max() < 1e-5


@pytest.mark.parametrize("wrong", [{"heads": 5}, {"kernel_size": 4}, {"past_frames": 0}])
def test_impossible_sizes_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"heads|kernel_size|past_frames"):
        FastPitchConfig(**{**CONFIG.to_dict(), **wrong})
