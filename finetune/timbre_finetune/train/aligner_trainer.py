"""`timbre-train aligner`: train the aligner, then write every utterance's durations into the pack."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from timbre import files
from timbre.base import BaseModel
from timbre.models.aligner import Aligner, AlignerConfig, monotonic_search
from timbre.models.fastpitch_layers import lengths_to_mask
from timbre.models.loading import load_aligner
from timbre.text.symbols import SYMBOLS
from timbre_finetune.corpus.acoustic_data import AcousticBatch, AcousticData
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.train.training import (
    Budget,
    Processes,
    TrainLog,
    add_budget_arguments,
    join_processes,
    load_checkpoint,
    save_checkpoint,
)

DURATIONS_FILE = "durations.npy"
BINARIZE_FROM = 0.5


def forward_sum_loss(logp: Tensor, mel_lens: Tensor, lens: Tensor) -> Tensor:
    """Negative log-likelihood of all monotonic alignments, per frame.

    Args:
        logp: Log-probability of each phoneme in each frame, (B, T_mel, T_text).
        mel_lens: Frames of each utterance, (B,).
        lens: Phonemes of each utterance, (B,).
    Source: Badlani et al. 2021, section 2.2: a CTC whose labels are the phonemes in order.
    """
    with_blank = F.pad(logp.float(), (1, 0), value=-1.0).log_softmax(-1)
    targets = torch.arange(1, logp.shape[2] + 1, device=logp.device).expand(len(logp), -1)
    loss = F.ctc_loss(
        with_blank.transpose(0, 1), targets, mel_lens, lens, reduction="none", zero_infinity=True
    )
    return (loss / lens).mean()


def binarization_loss(logp: Tensor, durations: Tensor, mel_lens: Tensor) -> Tensor:
    """Negative log-probability of the phonemes in the hard alignment, per frame."""
    ends = durations.cumsum(1)
    steps = torch.arange(logp.shape[1], device=logp.device).expand(len(logp), -1).contiguous()
    path = torch.searchsorted(ends, steps, right=True).clamp(max=logp.shape[2] - 1)
    path_logp = logp.log_softmax(-1).gather(2, path[..., None]).squeeze(-1)
    mask = lengths_to_mask(mel_lens, logp.shape[1])
    return -(path_logp * mask).sum() / mask.sum()


def _loss(aligner: Aligner, batch: AcousticBatch, binarize: bool) -> tuple[Tensor, Tensor]:
    logp = aligner(batch.mel, batch.mel_lens, batch.phonemes, batch.lens)
    forward_sum = forward_sum_loss(logp, batch.mel_lens, batch.lens)
    if not binarize:
        return forward_sum, torch.zeros_like(forward_sum)
    durations = monotonic_search(logp.detach(), batch.mel_lens, batch.lens)
    return forward_sum, binarization_loss(logp, durations, batch.mel_lens)


def train(
    aligner: Aligner, data: AcousticData, budget: Budget, out: Path, processes: Processes, seed: int
) -> None:
    """Train until the budget is used up; goes on from out/aligner.pt if that exists."""
    optimizer = torch.optim.AdamW(aligner.parameters(), lr=1e-3, betas=(0.9, 0.98), weight_decay=1e-5)
    step = 0
    saved = load_checkpoint(out / "aligner.pt", processes.device)
    if saved is not None:
        aligner.load_state_dict(saved["aligner"])
        optimizer.load_state_dict(saved["optimizer"])
        step, budget.elapsed_before_s = saved["step"], saved["elapsed_s"]
    log = TrainLog(out / "aligner.jsonl", processes.is_main)
    rng = np.random.default_rng([seed, processes.rank, step])
    while budget.progress(step) < 1:
        for batch in data.batches(data.rows.train, 48_000, rng):
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * budget.rate(step)
            forward_sum, binarization = _loss(
                aligner, batch, budget.progress(step) > BINARIZE_FROM and step % 4 == 0
            )
            optimizer.zero_grad()
            (forward_sum + binarization).backward()
            processes.average_gradients(aligner.parameters())
            torch.nn.utils.clip_grad_norm_(aligner.parameters(), 5.0)
            optimizer.step()
            step += 1
            if step % 50 == 0:
                log.write(
                    step=step, elapsed_s=budget.elapsed_s, forward_sum=forward_sum, binarization=binarization
                )
            if budget.progress(step) >= 1:
                break
    if processes.is_main:
        state = {"aligner": aligner.state_dict(), "optimizer": optimizer.state_dict(), "step": step}
        save_checkpoint(
            out / "aligner.pt", state | {"elapsed_s": budget.elapsed_s, "config": aligner.config.to_dict()}
        )


@torch.no_grad()
def write_durations(aligner: Aligner, data: AcousticData, path: Path) -> None:
    """Align every utterance; write the frames of all phonemes, in the pack's order, as int16."""
    out = torch.zeros_like(data.phonemes)
    rows = np.concatenate([data.rows.train, data.rows.held_out])
    for batch in data.batches(rows, 96_000):
        logp = aligner(batch.mel, batch.mel_lens, batch.phonemes, batch.lens)
        durations = monotonic_search(logp, batch.mel_lens, batch.lens)
        mask = lengths_to_mask(batch.lens, durations.shape[1])
        starts = data.phoneme_starts[batch.rows][:, None]
        index = starts + torch.arange(durations.shape[1], device=starts.device)
        out[index[mask]] = durations[mask]
    with files.writing(path) as file:
        np.save(file, out.cpu().numpy().astype(np.int16))


def load_or_align(data: AcousticData, folder: Path, base: BaseModel) -> None:
    """Load the durations of a pack; the base model aligns it if `timbre-train aligner` has not."""
    durations = folder / DURATIONS_FILE
    if not durations.is_file():
        write_durations(load_aligner(base), data, durations)
    data.load_durations(durations)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train aligner`."""
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    add_budget_arguments(parser, steps=4_000)


def run(args: argparse.Namespace) -> int:
    """Train the aligner and write durations.npy into the pack."""
    processes = join_processes()
    torch.manual_seed(args.seed)
    files.make_folder(args.out)
    data = AcousticData(Pack.load(args.pack), processes.device)
    aligner = Aligner(AlignerConfig(len(SYMBOLS))).to(processes.device)
    train(aligner, data, Budget(args.steps, args.minutes, 200, processes), args.out, processes, args.seed)
    if processes.is_main:
        write_durations(aligner, data, args.pack / DURATIONS_FILE)
    return 0
