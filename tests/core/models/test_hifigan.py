import json
import math

import numpy as np
import onnxruntime
import pytest
import torch

from timbre.models.hifigan import MEL_FLOOR, HifiganConfig, HifiganGenerator, InverseStft
from timbre_finetune.export.base_model import export_hifigan

CONFIGS = {
    "base": HifiganConfig(),
    "small": HifiganConfig(channels=16, kernels=(3,), dilations=((1, 3),)),
    "no trunk": HifiganConfig(channels=32, upsampling=(4, 4), trunk=()),
    "one upsampling": HifiganConfig(channels=24, upsampling=(8,), lookahead_frames=3),
    "no lookahead": HifiganConfig(
        channels=16, upsampling=(8, 8), kernels=(3, 5), dilations=((1,), (1, 2)), lookahead_frames=0
    ),
    "head of one frame": HifiganConfig(channels=24, upsampling=(8,), head_kernel=1, lookahead_frames=4),
}


def make_generator(config, seed=3):
    """A generator whose random weights, larger than fresh ones, make sound of a peak of about 1."""
    torch.manual_seed(seed)
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    with torch.no_grad():
        for p in generator.parameters():
            p.copy_(torch.randn_like(p) * (0.3 if p.dim() == 1 else 0.7 / math.sqrt(p[0].numel())))
        for mix in generator.source.mixes:  # sines of full scale; what they add is small in a trained network
            mix.weight *= 0.1
        peak = generator(random_mel(1, 30)).abs().max()
        generator.head.bias[: config.head_bins] -= peak.log()
    return generator.eval()


@pytest.fixture(params=CONFIGS, scope="module")
def generator(request):
    return make_generator(CONFIGS[request.param])


def random_mel(batch, frames, seed=5):
    return MEL_FLOOR + 8 * torch.rand(batch, 80, frames, generator=torch.Generator().manual_seed(seed))


def random_sizes(frames, seed):
    """Chunk sizes from 1 to 12 that add up."""
    rng, sizes = np.random.default_rng(seed), []
    while sum(sizes) < frames:
        sizes.append(min(int(rng.integers(1, 13)), frames - sum(sizes)))
    return sizes


def run_streamed(step, state, mel, delay, hop, sizes):
    """The waveform of a stream: its delay dropped, silence fed at its end."""
    silence = torch.full((*mel.shape[:2], delay), MEL_FLOOR)
    made = []
    for chunk in torch.cat([mel, silence], 2).split(sizes, 2):
        waveform, state = step(chunk, state)
        assert waveform.shape == (mel.shape[0], chunk.shape[2] * hop)
        made.append(waveform)
    return torch.cat(made, 1)[:, delay * hop :]


@torch.no_grad()
@pytest.mark.parametrize("seed", range(4))
def test_streaming_equals_whole(generator, seed):
    mel = random_mel(2, 41)
    delay, hop = generator.delay_frames, generator.config.hop_length
    sizes = random_sizes(41 + delay, seed)
    whole = generator(mel)
    streamed = run_streamed(generator.stream, generator.initial_state(2), mel, delay, hop, sizes)
    assert whole.shape == (2, 41 * hop)
    assert whole.abs().max() > 0.1
    torch.testing.assert_close(streamed, whole, atol=1e-4, rtol=0)


def test_a_frame_of_sound_sees_exactly_the_lookahead(generator):
    mel = random_mel(1, 30).requires_grad_()
    waveform = generator(mel)
    hop, ahead = generator.config.hop_length, generator.delay_frames
    for frame in (12, 20):
        sound = waveform[:, frame * hop : (frame + 1) * hop]
        (gradient,) = torch.autograd.grad(sound.square().sum(), mel, retain_graph=True)
        touched = gradient.abs().sum((0, 1)).nonzero().flatten()
        assert touched.max() == frame + ahead


@torch.no_grad()
def test_streams_of_a_batch_do_not_mix(generator):
    mel = random_mel(3, 14)
    state = generator.initial_state(3)
    _, state = generator.stream(mel[:, :, :9], state)
    together, _ = generator.stream(mel[:, :, 9:], state)
    alone, _ = generator.stream(mel[1:2, :, 9:], state[1:2])
    torch.testing.assert_close(together[1:2], alone, atol=1e-4, rtol=0)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")
@torch.no_grad()
def test_onnx_says_what_torch_says(tmp_path):
    """Through the files that ship: weights in fp16, shared with the graph."""
    generator = make_generator(CONFIGS["small"])
    for p in generator.parameters():
        p.copy_(p.half().float())
    export_hifigan(generator, tmp_path)
    session = onnxruntime.InferenceSession(str(tmp_path / "hifigan.onnx"), providers=["CPUExecutionProvider"])

    def step(mel, state):
        made = session.run(None, {"mel": mel.numpy(), "state": state.numpy()})
        return tuple(torch.from_numpy(x) for x in made)

    mel = random_mel(2, 33)
    delay, hop = generator.delay_frames, generator.config.hop_length
    streamed = run_streamed(step, generator.initial_state(2), mel, delay, hop, random_sizes(33 + delay, 9))
    torch.testing.assert_close(streamed, generator(mel), atol=1e-4, rtol=0)


@pytest.mark.parametrize(("n_fft", "hop"), [(16, 4), (32, 8), (128, 32)])
def test_the_inverse_stft_undoes_torchs_stft(n_fft, hop):
    torch.manual_seed(2)
    wave = torch.randn(2, 40 * hop)
    window = torch.hann_window(n_fft)
    spectrum = torch.stft(wave, n_fft, hop, window=window, center=False, return_complex=True)
    made = InverseStft(n_fft, hop)(torch.cat([spectrum.real, spectrum.imag], 1))
    # Its first complete samples are those of the first frame's last hop.
    torch.testing.assert_close(made, wave[:, n_fft - hop :][:, : made.shape[1]], atol=1e-5, rtol=0)
    assert made.shape[1] == (spectrum.shape[2] - 3) * hop


@torch.no_grad()
def test_weight_norm_can_be_folded():
    generator = HifiganGenerator(CONFIGS["small"]).eval()
    mel = random_mel(1, 10)
    normed = generator(mel)
    generator.remove_weight_norm()
    torch.testing.assert_close(generator(mel), normed)


def test_config_survives_json():
    config = CONFIGS["no lookahead"]
    assert HifiganConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_head_numbers_follow_from_the_upsampling():
    for config in CONFIGS.values():
        assert config.head_hop * math.prod(config.upsampling) == config.hop_length == 256
        assert config.head_fft == 4 * config.head_hop


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"upsampling": (8, 5)}, "does not divide"),
        ({"upsampling": (256, 1)}, "2 or more"),
        ({"kernels": (3, 5, 7)}, "dilations"),
        ({"kernels": (), "dilations": ()}, "dilations"),
        ({"channels": 250}, "halve"),
        ({"lookahead_frames": -1}, "lookahead"),
        ({"harmonics": 0}, "harmonic"),
    ],
)
def test_impossible_sizes_are_refused(values, complaint):
    with pytest.raises(ValueError, match=complaint):
        HifiganConfig(**values)


def test_files_may_name_the_head_that_is_left_and_no_other():
    """Those that ship do."""
    sizes = HifiganConfig().to_dict()
    assert HifiganConfig.from_dict({**sizes, "head": "vector", "next_blocks": 0}) == HifiganConfig()
    for gone in {"head": "sine"}, {"next_blocks": 3}:
        with pytest.raises(ValueError, match="train it anew"):
            HifiganConfig.from_dict({**sizes, **gone})
    with pytest.raises(ValueError, match="harmonic"):
        HifiganConfig.from_dict({name: size for name, size in sizes.items() if name != "harmonics"})
