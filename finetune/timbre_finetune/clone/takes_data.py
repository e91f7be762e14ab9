"""A person's takes as training examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from timbre import audio
from timbre.archive import TakeFile
from timbre.mel import MelSpec, log_mel
from timbre.models.aligner import Aligner, monotonic_search
from timbre.pitch import pitch_hz
from timbre.text import Frontend
from timbre.text.symbols import symbol_ids
from timbre_finetune.clone.room import without_room
from timbre_finetune.corpus.acoustic_data import AcousticBatch


@dataclass(frozen=True)
class TakeExample:
    """One take.

    Attributes:
        take_id: Id of the take.
        text: The text that was read.
        waveform: Trimmed and levelled, (n,).
        mel: Log mel, (n_mels, T_mel).
        log_f0: log Hz, 0 where unvoiced, (T_mel,).
        phonemes: Ids, (T_text,).
        durations: Frames per phoneme, (T_text,).
    """

    take_id: str
    text: str
    waveform: np.ndarray
    mel: Tensor
    log_f0: Tensor
    phonemes: Tensor
    durations: Tensor


def read_take(take: TakeFile, frontend: Frontend, spec: MelSpec) -> TakeExample | None:
    """Read and analyse a take, without aligning it; None if the take is too short for its text.

    Raises:
        AudioError: if the file is not a recording.
        TextError: if its text has nothing to speak.
    """
    recording = without_room(audio.load(take.path, spec.sample_rate), spec.sample_rate)
    waveform = audio.prepare_take(recording, spec.sample_rate)
    waveform = waveform[: len(waveform) // spec.hop_length * spec.hop_length]
    ids = torch.tensor(symbol_ids(frontend.phonemize(take.text)))
    if len(waveform) // spec.hop_length < len(ids):
        return None
    f0 = torch.from_numpy(pitch_hz(waveform, spec))
    log_f0 = torch.where(f0 > 0, f0.clamp(min=30).log(), 0.0)
    mel = torch.from_numpy(log_mel(waveform, spec))
    return TakeExample(take.id, take.text, waveform, mel, log_f0[: mel.shape[1]], ids, torch.zeros_like(ids))


@torch.no_grad()
def align(
    examples: Sequence[TakeExample], aligner: Aligner, on_take: Callable[[int], None]
) -> list[TakeExample]:
    """Give each take its durations, if it has none yet."""
    aligned = []
    for number, e in enumerate(examples):
        if e.durations.any():
            aligned.append(e)
            continue
        mel_lens, lens = torch.tensor([e.mel.shape[1]]), torch.tensor([len(e.phonemes)])
        logp = aligner(e.mel[None], mel_lens, e.phonemes[None], lens)
        durations = monotonic_search(logp, mel_lens, lens)[0]
        aligned.append(TakeExample(e.take_id, e.text, e.waveform, e.mel, e.log_f0, e.phonemes, durations))
        on_take(number + 1)
    return aligned


def collate(examples: Sequence[TakeExample], device: torch.device) -> AcousticBatch:
    """Make a batch of takes, padded to the longest one."""

    def pad(rows: list[Tensor]) -> Tensor:
        return pad_sequence(rows, batch_first=True).to(device)

    count = len(examples)
    return AcousticBatch(
        pad([e.mel.T for e in examples]).transpose(1, 2),
        torch.tensor([e.mel.shape[1] for e in examples], device=device),
        pad([e.phonemes for e in examples]),
        torch.tensor([len(e.phonemes) for e in examples], device=device),
        pad([e.log_f0 for e in examples]),
        torch.zeros(count, dtype=torch.int64, device=device),
        pad([e.durations for e in examples]),
        torch.ones(count, device=device),
        torch.arange(count, device=device),
    )


def pitch_stats(examples: Sequence[TakeExample]) -> Tensor:
    """Mean and standard deviation of the takes' log F0, (1, 2); usual values if there are hardly any voiced frames."""
    values = torch.cat([e.log_f0[e.log_f0 > 0] for e in examples])
    if len(values) < 50:
        return torch.tensor([[5.0, 0.2]])
    return torch.stack([values.mean(), values.std().clamp(min=0.08)])[None]
