#!/usr/bin/env python3
"""Make assets/takes: the first 24 prompts spoken by a synthetic speaker, a mix of Kokoro-82M's voices.

    make bench                                # or anything else that sets up the peers' environment
    .bench/venv/bin/python benchmarks/make_example_takes.py .bench/kokoro

It needs the peers' environment with soundfile and soxr added.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import soundfile
import soxr

from timbre_bench.peers.kokoro import SAMPLE_RATE as KOKORO_RATE
from timbre_bench.peers.kokoro import Kokoro

REPOSITORY = Path(__file__).resolve().parents[1]
MIX = "af_heart:0.45,ef_dora:0.35,af_nova:0.2"
N_TAKES = 24
TAKE_RATE = 22_050
QUIET_S = 0.3
ROOM_DB = -65.0
PEAK = 0.35
SPEECH_FLOOR = 0.01
SEED = 24


def speech_only(waveform: np.ndarray) -> np.ndarray:
    """Cut the quiet before and after the speech, and bring the peak to a usual level."""
    loud = np.flatnonzero(np.abs(waveform) > SPEECH_FLOOR)
    margin = KOKORO_RATE // 20
    cut = waveform[max(0, loud[0] - margin) : loud[-1] + 2 * margin]
    return cut * (PEAK / np.abs(cut).max())


def room_noise(n_samples: int, generator: np.random.Generator) -> np.ndarray:
    """Noise of a quiet room, mostly low frequencies, ROOM_DB below full scale, (n,) float32."""
    spectrum = np.fft.rfft(generator.standard_normal(n_samples))
    frequencies_hz = np.fft.rfftfreq(n_samples, 1.0 / TAKE_RATE)
    coloured = np.fft.irfft(spectrum / (1.0 + (frequencies_hz / 150.0) ** 2), n_samples)
    return (coloured / np.sqrt(np.mean(coloured**2)) * 10 ** (ROOM_DB / 20)).astype(np.float32)


def as_recorded(speech: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Make speech at Kokoro's rate sound recorded: with quiet before and after it, and room noise throughout."""
    resampled = soxr.resample(speech, KOKORO_RATE, TAKE_RATE)
    padded = np.pad(resampled, round(QUIET_S * TAKE_RATE))
    return padded + room_noise(len(padded), generator)


def main() -> None:
    """Write assets/takes/metadata.csv and assets/takes/wavs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kokoro", type=Path, help="folder with kokoro.onnx, vocab.json and the voices")
    parser.add_argument("--prompts", type=Path, default=REPOSITORY / "assets" / "prompts" / "english.txt")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "assets" / "takes")
    options = parser.parse_args()
    lines = [line.strip() for line in options.prompts.read_text(encoding="utf-8").splitlines()]
    prompts = [line for line in lines if line and not line.startswith("#")][:N_TAKES]
    kokoro, generator = Kokoro(options.kokoro, MIX), np.random.default_rng(SEED)
    (options.out / "wavs").mkdir(parents=True, exist_ok=True)
    for number, prompt in enumerate(prompts, start=1):
        take = as_recorded(speech_only(next(kokoro.speak(prompt))), generator)
        soundfile.write(options.out / "wavs" / f"{number:02}.flac", take, TAKE_RATE, subtype="PCM_16")
    rows = [f"{number:02}|{prompt}\n" for number, prompt in enumerate(prompts, start=1)]
    (options.out / "metadata.csv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
