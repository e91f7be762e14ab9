"""Multi-speaker FastPitch with a decoder that can be streamed.

```
phonemes ─ encoder ─┬─ duration, pitch, energy predictors
                    └─ + pitch + energy ─ repeat by duration ─ decoder ─ mel
```

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
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

PITCH_CENTRE_LOG_HZ = math.log(150.0)
PITCH_SCALE_LOG_HZ = 0.4
MEL_CENTRE = -5.0
MEL_SCALE = 2.0


@dataclass(frozen=True)
class FastPitchConfig:
    """Sizes of the network. Frames are mel frames; channels are widths.

    `reference_channels` is the width of a computed speaker embedding that the network was trained to
    understand beside its table of speakers; 0 for none.
    """

    n_symbols: int
    n_speakers: int
    n_mels: int = 80
    channels: int = 256
    heads: int = 4
    filter_channels: int = 640
    kernel_size: int = 3
    encoder_layers: int = 4
    decoder_layers: int = 6
    predictor_channels: int = 192
    speaker_channels: int = 64
    reference_channels: int = 0
    adapter_rank: int = 8
    past_frames: int = 64
    lookahead_frames: int = 4
    dropout: float = 0.1

    def __post_init__(self) -> None:
        if self.channels % self.heads:
            raise ValueError(f"{self.channels} channels do not divide into {self.heads} heads")
        if self.kernel_size % 2 == 0:
            raise ValueError("kernel_size must be odd")
        if min(self.past_frames, self.lookahead_frames) < 1:
            raise ValueError("past_frames and lookahead_frames must be at least 1")

    @property
    def frame_channels(self) -> int:
        """Channels of a decoder input frame: the phoneme state, its place in the phoneme, its length."""
        return self.channels + 2

    @property
    def state_size(self) -> int:
        """Floats of one stream's decoder state."""
        front = self.frame_channels * 2 * self.lookahead_frames
        block = 2 * self.past_frames * self.channels + self.channels * (self.kernel_size - 1)
        return 1 + front + self.decoder_layers * block

    def to_dict(self) -> dict[str, Any]:
        """Return the sizes as plain values."""
        return asdict(self)


class VoiceTensors(NamedTuple):
    """A batch of voices.

    Attributes:
        speaker_embedding: (B, speaker_channels).
        encoder_style: Scale and bias of each layer norm, (B, 2 * encoder_layers + 1, 2, C).
        decoder_style: The same for the decoder, (B, 2 * decoder_layers + 1, 2, C).
        adapter_down: (B, decoder_layers, C, rank).
        adapter_up: (B, decoder_layers, rank, C).
        pitch_stats: Mean and standard deviation of log F0 in log Hz, (B, 2).
    """

    speaker_embedding: Tensor
    encoder_style: Tensor
    decoder_style: Tensor
    adapter_down: Tensor
    adapter_up: Tensor
    pitch_stats: Tensor


class Prosody(NamedTuple):
    """What the predictors say of each phoneme, all (B, T_text).

    Attributes:
        log_durations: log(1 + frames).
        pitch: F0 in standard deviations around the voice's mean.
        energy: Mean log mel, normalised.
    """

    log_durations: Tensor
    pitch: Tensor
    energy: Tensor


def lengths_to_mask(lens: Tensor, size: int) -> Tensor:
    """True where a position lies inside its row: lens (B,) to (B, size)."""
    return torch.arange(size, device=lens.device)[None] < lens[:, None]


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


def styled_norm(x: Tensor, style: Tensor) -> Tensor:
    """Layer norm of x (B, T, C) with a voice's own scale and bias, style (B, 2, C)."""
    return F.layer_norm(x, [int(x.shape[-1])]) * (1 + style[:, :1]) + style[:, 1:]


class SelfAttention(nn.Module):
    """Multi-head self-attention over a padded batch (encoder)."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.qkv = nn.Linear(config.channels, 3 * config.channels)
        self.out = nn.Linear(config.channels, config.channels)

    def split(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Queries, keys and values of x (B, T, C), each (B, T, C)."""
        q, k, v = self.qkv(x).chunk(3, -1)
        return q, k, v

    def attend(self, q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor:
        """Attend with an additive bias that broadcasts to (B, heads, T_query, T_key)."""
        b, t, c = q.shape
        q, k, v = (x.reshape(b, -1, self.heads, c // self.heads).transpose(1, 2) for x in (q, k, v))
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
        return self.out(mixed.transpose(1, 2).reshape(b, t, c))

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Attend within x (B, T, C); bias (B, 1, 1, T) is very negative at padding."""
        return self.attend(*self.split(x), bias)


class EncoderBlock(nn.Module):
    """Feed-forward transformer block that sees the whole sentence."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config)
        c, f, k = config.channels, config.filter_channels, config.kernel_size
        self.conv1 = nn.Conv1d(c, f, k, padding=k // 2)
        self.conv2 = nn.Conv1d(f, c, 1)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, mask: Tensor, bias: Tensor, style: Tensor) -> Tensor:
        """Args: x (B, T, C), mask (B, T, 1), bias (B, 1, 1, T), style (B, 2, 2, C)."""
        x = x + self.dropout(self.attention(styled_norm(x, style[:, 0]), bias))
        h = (styled_norm(x, style[:, 1]) * mask).transpose(1, 2)
        h = self.conv2(self.dropout(F.gelu(self.conv1(h)))).transpose(1, 2)
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
        for i, block in enumerate(self.blocks):
            x = block(x, mask, bias, style[:, 2 * i : 2 * i + 2])
        return styled_norm(x, style[:, -1]) * mask


class Predictor(nn.Module):
    """One value a phoneme, from two convolutions."""

    def __init__(self, config: FastPitchConfig, dropout: float) -> None:
        super().__init__()
        c, p = config.channels, config.predictor_channels
        self.convs = nn.ModuleList([nn.Conv1d(c, p, 3, padding=1), nn.Conv1d(p, p, 3, padding=1)])
        self.norms = nn.ModuleList([nn.LayerNorm(p), nn.LayerNorm(p)])
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(p, 1)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Predict from x (B, T_text, C) and mask (B, T_text, 1): (B, T_text)."""
        for conv, norm in zip(self.convs, self.norms, strict=True):
            x = self.dropout(norm(F.relu(conv((x * mask).transpose(1, 2))).transpose(1, 2)))
        return (self.out(x) * mask).squeeze(-1)


class DecoderBlock(nn.Module):
    """Feed-forward transformer block that sees only the past."""

    slopes: Tensor

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config)
        c, f, k = config.channels, config.filter_channels, config.kernel_size
        self.past = config.past_frames
        # Near frames weigh more, by a slope a head: Press et al. 2022, ALiBi, arXiv 2108.12409.
        slopes = torch.tensor([2.0 ** (-8 * (head + 1) / config.heads) for head in range(config.heads)])
        self.register_buffer("slopes", slopes[:, None, None], persistent=False)
        self.conv1 = nn.Conv1d(c, f, k)
        self.conv2 = nn.Conv1d(f, c, 1)
        self.dropout = nn.Dropout(config.dropout)

    def bias(self, queries: int, keys: int, device: torch.device) -> Tensor:
        """Additive bias (heads, queries, keys) of the last `queries` of `keys` consecutive frames."""
        ages = torch.arange(keys - queries, keys, device=device)[:, None] - torch.arange(keys, device=device)
        seen = (ages >= 0) & (ages <= self.past)
        return -self.slopes * ages.clamp(0, self.past) + (~seen).to(self.slopes.dtype) * -1e4

    def transform(
        self, x: Tensor, padded: Tensor, adapter: tuple[Tensor, Tensor] | None, h: Tensor
    ) -> Tensor:
        """Feed-forward part: padded is h (B, T, C) with its left context."""
        y = self.conv2(self.dropout(F.gelu(self.conv1(padded.transpose(1, 2))))).transpose(1, 2)
        if adapter is not None:
            y = y + F.gelu(h @ adapter[0]) @ adapter[1]
        return x + self.dropout(y)

    def forward(self, x: Tensor, style: Tensor, adapter: tuple[Tensor, Tensor] | None) -> Tensor:
        """Whole utterance: x (B, T, C), style (B, 2, 2, C), adapter (B, C, r) and (B, r, C)."""
        q, k, v = self.attention.split(styled_norm(x, style[:, 0]))
        x = x + self.dropout(
            self.attention.attend(q, k, v, self.bias(x.shape[1], x.shape[1], x.device)[None])
        )
        h = styled_norm(x, style[:, 1])
        return self.transform(x, F.pad(h, (0, 0, self.conv1.kernel_size[0] - 1, 0)), adapter, h)

    def stream(
        self, x: Tensor, style: Tensor, adapter: tuple[Tensor, Tensor], state: BlockState, unseen: Tensor
    ) -> tuple[Tensor, BlockState]:
        """One chunk: unseen (B, 1, 1, past) is very negative where the past is not filled yet."""
        q, k, v = self.attention.split(styled_norm(x, style[:, 0]))
        k, v = torch.cat([state.keys, k], 1), torch.cat([state.values, v], 1)
        bias = self.bias(x.shape[1], k.shape[1], x.device)[None] + F.pad(unseen, (0, x.shape[1]))
        x = x + self.attention.attend(q, k, v, bias)
        h = styled_norm(x, style[:, 1])
        padded = torch.cat([state.conv, h], 1)
        kept = BlockState(k[:, -self.past :], v[:, -self.past :], padded[:, -state.conv.shape[1] :])
        return self.transform(x, padded, adapter, h), kept


class BlockState(NamedTuple):
    """What a decoder block keeps: keys and values (B, past, C), convolution input (B, k - 1, C)."""

    keys: Tensor
    values: Tensor
    conv: Tensor


class DecoderState(NamedTuple):
    """What a stream keeps: frames seen (B, 1), the last 2 * lookahead frames, one state a block."""

    seen: Tensor
    front: Tensor
    blocks: list[BlockState]

    def pack(self) -> Tensor:
        """One row of floats a stream, (B, S): what travels and what ONNX sees."""
        parts = [self.seen, self.front, *(part for block in self.blocks for part in block)]
        return torch.cat([part.flatten(1) for part in parts], 1)

    @staticmethod
    def unpack(packed: Tensor, config: FastPitchConfig) -> DecoderState:
        """Inverse of pack."""
        c, k, past = config.channels, config.kernel_size - 1, config.past_frames
        front = (2 * config.lookahead_frames, config.frame_channels)
        shapes = [(1,), front, *([(past, c), (past, c), (k, c)] * config.decoder_layers)]
        parts = packed.split([math.prod(shape) for shape in shapes], 1)
        tensors = [part.reshape(-1, *shape) for part, shape in zip(parts, shapes, strict=True)]
        blocks = [BlockState(*tensors[i : i + 3]) for i in range(2, len(tensors), 3)]
        return DecoderState(tensors[0], tensors[1], blocks)


class Decoder(nn.Module):
    """Frames to mel, causal with a delay of `lookahead_frames`."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.config = config
        self.front = nn.Conv1d(config.frame_channels, config.channels, 2 * config.lookahead_frames + 1)
        self.blocks = nn.ModuleList(DecoderBlock(config) for _ in range(config.decoder_layers))
        self.out = nn.Linear(config.channels, config.n_mels)

    def finish(self, x: Tensor, style: Tensor) -> Tensor:
        """States (B, T, C) to log mel (B, n_mels, T)."""
        return (self.out(styled_norm(x, style[:, -1])) * MEL_SCALE + MEL_CENTRE).transpose(1, 2)

    def forward(self, frames: Tensor, voice: VoiceTensors, adapt: bool = False) -> Tensor:
        """Whole utterances: frames (B, T_mel, C + 2) to log mel (B, n_mels, T_mel).

        The rows before the first frame that the delay produces are computed and dropped, as they
        are when streaming.
        """
        ahead = self.config.lookahead_frames
        padded = F.pad(frames, (0, 0, 2 * ahead, ahead))
        x = self.front(padded.transpose(1, 2)).transpose(1, 2)
        for i, block in enumerate(self.blocks):
            adapter = (voice.adapter_down[:, i], voice.adapter_up[:, i]) if adapt else None
            x = block(x, voice.decoder_style[:, 2 * i : 2 * i + 2], adapter)
        return self.finish(x, voice.decoder_style)[:, :, ahead:]

    def stream(self, frames: Tensor, voice: VoiceTensors, packed: Tensor) -> tuple[Tensor, Tensor]:
        """One chunk: frames (B, T, C + 2) and a state (B, S) to log mel (B, n_mels, T) and the next state.

        The mel comes `lookahead_frames` late. Start with zeros; end with that many zero frames.
        """
        state = DecoderState.unpack(packed, self.config)
        padded = torch.cat([state.front, frames], 1)
        x = self.front(padded.transpose(1, 2)).transpose(1, 2)
        slots = torch.arange(self.config.past_frames, device=frames.device)
        unseen = (slots[None] < self.config.past_frames - state.seen).to(x.dtype)[:, None, None] * -1e4
        blocks: list[BlockState] = []
        for i, block in enumerate(self.blocks):
            adapter = (voice.adapter_down[:, i], voice.adapter_up[:, i])
            style = voice.decoder_style[:, 2 * i : 2 * i + 2]
            assert isinstance(block, DecoderBlock)
            x, kept = block.stream(x, style, adapter, state.blocks[i], unseen)
            blocks.append(kept)
        seen = (state.seen + frames.shape[1]).clamp(max=self.config.past_frames)
        following = DecoderState(seen, padded[:, -2 * self.config.lookahead_frames :], blocks)
        return self.finish(x, voice.decoder_style), following.pack()


class FastPitch(nn.Module):
    """Encoder, predictors and decoder, with the table of the speakers it was trained on."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.config = config
        c, d = config.channels, config.speaker_channels
        self.encoder = Encoder(config)
        self.speaker_in = nn.Linear(d, c)
        self.duration = Predictor(config, 0.3)
        self.pitch = Predictor(config, 0.4)
        self.energy = Predictor(config, 0.3)
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
        """What computed speaker embeddings (B, reference_channels) of unit length say: (B, D), to add to the table's.

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

    def predict(self, states: Tensor, mask: Tensor) -> Prosody:
        """Prosody of phoneme states (B, T_text, C)."""
        return Prosody(self.duration(states, mask), self.pitch(states, mask), self.energy(states, mask))

    def condition(self, states: Tensor, mask: Tensor, pitch: Tensor, energy: Tensor, stats: Tensor) -> Tensor:
        """Add pitch and energy, both (B, T_text) as in Prosody, to the states; stats (B, 2)."""
        log_hz = stats[:, :1] + pitch * stats[:, 1:]
        absolute = (log_hz - PITCH_CENTRE_LOG_HZ) / PITCH_SCALE_LOG_HZ
        pitches = torch.stack([absolute, pitch], 1) * mask.transpose(1, 2)
        added = self.pitch_in(pitches) + self.energy_in((energy[..., None] * mask).transpose(1, 2))
        return (states + added.transpose(1, 2)) * mask
