"""What may happen to a sound file on its way: lossy codecs, other rates, other levels, cuts, noise."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

import av
import numpy as np
import soxr

Damage = Callable[[np.ndarray], np.ndarray]
"""Takes and returns mono samples (n,) float32 at SAMPLE_RATE."""
SAMPLE_RATE = 22_050
OPUS_RATE = 48_000


def resampled(rate: int) -> Damage:
    """Resampling to `rate` in Hz and back."""
    return lambda samples: soxr.resample(soxr.resample(samples, SAMPLE_RATE, rate), rate, SAMPLE_RATE)


def coded(container: str, codec: str, bit_rate: int, rate: int = SAMPLE_RATE) -> Damage:
    """Encoding at `bit_rate` bits a second and `rate` Hz, and decoding."""

    def damage(samples: np.ndarray) -> np.ndarray:
        file = _encoded(soxr.resample(samples, SAMPLE_RATE, rate), rate, container, codec, bit_rate)
        with av.open(file) as source:
            resampler: Any = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
            frames = [part for frame in source.decode(audio=0) for part in resampler.resample(frame)]
        return np.concatenate([frame.to_ndarray()[0] for frame in frames])

    return damage


def _encoded(samples: np.ndarray, rate: int, container: str, codec: str, bit_rate: int) -> io.BytesIO:
    file = io.BytesIO()
    with av.open(file, "w", format=container) as target:
        stream: Any = target.add_stream(codec, rate=rate, layout="mono")
        stream.bit_rate = bit_rate
        frame = av.AudioFrame.from_ndarray(_pcm(samples)[None], format="s16", layout="mono")
        frame.sample_rate = rate
        target.mux(stream.encode(frame))
        target.mux(stream.encode(None))
    file.seek(0)
    return file


def quieter(by_db: float) -> Damage:
    """A lower level, in samples of 16 bit."""
    return lambda samples: _pcm(samples * 10 ** (-by_db / 20)).astype(np.float32) / 32_768


def shifted(by_ms: float) -> Damage:
    """Sound that begins later, by a part of a sample too."""

    def damage(samples: np.ndarray) -> np.ndarray:
        frequencies = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE)
        turned = np.fft.rfft(samples) * np.exp(-2j * np.pi * frequencies * by_ms / 1000)
        return np.fft.irfft(turned, len(samples)).astype(np.float32)

    return damage


def noisy(snr_db: float) -> Damage:
    """White noise `snr_db` below the speech."""

    def damage(samples: np.ndarray) -> np.ndarray:
        noise = np.random.default_rng(0).standard_normal(len(samples))
        return (samples + noise * samples.std() * 10 ** (-snr_db / 20)).astype(np.float32)

    return damage


def faster(factor: float) -> Damage:
    """Sound that is played faster, and so higher."""
    return lambda samples: soxr.resample(samples, SAMPLE_RATE, SAMPLE_RATE / factor)


def each(*damages: Damage) -> Damage:
    """Several of them, one after the other."""

    def damage(samples: np.ndarray) -> np.ndarray:
        for step in damages:
            samples = step(samples)
        return samples

    return damage


def _pcm(samples: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(samples * 32_768), -32_768, 32_767).astype(np.int16)


MP3_64, OPUS_32 = coded("mp3", "libmp3lame", 64_000), coded("ogg", "libopus", 32_000, OPUS_RATE)
PROMISED: Mapping[str, Damage] = {
    "as it is": lambda samples: samples,
    "MP3, 64 kbit/s": MP3_64,
    "16 kHz and back": resampled(16_000),
    "44.1 kHz and back": resampled(44_100),
    "48 kHz and back": resampled(48_000),
    "Opus, 32 kbit/s": OPUS_32,
    "12 dB quieter": quieter(12),
    "7.3 ms later": shifted(7.3),
    "6 dB quieter, 16 kHz, MP3 64": each(quieter(6), resampled(16_000), MP3_64),
    "4.1 ms later, MP3 64, 48 kHz, Opus 32": each(shifted(4.1), MP3_64, resampled(48_000), OPUS_32),
}
"""What the watermark must survive."""
FURTHER: Mapping[str, Damage] = {
    "MP3, 32 kbit/s": coded("mp3", "libmp3lame", 32_000),
    "Opus, 16 kbit/s": coded("ogg", "libopus", 16_000, OPUS_RATE),
    "AAC, 64 kbit/s": coded("adts", "aac", 64_000),
    "8 kHz and back": resampled(8_000),
    "white noise 20 dB below": noisy(20),
    "0.5 % faster": faster(1.005),
    "2 % faster": faster(1.02),
}
"""What nobody promises."""
