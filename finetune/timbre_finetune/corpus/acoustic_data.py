"""Mels, phonemes and pitch of a whole pack on the training device, in batches of utterances of similar length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from timbre.models.spectrogram import LogMel
from timbre_finetune.corpus.packs import Pack

HELD_OUT_EVERY = 97
WIDTH_STEP = 64
REFERENCE_TAKES = 6


class AcousticBatch(NamedTuple):
    """Padded utterances.

    Attributes:
        mel: Log mel, (B, n_mels, T_mel) float32.
        mel_lens: (B,).
        phonemes: Ids, (B, T_text).
        lens: (B,).
        log_f0: log Hz, 0 where unvoiced, (B, T_mel).
        speaker_ids: (B,).
        dur_tgt: Frames per phoneme, (B, T_text); None before the aligner has run.
        weights: How many times a pass shows each utterance, (B,).
        rows: Row of each utterance in the pack, (B,).
    """

    mel: Tensor
    mel_lens: Tensor
    phonemes: Tensor
    lens: Tensor
    log_f0: Tensor
    speaker_ids: Tensor
    dur_tgt: Tensor | None
    weights: Tensor
    rows: Tensor


class BatchSize(NamedTuple):
    """Width of a batch, in mel frames and in phonemes."""

    frames: int
    phonemes: int


class Planned(NamedTuple):
    """A batch to gather: its rows, (B,), and its size."""

    rows: np.ndarray
    size: BatchSize


@dataclass(frozen=True)
class Subset:
    """Rows of a pack to train on, and rows kept for validation."""

    train: np.ndarray
    held_out: np.ndarray


class AcousticData:
    """The utterances of a pack that have text, on one device.

    The mels take 160 bytes per frame (fp16), about 50 MB per hour of speech.
    """

    def __init__(
        self,
        pack: Pack,
        device: torch.device,
        min_frames_per_phoneme: float = 1.0,
        synthetic: bool = True,
    ) -> None:
        pack = pack.acoustic()
        self.device = device
        self.frames = torch.as_tensor(np.asarray(pack.n_frames)).to(device)
        self.frame_starts = torch.as_tensor(np.cumsum(pack.n_frames) - pack.n_frames).to(device)
        self.lens = torch.as_tensor(np.diff(pack.phoneme_offsets)).to(device)
        self.phoneme_starts = torch.as_tensor(pack.phoneme_offsets[:-1].astype(np.int64)).to(device)
        self.phonemes = torch.as_tensor(pack.phonemes.astype(np.int64)).to(device)
        self.speaker_ids = torch.as_tensor(pack.speaker_ids.astype(np.int64)).to(device)
        self.weights = torch.as_tensor(pack.weights.astype(np.float32)).to(device)
        f0 = torch.as_tensor(np.asarray(pack.pitch, np.float32)).to(device)
        self.log_f0 = torch.where(f0 > 0, f0.clamp(min=30).log(), 0.0)
        self.mel = self._mels(pack)
        self.dur_tgt: Tensor | None = None
        self.references: Tensor | None = None
        frames, lens = self.frames.cpu().numpy(), self.lens.cpu().numpy()
        usable = np.flatnonzero((lens > 2) & (frames >= lens * min_frames_per_phoneme) & (frames < 1800))
        is_unlisted = np.isin(np.array(pack.speakers)[pack.speaker_ids], pack.unlisted)
        held_out = usable[~is_unlisted[usable]][::HELD_OUT_EVERY]
        is_excluded = np.isin(pack.recordings, pack.recordings[held_out])
        if not synthetic:
            is_excluded |= pack.is_synthetic
        self.rows = Subset(usable[~is_excluded[usable]], held_out)

    def _mels(self, pack: Pack) -> Tensor:
        """Log mels of all utterances one after the other, (frames, n_mels) fp16."""
        log_mel = LogMel(pack.mel_spec).to(self.device)
        starts, frames = pack.sample_offsets, np.asarray(pack.n_frames)
        out = torch.empty(int(frames.sum()), pack.mel_spec.n_mels, dtype=torch.float16, device=self.device)
        at = 0
        for start, count in zip(starts, frames, strict=False):
            samples = np.array(pack.audio[int(start) : int(start) + int(count) * pack.mel_spec.hop_length])
            wave = torch.as_tensor(samples).to(self.device).float() / 32768
            out[at : at + int(count)] = log_mel(wave[None])[0].T.half()
            at += int(count)
        return out

    def speaker_pitch(self) -> Tensor:
        """Mean and standard deviation of each speaker's log F0, (n_speakers, 2)."""
        frame_speakers = self.speaker_ids.repeat_interleave(self.frames)
        voiced = self.log_f0 > 0
        values, index = self.log_f0[voiced].double(), frame_speakers[voiced]
        zeros = torch.zeros(int(self.speaker_ids.max()) + 1, dtype=torch.float64, device=self.device)
        count = zeros.index_add(0, index, torch.ones_like(values)).clamp(min=1)
        mean = zeros.index_add(0, index, values) / count
        variance = zeros.index_add(0, index, (values - mean[index]).square()) / count
        return torch.stack([mean, variance.sqrt().clamp(min=0.08)], 1).float()

    def load_durations(self, path: Path) -> None:
        """Read the aligner's durations (frames per phoneme, in the order of the pack's phonemes)."""
        self.dur_tgt = torch.as_tensor(np.load(path).astype(np.int64)).to(self.device)

    @property
    def reference_channels(self) -> int:
        """Width of the speaker embeddings; 0 before they are loaded."""
        return 0 if self.references is None else self.references.shape[1]

    def load_references(self, path: Path) -> None:
        """Read the speaker embeddings that `timbre-train embed` wrote."""
        self.references = torch.as_tensor(np.load(path).astype(np.float32)).to(self.device)
        train = torch.as_tensor(self.rows.train).to(self.device)
        self._by_speaker = train[self.speaker_ids[train].argsort(stable=True)]
        ids = torch.arange(int(self.speaker_ids.max()) + 1, device=self.device)
        sorted_ids = self.speaker_ids[self._by_speaker]
        self._first_row = torch.searchsorted(sorted_ids, ids)
        self._row_count = torch.searchsorted(sorted_ids, ids, right=True) - self._first_row

    def draw_references(self, speaker_ids: Tensor) -> Tensor:
        """Average the embeddings of one to six random utterances of each speaker: (B,) to (B, 256) of unit length."""
        assert self.references is not None, "load the references first"
        size = (len(speaker_ids), REFERENCE_TAKES)
        chance = torch.rand(size, device=self.device)
        place = self._first_row[speaker_ids, None] + (chance * self._row_count[speaker_ids, None]).long()
        is_drawn = torch.arange(REFERENCE_TAKES, device=self.device) <= torch.randint(
            REFERENCE_TAKES, (size[0], 1), device=self.device
        )
        rows = self._by_speaker[place.clamp(max=len(self._by_speaker) - 1)]
        return F.normalize((self.references[rows] * is_drawn[..., None]).sum(1), dim=1)

    def mean_references(self) -> Tensor:
        """Mean embedding of each speaker, (n_speakers, 256) of unit length; zero for a speaker without utterances."""
        assert self.references is not None, "load the references first"
        zeros = self.references.new_zeros(len(self._row_count), self.references.shape[1])
        rows = self._by_speaker
        return F.normalize(zeros.index_add(0, self.speaker_ids[rows], self.references[rows]), dim=1)

    def gather(self, rows: np.ndarray) -> AcousticBatch:
        """Collect utterances into one padded batch, as wide as the longest of them."""
        at = torch.as_tensor(rows).to(self.device)
        return self.gather_sized(at, BatchSize(int(self.frames[at].max()), int(self.lens[at].max())))

    def gather_sized(self, at: Tensor, size: BatchSize) -> AcousticBatch:
        """Collect utterances (B,) into a batch that is padded to a size."""
        mel_lens, lens = self.frames[at], self.lens[at]
        frame_index, frame_mask = _padded_index(self.frame_starts[at], mel_lens, size.frames)
        text_index, text_mask = _padded_index(self.phoneme_starts[at], lens, size.phonemes)
        dur_tgt = None if self.dur_tgt is None else self.dur_tgt[text_index] * text_mask
        return AcousticBatch(
            (self.mel[frame_index].float() * frame_mask[..., None]).transpose(1, 2),
            mel_lens,
            self.phonemes[text_index] * text_mask,
            lens,
            self.log_f0[frame_index] * frame_mask,
            self.speaker_ids[at],
            dur_tgt,
            self.weights[at],
            at,
        )

    def batches(
        self, rows: np.ndarray, max_frames: int, rng: np.random.Generator | None = None
    ) -> Iterator[AcousticBatch]:
        """Go once through the rows in batches of at most max_frames padded frames.

        With rng, each row appears about as often as its weight says (a row of weight 0.3 appears in three
        passes of ten), and the batches are shuffled.
        """
        for batch_rows in self.plan(rows, max_frames, rng):
            yield self.gather(batch_rows)

    def plan(self, rows: np.ndarray, max_frames: int, rng: np.random.Generator | None) -> list[np.ndarray]:
        """The rows of each batch of one pass."""
        frames = self.frames.cpu().numpy()
        if rng is not None:
            weights = self.weights.cpu().numpy()[rows]
            counts = np.floor(weights + rng.random(len(rows))).astype(int)
            rows = np.repeat(rows, counts)
            order = np.argsort(frames[rows] * rng.uniform(0.95, 1.05, len(rows)))
        else:
            order = np.argsort(frames[rows])
        batches: list[np.ndarray] = []
        batch: list[int] = []
        for row in rows[order]:
            if batch and (len(batch) + 1) * frames[row] > max_frames:
                batches.append(np.asarray(batch))
                batch = []
            batch.append(int(row))
        batches.append(np.asarray(batch))
        if rng is not None:
            rng.shuffle(batches)
        return batches

    def plan_sizes(self, rows: np.ndarray, max_frames: int, rng: np.random.Generator) -> list[Planned]:
        """Plan the batches of one pass in few different sizes, so that each size can be captured as a CUDA graph.

        Utterances of similar length share a batch. Each row appears about as often as its weight says; some appear
        once more, to fill the last batch of a size.
        """
        frames, lens = self.frames.cpu().numpy(), self.lens.cpu().numpy()
        widths = -(-frames // WIDTH_STEP) * WIDTH_STEP
        longest_text = {
            width: int(lens[rows][widths[rows] == width].max()) for width in np.unique(widths[rows])
        }
        rows = np.repeat(rows, np.floor(self.weights.cpu().numpy()[rows] + rng.random(len(rows))).astype(int))
        rows = rng.permutation(rows)
        batches: list[Planned] = []
        for width in np.unique(widths[rows]).tolist():
            members, count = rows[widths[rows] == width], max(1, max_frames // width)
            number = -(-len(members) // count)
            members = np.append(members, rng.choice(members, number * count - len(members)))
            size = BatchSize(width, longest_text[width])
            batches += [Planned(part, size) for part in members.reshape(number, count)]
        return [batches[i] for i in rng.permutation(len(batches))]


def _padded_index(starts: Tensor, lens: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """Index (B, size) into a flat tensor, and a mask of the entries that are not padding."""
    steps = torch.arange(size, device=starts.device)
    mask = steps < lens[:, None]
    return (starts[:, None] + steps) * mask, mask
