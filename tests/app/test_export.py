"""Sound files are whole or absent, say that they are synthetic, and hold what was spoken."""

import io
import resource
import signal
from pathlib import Path

import numpy as np
import pytest
import soundfile

from timbre.audio import SYNTHETIC_TAG, AudioError
from timbre_app.export import FORMATS, SoundFileWriter, WavStream

SAMPLE_RATE = 22_050


def tone(seconds: float = 1.0) -> np.ndarray:
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (12_000 * np.sin(2 * np.pi * 440 * time)).astype(np.int16)


def write(path: Path, pcm: np.ndarray) -> None:
    with SoundFileWriter(path, SAMPLE_RATE, title="Hello") as file:
        for start in range(0, len(pcm), 3_000):
            file.write(pcm[start : start + 3_000])


def write_and_interrupt(path: Path) -> None:
    with SoundFileWriter(path, SAMPLE_RATE) as file:
        file.write(tone())
        raise KeyboardInterrupt


@pytest.mark.parametrize("suffix", [*FORMATS, ".WAV"])
def test_each_format_holds_the_speech_and_the_tag(tmp_path: Path, suffix: str):
    path = tmp_path / f"speech{suffix}"
    write(path, tone())
    with soundfile.SoundFile(path) as file:
        assert (file.samplerate, file.channels) == (SAMPLE_RATE, 1)
        assert file.comment == SYNTHETIC_TAG
        assert file.title == "Hello"
        samples = file.read(dtype="int16")
    if suffix.lower() in {".wav", ".flac"}:
        np.testing.assert_array_equal(samples, tone())
    else:
        assert abs(len(samples) - len(tone())) < 3_000
        middle = slice(5_000, 15_000)
        assert np.corrcoef(samples[middle].astype(float), tone()[middle].astype(float))[0, 1] > 0.9
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_an_unknown_suffix_is_refused_before_anything_is_made(tmp_path: Path):
    with pytest.raises(AudioError, match=r"\.wav, \.flac, \.ogg or \.mp3"):
        SoundFileWriter(tmp_path / "speech.txt", SAMPLE_RATE)


def test_an_error_on_the_way_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "speech.wav"
    write(path, tone(0.1))
    before = path.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write_and_interrupt(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_disk_that_fills_up_is_named_and_nothing_is_left(tmp_path: Path, suffix: str):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(
        signal.SIGXFSZ, signal.SIG_IGN
    )  # so that the write fails with EFBIG, as ENOSPC would
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, hard))
    try:
        generator = np.random.default_rng(0)
        noise = generator.integers(-9_000, 9_000, 400_000).astype(np.int16)
        with pytest.raises(OSError, match="File too large") as caught:
            write(tmp_path / f"speech{suffix}", noise)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert caught.value.filename == str(tmp_path / f"speech{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_and_a_folder_as_target_are_named(tmp_path: Path):
    with pytest.raises(FileNotFoundError) as caught:
        write(tmp_path / "none" / "speech.wav", tone())
    assert caught.value.filename == str(tmp_path / "none" / "speech.wav")
    (tmp_path / "folder.wav").mkdir()
    with pytest.raises(IsADirectoryError):
        write(tmp_path / "folder.wav", tone())


def test_a_stream_of_wav_can_be_read_by_others():
    out = io.BytesIO()
    stream = WavStream(out, SAMPLE_RATE)
    for start in range(0, len(tone()), 4_000):
        stream.write(tone()[start : start + 4_000])
    data = out.getvalue()
    assert SYNTHETIC_TAG.encode() in data
    at = data.index(b"data") + 8
    np.testing.assert_array_equal(np.frombuffer(data[at:], "<i2"), tone())
    with soundfile.SoundFile(io.BytesIO(data)) as file:
        assert (file.samplerate, file.channels, file.subtype) == (SAMPLE_RATE, 1, "PCM_16")
        np.testing.assert_array_equal(file.read(dtype="int16"), tone())
