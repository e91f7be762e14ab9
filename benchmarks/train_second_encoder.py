"""Trains the encoder of `timbre_bench.measures.second_encoder` to tell the speakers of a pack apart.

    python benchmarks/train_second_encoder.py --pack PACK --minutes 10 --out second_encoder.safetensors

Additive angular margins (Deng et al. 2019, ArcFace, arXiv 1801.07698) over all speakers, their faster and slower copies
among them. Every seventh reader of LibriSpeech is left out, and says how good it is: the equal error rate of pairs.
Needs a GPU; all samples lie on it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn import functional as F

from timbre_bench.measures.second_encoder import EMBEDDING, SPEC, LogMel, SecondEncoder
from timbre_finetune.corpus.packs import FULL_SCALE, Pack

CROP_S = 2.5
BATCH = 320
RATE = 1.5e-3
MARGIN, SHARPNESS = 0.2, 30.0
LEFT_OUT_EVERY = 7
LEAST_UTTERANCES = 10
PAIRS = 20_000


class Crops:
    """Pieces of a pack's utterances, by speaker, on the device."""

    def __init__(self, pack: Pack, device: torch.device, length: int) -> None:
        self.length = length
        self.samples = torch.from_numpy(np.ascontiguousarray(pack.audio)).to(device)
        self.starts = torch.from_numpy(pack.sample_offsets[:-1].copy()).to(device)
        self.room = torch.from_numpy(np.diff(pack.sample_offsets) - length).to(device)
        self.steps = torch.arange(length, device=device)

    def draw(self, rows: Tensor) -> Tensor:
        """A random piece of each utterance, (B, length); a shorter utterance is followed by its beginning."""
        room = self.room[rows]
        begin = (torch.rand(len(rows), device=rows.device) * room.clamp(min=0)).long()
        places = (begin[:, None] + self.steps) % (room + self.length)[:, None]
        return self.samples[self.starts[rows][:, None] + places].float() / FULL_SCALE


def spoil(waveforms: Tensor) -> Tensor:
    """Add noise of -10 to -45 dB to half of the waveforms, and level all."""
    level = waveforms.square().mean(1, keepdim=True).sqrt().clamp(min=1e-4)
    share = 10 ** (-(10 + 35 * torch.rand_like(level)) / 20) * (torch.rand_like(level) < 0.5)
    return (waveforms + share * level * torch.randn_like(waveforms)) / level * 0.06


def mask(mel: Tensor) -> Tensor:
    """Take away what lies above a random band from a third, and a random stretch of bands and of time from all."""
    b, bands, frames = mel.shape
    band = torch.arange(bands, device=mel.device)[None, :, None]
    frame = torch.arange(frames, device=mel.device)[None, None]
    draw = torch.rand(5, b, 1, 1, device=mel.device)
    top = torch.where(draw[0] < 0.33, bands * (0.55 + 0.45 * draw[1]), bands)
    first, begin = draw[2] * (bands - 6), draw[3] * (frames - 20)
    gone = (band >= top) | ((band >= first) & (band < first + 6 * draw[4]))
    gone = gone | ((frame >= begin) & (frame < begin + 20 * draw[4]))
    return mel.masked_fill(gone, 0.0)


def equal_error_rate(same: np.ndarray, other: np.ndarray) -> float:
    """Where as many pairs of one speaker are refused as pairs of two are taken for one; cosines (n,) and (m,)."""
    limits = np.quantile(np.concatenate([same, other]), np.linspace(0, 1, 2001))
    missed = np.searchsorted(np.sort(same), limits) / len(same)
    taken = 1 - np.searchsorted(np.sort(other), limits) / len(other)
    at = int(np.abs(missed - taken).argmin())
    return float((missed[at] + taken[at]) / 2)


def left_out(pack: Pack) -> np.ndarray:
    """Rows of recordings by every seventh reader who has enough of them."""
    number = np.bincount(pack.speaker_ids[pack.speeds == 1], minlength=len(pack.speakers))
    readers = [i for i, name in enumerate(pack.speakers) if "libri" in name and number[i] >= LEAST_UTTERANCES]
    return np.flatnonzero(np.isin(pack.speaker_ids, readers[::LEFT_OUT_EVERY]) & (pack.speeds == 1))


@torch.no_grad()
def examine(encoder: SecondEncoder, mel: LogMel, crops: Crops, pack: Pack, rows: np.ndarray) -> float:
    """The equal error rate of pairs of unseen speakers' pieces."""
    encoder.eval()
    on = crops.starts.device
    pieces = [encoder(mel(crops.draw(torch.from_numpy(part).to(on)))) for part in np.array_split(rows, 8)]
    embeddings, speakers = torch.cat(pieces).cpu().numpy(), pack.speaker_ids[rows]
    encoder.train()
    rng = np.random.default_rng(0)
    a, b = rng.integers(len(rows), size=(2, PAIRS * 20))
    is_same = (speakers[a] == speakers[b]) & (a != b)
    cosine = (embeddings[a] * embeddings[b]).sum(1)
    return equal_error_rate(cosine[is_same], cosine[(speakers[a] != speakers[b])][:PAIRS])


def angular_loss(cosine: Tensor, labels: Tensor, margin: float) -> Tensor:
    """Cross-entropy of cosines (B, speakers), the right one's angle made larger by a margin."""
    angle = cosine.clamp(-1 + 1e-6, 1 - 1e-6).acos()
    right = F.one_hot(labels, cosine.shape[1]).bool()
    return F.cross_entropy(SHARPNESS * torch.where(right, (angle + margin).cos(), cosine), labels)


def main() -> int:
    """Train; writes the weights and prints a line of JSON now and then."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--out", type=Path, default=Path("second_encoder.safetensors"))
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pack = Pack.load(options.pack)
    unseen = left_out(pack)
    names = np.unique(pack.speaker_ids[np.isin(pack.recordings, pack.recordings[unseen])])
    rows = np.flatnonzero(~np.isin(pack.speaker_ids, names))
    speakers, labels = np.unique(pack.speaker_ids[rows], return_inverse=True)
    # A speaker with many utterances is drawn more often, but less than in proportion.
    chance = 1 / np.sqrt(np.bincount(labels))[labels]
    torch.manual_seed(1)
    crops = Crops(pack, device, int(CROP_S * SPEC.sample_rate))
    mel, encoder = LogMel().to(device), SecondEncoder().to(device)
    centres = nn.Parameter(torch.randn(len(speakers), EMBEDDING, device=device) * 0.1)
    parameters = [*encoder.parameters(), centres]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=1e-4, fused=device.type == "cuda")
    row_of, label_of, weight = (
        torch.from_numpy(values).to(device) for values in (rows, labels, chance / chance.sum())
    )
    began, step, said = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / 60 / options.minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, step / 300) * (0.5 + 0.5 * np.cos(np.pi * done))
        drawn = torch.multinomial(weight, options.batch, replacement=True)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            embedding = encoder(mask(mel(spoil(crops.draw(row_of[drawn])))))
        cosine = embedding @ F.normalize(centres, dim=1).T
        loss = angular_loss(cosine, label_of[drawn], MARGIN * min(1, 3 * done))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 5.0)
        optimizer.step()
        step += 1
        if time.monotonic() - said > 15:
            said = time.monotonic()
            rate = examine(encoder, mel, crops, pack, unseen)
            right = float((cosine.argmax(1) == label_of[drawn]).float().mean())
            line = {
                "step": step,
                "done": done,
                "loss": float(loss.detach()),
                "right": right,
                "equal_error_rate": rate,
            }
            print(json.dumps(line), flush=True)
    weights = {name: value.half().contiguous() for name, value in encoder.state_dict().items() if value.dim()}
    save_file(weights, options.out)
    print(json.dumps({"step": step, "equal_error_rate": examine(encoder, mel, crops, pack, unseen)}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
