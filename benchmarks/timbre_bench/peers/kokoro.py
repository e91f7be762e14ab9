"""Kokoro-82M (int8, ONNX).

Run in the peers' environment: `python -m timbre_bench.peers.kokoro FOLDER [VOICE]`. `kokoro_files.fetch`
fills the folder. Weights and voices: hexgrad, Apache-2.0.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from timbre_bench.peers.worker import serve

SAMPLE_RATE = 24_000
MAX_PHONEMES = 510
DEFAULT_VOICE = "af_heart"

# Kokoro's phonemes are espeak's with these replaced, longest first (hexgrad/misaki, Apache-2.0).
_COMMON = {
    "ʔˌn̩": "tᵊn",
    "ʔn̩": "tᵊn",
    "ʔn": "tᵊn",
    "ʔ": "t",
    "a^ɪ": "I",
    "a^ʊ": "W",
    "d^ʒ": "ʤ",
    "e^ɪ": "A",
    "e": "A",
    "t^ʃ": "ʧ",
    "ɔ^ɪ": "Y",
    "ə^l": "ᵊl",
    "ʲo": "jo",
    "ʲə": "jə",
    "ʲ": "",
    "ɚ": "əɹ",
    "r": "ɹ",
    "x": "k",
    "ç": "k",
    "ɐ": "ə",
    "ɬ": "l",
    "\u0303": "",
}
_AMERICAN = {"o^ʊ": "O", "ɜːɹ": "ɜɹ", "ɜː": "ɜɹ", "ɪə": "iə", "ː": ""}
_SYLLABIC = "\u0329"


class Kokoro:
    """Kokoro-82M on the CPU, with one voice or a weighted mix of voices.

    Args:
        folder: Where `kokoro.onnx`, `vocab.json` and the voices' `.bin` files are.
        mix: Voice names with weights, as `af_heart:0.55,ef_dora:0.45`; a bare name weighs 1.
    """

    def __init__(self, folder: Path, mix: str = DEFAULT_VOICE) -> None:
        import espeakng_loader
        import onnxruntime
        from phonemizer.backend import EspeakBackend
        from phonemizer.backend.espeak.wrapper import EspeakWrapper

        EspeakWrapper.set_library(espeakng_loader.get_library_path())
        EspeakWrapper.set_data_path(espeakng_loader.get_data_path())
        self._espeak = EspeakBackend("en-us", preserve_punctuation=True, with_stress=True, tie="^")
        self._vocabulary: dict[str, int] = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))[
            "vocab"
        ]
        self._session = onnxruntime.InferenceSession(
            str(folder / "kokoro.onnx"), providers=["CPUExecutionProvider"]
        )
        self._style = _read_style(folder, mix)

    def phonemes(self, text: str) -> str:
        """Convert a text to Kokoro's phonemes."""
        spoken = self._espeak.phonemize([text], strip=True)[0]
        for espeak, kokoro in sorted(_COMMON.items(), key=lambda pair: -len(pair[0])):
            spoken = spoken.replace(espeak, kokoro)
        spoken = re.sub(rf"(\S){_SYLLABIC}", r"ᵊ\1", spoken).replace(_SYLLABIC, "")
        for espeak, kokoro in _AMERICAN.items():
            spoken = spoken.replace(espeak, kokoro)
        spoken = re.sub("ɹɹ+", "ɹ", spoken.replace("^", "").replace("o", "ɔ"))
        return "".join(symbol for symbol in spoken if symbol in self._vocabulary)

    def speak(self, text: str, speed: float = 1.0) -> Iterator[np.ndarray]:
        """Speak a sentence; yields its waveform at 24 kHz as one chunk, (n,) float32.

        Raises:
            ValueError: if the text has no phoneme or more than Kokoro takes at once.
        """
        ids = [self._vocabulary[symbol] for symbol in self.phonemes(text)]
        if not 0 < len(ids) <= MAX_PHONEMES:
            raise ValueError(f"{len(ids)} phonemes; 1 to {MAX_PHONEMES} can be spoken at once")
        inputs = {
            "tokens": np.array([[0, *ids, 0]], dtype=np.int64),
            "style": self._style[len(ids) - 1][None],
            "speed": np.array([speed], dtype=np.float32),
        }
        yield self._session.run(None, inputs)[0].ravel()


def _read_style(folder: Path, mix: str) -> np.ndarray:
    """One style vector for each number of phonemes, (510, 256) float32."""
    style = np.zeros((MAX_PHONEMES, 256), dtype=np.float32)
    for part in mix.split(","):
        name, _, weight = part.partition(":")
        style += float(weight or 1.0) * np.fromfile(folder / f"{name}.bin", dtype=np.float32).reshape(-1, 256)
    return style


def main() -> None:
    """Load the model, then speak the sentences from standard input."""
    voice = sys.argv[2] if len(sys.argv) > 2 else DEFAULT_VOICE
    kokoro = Kokoro(Path(sys.argv[1]), voice)
    serve(kokoro.speak, SAMPLE_RATE, f"Kokoro-82M int8, {voice}")


if __name__ == "__main__":
    main()
