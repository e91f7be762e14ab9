"""A pack: all utterances of a training decoded, trimmed, levelled and cut to whole frames, in flat files.

    audio.i16    samples of all utterances one after the other
    pitch.f16    F0 of all frames in Hz, 0 = unvoiced
    index.npz    where each utterance lies, its phonemes, speaker, corpus and weight
    index.json   names of speakers and corpora, the mel numbers, the digest of the manifest

Utterances with text come first; those without text, which only the vocoder sees, follow. Building a pack needs
neither espeak-ng nor torch, so it can be done on the machine that trains.
"""

from __future__ import annotations

import hashlib
import json
import logging
import multiprocessing
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre import audio, files
from timbre.mel import MelSpec
from timbre.pitch import pitch_hz
from timbre.text.symbols import symbol_ids, symbols_hash
from timbre_finetune.corpus.manifest import ManifestLine, read_manifest

_log = logging.getLogger(__name__)

MIN_FRAMES = 20
INDEX = "index.json"
FULL_SCALE = 32_767


@dataclass(frozen=True)
class Pack:
    """An opened pack of n utterances.

    Attributes:
        mel_spec: Mel numbers; every utterance is a whole number of hops.
        speakers: Names of the speakers who have utterances with text, in the order of speaker_ids.
        corpora: Names, in the order of corpus_ids.
        audio: (samples,) int16, a memory map.
        pitch: (frames,) float16 in Hz, a memory map.
        n_frames: (n,) int64.
        sample_offsets: (n + 1,) int64.
        phonemes: (symbols,) uint8, each utterance between a start and an end symbol; none without text.
        phoneme_offsets: (n + 1,) int64.
        speaker_ids: (n,) int64; from len(speakers) on for speakers without text.
        corpus_ids: (n,) int64.
        weights: (n,) float32, how many times a pass over the data shows each utterance.
        is_synthetic: (n,) bool.
        speeds: (n,) float32, how fast the recording is played; 1 but for copies that make more speakers.
        recordings: (n,) int64, the same number for an utterance and its copies.
    """

    mel_spec: MelSpec
    speakers: list[str]
    corpora: list[str]
    audio: np.ndarray
    pitch: np.ndarray
    n_frames: np.ndarray
    sample_offsets: np.ndarray
    phonemes: np.ndarray
    phoneme_offsets: np.ndarray
    speaker_ids: np.ndarray
    corpus_ids: np.ndarray
    weights: np.ndarray
    is_synthetic: np.ndarray
    speeds: np.ndarray
    recordings: np.ndarray

    def __len__(self) -> int:
        return len(self.n_frames)

    @property
    def has_text(self) -> np.ndarray:
        """(n,) bool: whether the utterance has phonemes."""
        return np.diff(self.phoneme_offsets) > 0

    @property
    def hours(self) -> float:
        """Duration of all utterances together."""
        return float(self.sample_offsets[-1]) / self.mel_spec.sample_rate / 3600

    def acoustic(self) -> Pack:
        """A pack of only the utterances that have text."""
        n = int(self.has_text.sum())
        rows = {name: getattr(self, name)[:n] for name in _PER_ROW}
        offsets = {name: getattr(self, name)[: n + 1] for name in _OFFSETS}
        samples = int(self.sample_offsets[n])
        frames = int(self.n_frames[:n].sum())
        return replace(self, **rows, **offsets, audio=self.audio[:samples], pitch=self.pitch[:frames])

    def weighted(self, factors: Mapping[str, float]) -> Pack:
        """The same pack, some of whose corpora a pass shows `factors` times as often.

        Raises:
            ValueError: if a corpus is not in the pack.
        """
        unknown = sorted(set(factors) - set(self.corpora))
        if unknown:
            raise ValueError(f"the pack has no corpus {unknown[0]}: it has {', '.join(self.corpora)}")
        by_corpus = np.array([factors.get(name, 1.0) for name in self.corpora], np.float32)
        return replace(self, weights=self.weights * by_corpus[self.corpus_ids])

    @staticmethod
    def load(folder: Path) -> Pack:
        """Open a pack.

        Raises:
            ValueError: if the folder holds none, or one made with other phoneme symbols.
        """
        if not (folder / INDEX).is_file():
            raise ValueError(f"{folder} holds no pack: run `timbre-train prepare` first.")
        names = json.loads((folder / INDEX).read_text("utf-8"))
        if names["symbols"] != symbols_hash():
            raise ValueError(
                f"{folder} was made with another phoneme table: run `timbre-train prepare` again."
            )
        with np.load(folder / "index.npz") as arrays:
            index = {name: arrays[name] for name in arrays.files}
        return Pack(
            mel_spec=MelSpec.from_dict(names["mel_spec"]),
            speakers=names["speakers"],
            corpora=names["corpora"],
            audio=np.memmap(folder / "audio.i16", np.int16, "r"),
            pitch=np.memmap(folder / "pitch.f16", np.float16, "r"),
            **index,
        )


_PER_ROW = (
    *("n_frames", "speaker_ids", "corpus_ids", "weights"),
    *("is_synthetic", "speeds", "recordings"),
)
_OFFSETS = ("sample_offsets", "phoneme_offsets")


class _Shard(NamedTuple):
    """Consecutive recordings, with their speeds, for one worker, and the folder for the worker's part files."""

    number: int
    recordings: list[tuple[Path, float]]
    folder: Path
    mel_spec: MelSpec


def build_pack(manifest: Path, root: Path, out_dir: Path, workers: int, spec: MelSpec | None = None) -> Pack:
    """Decode a manifest's recordings into a pack; does nothing if out_dir already holds this pack.

    Args:
        manifest: What `write_manifest` wrote.
        root: Folder that the manifest's paths are relative to.
        out_dir: Folder of the pack.
        workers: Number of processes.
        spec: Mel numbers; the usual ones if left out.
    Raises:
        ValueError: if no recording of the manifest can be read.
    """
    spec = spec or MelSpec()
    digest = _digest(manifest, spec)
    if (out_dir / INDEX).is_file() and json.loads((out_dir / INDEX).read_text("utf-8"))["digest"] == digest:
        return Pack.load(out_dir)
    lines = sorted(read_manifest(manifest), key=lambda line: not line.phonemes)
    files.make_folder(out_dir)
    (out_dir / INDEX).unlink(missing_ok=True)
    n_frames = _decode(lines, root, out_dir, workers, spec)
    utterances = [(line, frames) for line, frames in zip(lines, n_frames, strict=True) if frames]
    if not utterances:
        raise ValueError(f"no recording of {manifest} could be read from {root}.")
    _write_index(utterances, out_dir, spec, digest)
    return Pack.load(out_dir)


def _digest(manifest: Path, spec: MelSpec) -> str:
    text = manifest.read_bytes() + json.dumps(spec.to_dict()).encode() + symbols_hash().encode()
    return hashlib.sha256(text).hexdigest()


def _decode(
    lines: Sequence[ManifestLine], root: Path, out_dir: Path, workers: int, spec: MelSpec
) -> list[int]:
    """Write audio.i16 and pitch.f16; return the frames of each line, 0 if its recording cannot be used."""
    size = max(1, min(200, len(lines) // (workers * 4) + 1))
    recordings = [(root / line.path, line.speed) for line in lines]
    starts = range(0, len(lines), size)
    shards = [_Shard(i, recordings[start : start + size], out_dir, spec) for i, start in enumerate(starts)]
    n_frames: list[int] = []
    with (
        files.writing(out_dir / "audio.i16") as samples,
        files.writing(out_dir / "pitch.f16") as pitch,
        multiprocessing.get_context("spawn").Pool(workers) as pool,
    ):
        for shard, frames in zip(shards, pool.imap(_decode_shard, shards), strict=True):
            for kind, whole in (("audio", samples), ("pitch", pitch)):
                part = _part(shard, kind)
                with part.open("rb") as file:
                    shutil.copyfileobj(file, whole, 1 << 22)
                part.unlink()
            n_frames += frames
    return n_frames


def _part(shard: _Shard, kind: str) -> Path:
    return shard.folder / f"{kind}-{shard.number}.part"


def _decode_shard(shard: _Shard) -> list[int]:
    n_frames = []
    with (
        files.writing(_part(shard, "audio")) as samples_file,
        files.writing(_part(shard, "pitch")) as pitch_file,
    ):
        for path, speed in shard.recordings:
            try:
                samples, pitch = decode(path, shard.mel_spec, speed)
            except audio.AudioError as error:
                _log.warning("%s is left out: %s", path, error)
                n_frames.append(0)
                continue
            samples_file.write(samples.tobytes())
            pitch_file.write(pitch.tobytes())
            n_frames.append(len(pitch))
    return n_frames


def decode(path: Path, spec: MelSpec, speed: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Samples (n,) int16 and F0 (n // hop,) float16 of a recording, trimmed, levelled, cut to whole frames.

    Args:
        path: The recording.
        spec: Mel numbers.
        speed: How fast it is played; pitch and formants rise with it.

    Raises:
        AudioError: if the recording cannot be read or is shorter than MIN_FRAMES.
    """
    waveform = audio.load(path, round(spec.sample_rate / speed))
    waveform = audio.prepare_take(waveform, spec.sample_rate)
    frames = len(waveform) // spec.hop_length
    if frames < MIN_FRAMES:
        raise audio.AudioError("{file} holds too little speech", file=path.name)
    waveform = waveform[: frames * spec.hop_length]
    samples = np.round(waveform * FULL_SCALE).clip(-FULL_SCALE, FULL_SCALE).astype(np.int16)
    return samples, pitch_hz(waveform, spec).astype(np.float16)


def _write_index(
    utterances: Sequence[tuple[ManifestLine, int]], out_dir: Path, spec: MelSpec, digest: str
) -> None:
    lines = [line for line, _ in utterances]
    speakers = sorted({line.speaker for line in lines if line.phonemes})
    others = sorted({line.speaker for line in lines} - set(speakers))
    copies = sorted({line.speaker for line in lines if line.speed != 1})
    recordings = {path: i for i, path in enumerate(dict.fromkeys(line.path for line in lines))}
    corpora = sorted({line.corpus for line in lines})
    speaker_ids = {name: i for i, name in enumerate([*speakers, *others])}
    n_frames = np.array([frames for _, frames in utterances], np.int64)
    ids = [symbol_ids(line.phonemes) if line.phonemes else [] for line in lines]
    index = {
        "n_frames": n_frames,
        "sample_offsets": _offsets(n_frames * spec.hop_length),
        "phonemes": np.array([i for row in ids for i in row], np.uint8),
        "phoneme_offsets": _offsets(len(row) for row in ids),
        "speaker_ids": np.array([speaker_ids[line.speaker] for line in lines], np.int64),
        "corpus_ids": np.array([corpora.index(line.corpus) for line in lines], np.int64),
        "weights": np.array([line.weight for line in lines], np.float32),
        "is_synthetic": np.array([line.synthetic for line in lines], bool),
        "speeds": np.array([line.speed for line in lines], np.float32),
        "recordings": np.array([recordings[line.path] for line in lines], np.int64),
    }
    with files.writing(out_dir / "index.npz") as file:
        np.savez(file, **index)
    names = {
        "digest": digest,
        "mel_spec": asdict(spec),
        "symbols": symbols_hash(),
        "speakers": speakers,
        "vocoder_speakers": others,
        "copies": copies,
        "corpora": corpora,
        "paths": [line.path for line in lines],
    }
    files.write(out_dir / INDEX, json.dumps(names, ensure_ascii=False, indent=1))


def _offsets(lengths: Iterable[int]) -> np.ndarray:
    return np.cumsum([0, *lengths], dtype=np.int64)
