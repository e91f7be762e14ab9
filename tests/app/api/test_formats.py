"""The encoders of the speech API."""

from __future__ import annotations

import io

import av
import numpy as np
import pytest

from timbre.audio import SYNTHETIC_TAG
from timbre.contract import SAMPLE_RATE
from timbre_app.api.formats import FORMATS, PCM_RATE

CHUNK = 3072
TONE_HZ = 220


def tone(seconds: float) -> np.ndarray:
    """A tone, (n,) int16."""
    times = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (12_000 * np.sin(2 * np.pi * TONE_HZ * times)).astype(np.int16)


def pieces_of(form: str, pcm: np.ndarray, chunk: int = CHUNK) -> list[bytes]:
    encoder = FORMATS[form].encoder()
    pieces = [encoder.encode(pcm[at : at + chunk]) for at in range(0, len(pcm), chunk)]
    return [*pieces, encoder.finish()]


@pytest.mark.parametrize("form", FORMATS)
def test_most_of_the_sound_comes_before_the_end(form):
    pieces = pieces_of(form, tone(3.0))
    assert sum(map(len, pieces[:-1])) > 0.8 * sum(map(len, pieces))
    assert b"".join(pieces[:3])


@pytest.mark.parametrize("form", sorted(FORMATS.keys() - {"pcm"}))
def test_file_says_that_it_is_synthetic_speech(form):
    data = b"".join(pieces_of(form, tone(0.5)))
    with av.open(io.BytesIO(data)) as container:
        metadata = {**container.metadata, **container.streams.audio[0].metadata}
        frames = list(container.decode(audio=0))
    if form == "wav":  # FFmpeg skips the chunk of a WAV that has it
        assert SYNTHETIC_TAG.encode() in data
    else:
        assert SYNTHETIC_TAG in {value for name, value in metadata.items() if name.lower() == "comment"}
    assert sum(frame.samples for frame in frames) / frames[0].sample_rate == pytest.approx(0.5, abs=0.12)


def test_samples_have_the_rate_that_clients_expect():
    samples = np.frombuffer(b"".join(pieces_of("pcm", tone(2.0))), "<i2")
    assert len(samples) == pytest.approx(2 * PCM_RATE, abs=50)
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    assert np.argmax(spectrum) * PCM_RATE / len(samples) == pytest.approx(TONE_HZ, abs=1)


@pytest.mark.parametrize("form", ["wav", "flac"])
def test_sound_does_not_depend_on_the_chunks(form):
    pcm = tone(1.0)
    assert b"".join(pieces_of(form, pcm, 777)) == b"".join(pieces_of(form, pcm, 5000))
