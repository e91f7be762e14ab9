"""Multi-speaker FastPitch with a decoder that can be streamed.

```
phonemes ─┬─ prosody ─ durations, pitch, energy ──┐
          └─ encoder ─ states ────────────────────┴─ + pitch + energy ─ repeat by duration ─ decoder ─ mel
```

FastPitch's own predictors answer with the mean of all readings; here a distribution over readings takes their place
(`timbre.models.prosody`).

The encoder sees the whole sentence. The decoder is strictly causal with a constant delay of
`lookahead_frames` and attends to `past_frames` earlier frames, so it can be run chunk by chunk
with a state of fixed size and gives the same mel whatever the chunks (Incremental FastPitch,
Du et al. 2024, arXiv 2401.01755, with a sliding window in place of chunk masks).

A voice reaches the network as tensors alone (`VoiceTensors`): scale and bias of every layer norm
(AdaSpeech, Chen et al. 2021), low-rank residual adapters in the decoder, the speaker embedding and
the statistics of its pitch. So one network serves any number of voices in one batch.

Source: Lancucki 2021, FastPitch, arXiv 2006.06873.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.models.fastpitch_decoder import Decoder
from timbre.models.fastpitch_layers import (
    FastPitchConfig,
    NormStyle,
    SelfAttention,
    VoiceTensors,
    convolve_centred,
    convolve_windows,
    lengths_to_mask,
    norm_styles,
    styled_norm,
)
from timbre.models.prosody import ProsodyConfig, ProsodyFlow

PITCH_CENTRE_LOG_HZ = math.log(150.0)
PITCH_SCALE_LOG_HZ = 0.4


def average_by_duration(values: Tensor, durations: Tensor) -> Tensor:
    """Mean of the non-zero frame values of each phoneme, 0 where it has none.

    Args:
        values: Frame values, (B, T_mel); zeros are ignored (unvoiced frames).
        durations: Frames per phoneme, (B, T_text), int64.
    Returns:
        (B, T_text).
    Source: `average_pitch` of NVIDIA's FastPitch.
    """
    ends = durations.cumsum(1)
    pad = (1, 0)
    sums = F.pad(values.double().cumsum(1), pad)
    counts = F.pad((values != 0).double().cumsum(1), pad)
    starts = F.pad(ends, pad)[:, :-1]
    total = sums.gather(1, ends) - sums.gather(1, starts)
    count = counts.gather(1, ends) - counts.gather(1, starts)
    return (total / count.clamp(min=1)).to(values.dtype)


def regulate_len(encoded: Tensor, durations: Tensor, size: int | None = None) -> tuple[Tensor, Tensor]:
    """Repeat each phoneme state for its duration, and append where in its phoneme a frame lies.

    Args:
        encoded: Phoneme states, (B, T_text, C).
        durations: Frames per phoneme, (B, T_text), int64, >= 0.
        size: Frames to return; the longest row when None.
    Returns:
        Frames (B, T_mel, C + 2), zero past a row's end, and their lengths mel_lens (B,).
    Raises:
        ValueError: if the shapes disagree.
    Source: Lancucki 2021, FastPitch, section 2.
    """
    if encoded.shape[:2] != durations.shape:
        raise ValueError(f"states {tuple(encoded.shape)} and durations {tuple(durations.shape)} disagree")
    ends = durations.cumsum(1)
    mel_lens = ends[:, -1]
    size = int(mel_lens.max()) if size is None else size
    steps = torch.arange(size, device=encoded.device).expand(len(ends), size).contiguous()
    index = torch.searchsorted(ends, steps, right=True).clamp(max=ends.shape[1] - 1)
    frames = encoded.gather(1, index[..., None].expand(-1, -1, encoded.shape[2]))
    length = durations.gather(1, index).clamp(min=1)
    place = (steps - (ends - durations).gather(1, index) + 0.5) / length
    extra = torch.stack([place * 2 - 1, length.float().log() - 2], -1).to(frames.dtype)
    frames = torch.cat([frames, extra], -1)
    return frames * lengths_to_mask(mel_lens, size)[..., None], mel_lens


class EncoderBlock(nn.Module):
    """Feed-forward transformer block that sees the whole sentence."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config.channels, config.heads)
        c, f, k = config.channels, config.filter_channels, config.kernel_size
        self.conv1 = nn.Conv1d(c, f, k, padding=k // 2)
        self.conv2 = nn.Conv1d(f, c, 1)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, mask: Tensor, bias: Tensor, styles: tuple[NormStyle, NormStyle]) -> Tensor:
        """Args: x (B, T, C), mask (B, T, 1), bias (B, 1, 1, T), very negative at padding."""
        x = x + self.dropout(self.attention(styled_norm(x, styles[0]), bias))
        h = convolve_centred(self.conv1, styled_norm(x, styles[1]) * mask)
        h = convolve_windows(self.conv2, self.dropout(F.gelu(h)))
        return (x + self.dropout(h)) * mask


class Encoder(nn.Module):
    """Phoneme ids to phoneme states."""

    inverse_frequency: Tensor

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.embedding = nn.Embedding(config.n_symbols, config.channels, padding_idx=0)
        nn.init.normal_(self.embedding.weight, std=config.channels**-0.5)
        self.blocks = nn.ModuleList(EncoderBlock(config) for _ in range(config.encoder_layers))
        exponent = -math.log(10_000) * torch.arange(0, config.channels, 2) / config.channels
        self.register_buffer("inverse_frequency", exponent.exp(), persistent=False)

    def forward(self, phonemes: Tensor, mask: Tensor, style: Tensor) -> Tensor:
        """Args: phonemes (B, T_text) int64, mask (B, T_text, 1), style (B, 2n + 1, 2, C)."""
        angle = torch.arange(phonemes.shape[1], device=phonemes.device)[:, None] * self.inverse_frequency
        x = self.embedding(phonemes) * math.sqrt(self.embedding.embedding_dim)
        x = (x + torch.cat([angle.sin(), angle.cos()], -1)) * mask
        bias = (1 - mask.transpose(1, 2))[:, None] * -1e4
        *styles, last = norm_styles(style)
        for block, pair in zip(self.blocks, zip(styles[::2], styles[1::2], strict=True), strict=True):
            x = block(x, mask, bias, pair)
        return styled_norm(x, last) * mask


class FastPitch(nn.Module):
    """Encoder, decoder and the table of the speakers they were trained on, and the prosody that is trained apart."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.config = config
        c, d = config.channels, config.speaker_channels
        self.encoder = Encoder(config)
        self.speaker_in = nn.Linear(d, c)
        self.prosody = ProsodyFlow(ProsodyConfig(**config.prosody)) if config.prosody else None
        self.pitch_in = nn.Conv1d(2, c, 3, padding=1)
        self.energy_in = nn.Conv1d(1, c, 3, padding=1)
        self.decoder = Decoder(config)
        self.speakers = nn.Embedding(config.n_speakers, d)
        nn.init.normal_(self.speakers.weight, std=0.3)
        self.reference_in = nn.Linear(config.reference_channels, d) if config.reference_channels else None
        self.encoder_style = nn.Linear(d, (2 * config.encoder_layers + 1) * 2 * c)
        self.decoder_style = nn.Linear(d, (2 * config.decoder_layers + 1) * 2 * c)
        for layer in (self.encoder_style, self.decoder_style):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)

    def embed_reference(self, reference: Tensor) -> Tensor:
        """Computed speaker embeddings (B, reference_channels), of unit length, as (B, D) to add to the table's.

        Raises:
            ValueError: if the network was trained without them.
        """
        if self.reference_in is None:
            raise ValueError("this acoustic model knows its table of speakers alone")
        # Entries of a unit vector are small: scale them to about one.
        return self.reference_in(reference * math.sqrt(self.config.reference_channels))

    def voice_tensors(self, speaker_embedding: Tensor, pitch_stats: Tensor) -> VoiceTensors:
        """Voices of speaker embeddings (B, D) and pitch statistics (B, 2), with adapters of zero."""
        config, c = self.config, self.config.channels
        b = len(speaker_embedding)
        zeros = speaker_embedding.new_zeros(b, config.decoder_layers, c, config.adapter_rank)
        return VoiceTensors(
            speaker_embedding,
            self.encoder_style(speaker_embedding).reshape(b, -1, 2, c),
            self.decoder_style(speaker_embedding).reshape(b, -1, 2, c),
            zeros,
            zeros.transpose(2, 3),
            pitch_stats,
        )

    def encode(self, phonemes: Tensor, lens: Tensor, voice: VoiceTensors) -> tuple[Tensor, Tensor]:
        """Phoneme ids (B, T_text) to states (B, T_text, C) and mask (B, T_text, 1)."""
        mask = lengths_to_mask(lens, phonemes.shape[1])[..., None].to(self.speaker_in.weight.dtype)
        states = self.encoder(phonemes, mask, voice.encoder_style)
        return (states + self.speaker_in(voice.speaker_embedding)[:, None]) * mask, mask

    def condition(self, states: Tensor, mask: Tensor, pitch: Tensor, energy: Tensor, stats: Tensor) -> Tensor:
        """Add pitch and energy, both (B, T_text) as in Prosody, to the states; stats (B, 2)."""
        log_hz = stats[:, :1] + pitch * stats[:, 1:]
        absolute = (log_hz - PITCH_CENTRE_LOG_HZ) / PITCH_SCALE_LOG_HZ
        pitches = torch.stack([absolute, pitch], 1) * mask.transpose(1, 2)
        added = self.pitch_in(pitches) + self.energy_in((energy[..., None] * mask).transpose(1, 2))
        return (states + added.transpose(1, 2)) * mask
