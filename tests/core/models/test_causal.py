import pytest
import torch
from torch import nn

from timbre.models.causal import (
    CausalConv1d,
    CausalConvTranspose1d,
    StateReader,
    add_weight_norm,
    remove_weight_norm,
)

LAYERS = {
    "conv": lambda: CausalConv1d(3, 5, 4),
    "dilated conv": lambda: CausalConv1d(3, 5, 3, dilation=4),
    "pointwise conv": lambda: CausalConv1d(3, 5, 1),
    "upsampling by 2": lambda: CausalConvTranspose1d(3, 5, 2),
    "upsampling by 8": lambda: CausalConvTranspose1d(3, 5, 8),
}


@pytest.fixture(params=LAYERS)
def layer(request):
    torch.manual_seed(1)
    return LAYERS[request.param]()


def stream(layer, x, sizes):
    """Run a layer chunk by chunk through a packed state."""
    packed = torch.zeros(x.shape[0], layer.state_size)
    made = []
    for chunk in x.split(sizes, 2):
        state = StateReader(packed)
        made.append(layer.stream(chunk, state))
        if layer.state_size:
            packed = state.pack()
        assert packed.shape == (x.shape[0], layer.state_size)
    return torch.cat(made, 2)


@torch.no_grad()
@pytest.mark.parametrize("sizes", [[23], [1] * 23, [1, 9, 2, 11], [5, 1, 1, 16]])
def test_streaming_equals_whole(layer, sizes):
    x = torch.randn(2, 3, 23)
    torch.testing.assert_close(stream(layer, x, sizes), layer(x), atol=1e-5, rtol=1e-5)


def test_no_output_sees_a_later_frame(layer):
    x = torch.randn(1, 3, 12, requires_grad=True)
    y = layer(x)
    step = y.shape[2] // 12
    for frame in (0, 5, 11):
        (gradient,) = torch.autograd.grad(
            y[:, :, frame * step : (frame + 1) * step].sum(), x, retain_graph=True
        )
        touched = gradient.abs().sum((0, 1)).nonzero().flatten()
        assert touched.max() == frame


def test_output_has_the_inputs_frames_times_the_stride():
    assert CausalConv1d(3, 5, 7, dilation=2)(torch.zeros(1, 3, 9)).shape == (1, 5, 9)
    assert CausalConvTranspose1d(3, 5, 4)(torch.zeros(1, 3, 9)).shape == (1, 5, 36)


def test_a_state_is_handed_out_and_packed_in_order():
    packed = torch.arange(2 * 10.0).view(2, 10)
    state = StateReader(packed)
    first, second = state.take(2, 3), state.take(4, 1)
    assert first.shape == (2, 2, 3)
    assert second.shape == (2, 4, 1)
    state.keep(first)
    state.keep(second)
    assert torch.equal(state.pack(), packed)


@torch.no_grad()
def test_weight_norm_folds_into_plain_weights():
    torch.manual_seed(1)
    network = nn.Sequential(CausalConv1d(3, 4, 3), CausalConvTranspose1d(4, 2, 2))
    x = torch.randn(1, 3, 6)
    plain = network(x)
    add_weight_norm(network)
    torch.testing.assert_close(network(x), plain)
    assert "0.weight" not in network.state_dict()
    remove_weight_norm(network)
    torch.testing.assert_close(network(x), plain)
    assert "0.weight" in network.state_dict()
