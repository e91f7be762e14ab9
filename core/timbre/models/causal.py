"""Causal convolutions with explicit state.

Each layer can be run whole (`forward`, zeros on the left) or chunk by chunk (`stream`, the left
context comes from the state). Zero state equals zero padding, so both give the same.

```
CausalConv1d, kernel 3:     state [s s] + chunk [x x x x]  ->  [y y y y], next state = last two x
CausalConvTranspose1d, stride s, kernel 2s: frame i writes 2s samples; the second half is added to
frame i + 1's first half, so the state is one input frame, and each s samples are of two frames.
```
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils import parametrizations, parametrize


class StateReader:
    """Hands out the parts of a packed state (B, S) in order, and packs the next one."""

    def __init__(self, packed: Tensor) -> None:
        self._packed = packed
        self._at = 0
        self._next: list[Tensor] = []

    def take(self, channels: int, frames: int) -> Tensor:
        """The next part, (B, channels, frames)."""
        size = channels * frames
        part = self._packed[:, self._at : self._at + size]
        self._at += size
        return part.reshape(-1, channels, frames)

    def keep(self, part: Tensor) -> None:
        """Add a part of the next state, in the order in which parts are taken."""
        self._next.append(part.flatten(1))

    def pack(self) -> Tensor:
        """The next state, (B, S)."""
        return torch.cat(self._next, 1)


def convolve(x: Tensor, weight: Tensor, bias: Tensor | None, dilation: int = 1) -> Tensor:
    """A convolution of x (B, C_in, T) with no padding.

    Compiled for a GPU it is a convolution of images of one row whose channels lie side by side, as cuDNN's kernels take
    them: the operation before lays them out so, and cuDNN need not reorder each input and output.
    """
    if x.is_cuda and torch.compiler.is_compiling():
        row = x.unsqueeze(2).contiguous(memory_format=torch.channels_last)
        return F.conv2d(row, weight.unsqueeze(2), bias, dilation=(1, dilation)).squeeze(2)
    return F.conv1d(x, weight, bias, dilation=dilation)


class CausalConv1d(nn.Conv1d):
    """Convolution that sees its own and earlier frames."""

    def __init__(self, in_channels: int, out_channels: int, kernel_size: int, dilation: int = 1) -> None:
        super().__init__(in_channels, out_channels, kernel_size, dilation=dilation)

    @property
    def context(self) -> int:
        """Earlier input frames that an output depends on."""
        return (self.kernel_size[0] - 1) * self.dilation[0]

    @property
    def state_size(self) -> int:
        """Floats of the state."""
        return self.context * self.in_channels

    def forward(self, x: Tensor) -> Tensor:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whole: (B, C_in, T) to (B, C_out, T)."""
        return super().forward(F.pad(x, (self.context, 0)))

    def stream(self, x: Tensor, state: StateReader) -> Tensor:
        """One chunk: (B, C_in, T) to (B, C_out, T)."""
        if self.context:
            x = torch.cat([state.take(self.in_channels, self.context), x], 2)
            state.keep(x[:, :, -self.context :])
        return convolve(x, self.weight, self.bias, self.dilation[0])


class CausalConvTranspose1d(nn.ConvTranspose1d):
    """Upsampling by `stride` with a kernel twice as long; frame i reaches back to no earlier sample."""

    def __init__(self, in_channels: int, out_channels: int, stride: int) -> None:
        super().__init__(in_channels, out_channels, 2 * stride, stride)

    @property
    def state_size(self) -> int:
        """Floats of the state: one input frame."""
        return self.in_channels

    def forward(self, x: Tensor) -> Tensor:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whole: (B, C_in, T) to (B, C_out, T * stride)."""
        return super().forward(x)[:, :, : -self.stride[0]]

    def stream(self, x: Tensor, state: StateReader) -> Tensor:
        """One chunk: (B, C_in, T) to (B, C_out, T * stride).

        A plain convolution of two frames makes `stride` samples for each channel, which are then laid out
        in time: half as much to add up as what each frame writes into its neighbour.
        """
        padded = torch.cat([state.take(self.in_channels, 1), x], 2)
        state.keep(padded[:, :, -1:])
        channels, stride = self.out_channels, self.stride[0]
        here, later = self.weight.transpose(0, 1).split(stride, 2)  # (C_out, C_in, stride) each
        taps = torch.stack([later, here], -1).transpose(1, 2).reshape(channels * stride, -1, 2)
        assert self.bias is not None
        samples = convolve(padded, taps, self.bias.repeat_interleave(stride))
        return samples.unflatten(1, (channels, stride)).transpose(2, 3).flatten(2)


def add_weight_norm(network: nn.Module) -> None:
    """Give every convolution weight norm (Salimans and Kingma 2016)."""
    for module in list(_convolutions(network)):
        parametrizations.weight_norm(module)


def remove_weight_norm(network: nn.Module) -> None:
    """Fold weight norm into plain weights."""
    for module in list(_convolutions(network)):
        if parametrize.is_parametrized(module, "weight"):
            parametrize.remove_parametrizations(module, "weight")


def _convolutions(network: nn.Module) -> Iterator[nn.Module]:
    return (m for m in network.modules() if isinstance(m, nn.Conv1d | nn.ConvTranspose1d))
