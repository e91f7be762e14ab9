"""The speech of each system: the person's recordings, the clone, the untuned nearest speaker, copy-synthesis."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile

from timbre.audio import load, prepare_take
from timbre.mel import MelSpec, log_mel
from timbre.speech.vocoder import Vocoder
from timbre_bench.speech import Person, Utterance
from timbre_bench.studio import Studio


def base_model_hash(base_dir: Path) -> str:
    """Compute a sha256 over the base model's files and their names, without the model card."""
    digest = hashlib.sha256()
    for path in sorted(base_dir.iterdir()):
        if path.is_file() and path.suffix != ".md":
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def write_takes(takes: Sequence[Utterance], folder: Path) -> Path:
    """Write takes into a folder in LJSpeech layout, at the recordings' own rate; returns the folder."""
    (folder / "wavs").mkdir(parents=True, exist_ok=True)
    rows: list[str] = []
    for take in takes:
        waveform, sample_rate = soundfile.read(take.path, dtype="float32")
        soundfile.write(folder / "wavs" / f"{take.path.stem}.wav", waveform, sample_rate, subtype="PCM_16")
        rows.append(f"{take.path.stem}|{take.text}\n")
    (folder / "metadata.csv").write_text("".join(rows), encoding="utf-8")
    return folder


def read_prepared(path: Path, spec: MelSpec) -> np.ndarray:
    """Read a sound file as all measures take it: at the spec's rate, trimmed and levelled, (n,) float32."""
    return prepare_take(load(path, spec.sample_rate), spec.sample_rate)


def recordings(utterances: Sequence[Utterance], spec: MelSpec) -> list[np.ndarray]:
    """Read the person's recordings."""
    return [read_prepared(utterance.path, spec) for utterance in utterances]


def copy_synthesis(waveforms: Sequence[np.ndarray], base_dir: Path, spec: MelSpec) -> list[np.ndarray]:
    """Speak the recordings' mel spectrograms with the vocoder: a clone could not be better."""
    vocoder = Vocoder.load(base_dir)
    return [vocoder.vocode(log_mel(waveform, spec)) for waveform in waveforms]


def spoken(person: Person, voice: str, studio: Studio, folder: Path, spec: MelSpec) -> list[np.ndarray]:
    """Speak the person's held-out sentences in a voice of the studio; the sound files stay in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{utterance.path.stem}.wav" for utterance in person.held_out]
    for utterance, path in zip(person.held_out, paths, strict=True):
        studio.say(utterance.text, voice, path)
    return [read_prepared(path, spec) for path in paths]
