"""Sound files are whole or absent, say that they are synthetic, and hold what was spoken."""

import io
import os
import resource
import signal
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from timbre.audio import SYNTHETIC_TAG, AudioError
from timbre_app.output import export
from timbre_app.output.export import FORMATS, FileKind, MarkedWriter, SoundFileWriter, WavStream
from timbre_app.output.watermarking import UNMARKED_TAG, PcmMarker

SAMPLE_RATE = 22_050


def tone(seconds: float = 1.0) -> np.ndarray:
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (12_000 * np.sin(2 * np.pi * 440 * time)).astype(np.int16)


def marked(pcm: np.ndarray) -> np.ndarray:
    marker = PcmMarker(SAMPLE_RATE)
    return np.concatenate([marker.mark(pcm), marker.finish()])


def write(path: Path, pcm: np.ndarray, kind: FileKind | None = None) -> None:
    with SoundFileWriter(path, SAMPLE_RATE, title="Hello", kind=kind) as file:
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
        assert (file.samplerate, file.channels) == (48_000 if suffix == ".opus" else SAMPLE_RATE, 1)
        assert file.comment == SYNTHETIC_TAG
        assert file.title == "Hello"
        samples = file.read(dtype="int16")
    if suffix == ".opus":
        samples = soxr.resample(samples, 48_000, SAMPLE_RATE)
    if suffix.lower() in {".wav", ".flac"}:
        np.testing.assert_array_equal(samples, marked(tone()))
    else:
        assert abs(len(samples) - len(tone())) < 3_000
        middle = slice(5_000, 15_000)
        assert np.corrcoef(samples[middle].astype(float), tone()[middle].astype(float))[0, 1] > 0.9
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


TITLES = ["Zoë sagt: 你好", "Zoë sagt ein langes Wort, das mehr als dreißig Zeichen braucht 🙂", "Plain"]


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_read_as_it_was_written(tmp_path: Path, suffix: str, title: str):
    path = tmp_path / f"speech{suffix}"
    with SoundFileWriter(path, SAMPLE_RATE, title=title) as file:
        file.write(tone())
    with soundfile.SoundFile(path) as file:
        assert file.title == title
    if suffix == ".mp3":
        data = path.read_bytes()
        assert data[:4] == b"ID3\3"
        at = data.index(b"TIT2")
        length, encoding = int.from_bytes(data[at + 4 : at + 8]), data[at + 10]
        content = data[at + 11 : at + 10 + length]
        assert content.decode({0: "latin-1", 1: "utf-16"}[encoding]) == title
        assert data[-128:-125] != b"TAG"  # an older tag, whose title would be mojibake


@pytest.mark.parametrize("suffix", FORMATS)
def test_half_a_character_in_a_title_does_not_cost_the_file(tmp_path: Path, suffix: str):
    path = tmp_path / f"a{suffix}"
    with SoundFileWriter(path, SAMPLE_RATE, title="Half \ud83d") as file:
        file.write(np.zeros(500, np.int16))
    with soundfile.SoundFile(path) as file:
        assert file.title == "Half ?"


@pytest.mark.parametrize(
    ("suffix", "kind", "subtype", "rate"),
    [
        (".wav", FileKind("24"), "PCM_24", 22_050),
        (".wav", FileKind("float", 48_000), "FLOAT", 48_000),
        (".wav", FileKind("16", 16_000), "PCM_16", 16_000),
        (".flac", FileKind("24", 44_100), "PCM_24", 44_100),
        (".ogg", FileKind("opus"), "OPUS", 48_000),
        (".ogg", FileKind("opus", 24_000), "OPUS", 48_000),  # readers of Opus always get 48 kHz
        (".mp3", FileKind("", 44_100), "MPEG_LAYER_III", 44_100),
    ],
)
def test_encoding_and_rate_are_as_chosen(tmp_path: Path, suffix, kind, subtype, rate):
    path = tmp_path / f"speech{suffix}"
    with SoundFileWriter(path, SAMPLE_RATE, kind=kind) as file:
        for start in range(0, SAMPLE_RATE, 3_000):
            file.write(tone()[start : start + 3_000])
    with soundfile.SoundFile(path) as file:
        assert file.subtype == subtype
        assert file.samplerate in (rate, kind.sample_rate)
        assert file.comment == SYNTHETIC_TAG
        assert file.frames / file.samplerate == pytest.approx(1.0, abs=0.08)
        samples = file.read(dtype="float32")
        again = soxr.resample(samples, file.samplerate, SAMPLE_RATE)[5_000:15_000]
    assert np.corrcoef(again, tone()[5_000:15_000].astype(float))[0, 1] > 0.9


def test_24_bits_and_floats_keep_every_sample(tmp_path: Path):
    for name in ("24", "float"):
        for watermark, expected in (True, marked(tone())), (False, tone()):
            kind = FileKind(name, watermark=watermark)
            with SoundFileWriter(tmp_path / f"{name}.wav", SAMPLE_RATE, kind=kind) as file:
                file.write(tone())
            samples, _ = soundfile.read(tmp_path / f"{name}.wav", dtype="float64")
            np.testing.assert_array_equal(samples * 32_768, expected)


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("a.mp3", FileKind("24"), "A .mp3 file cannot hold 24"),
        ("a.wav", FileKind("opus"), "A .wav file cannot hold opus"),
        ("a.opus", FileKind("", 44_100), "choose 8000, 12000, 16000, 24000 or 48000"),
        ("a.mp3", FileKind("", 96_000), "cannot have 96000 Hz"),
        ("a.wav", FileKind("", 1), "out of range"),
        ("a.wav", FileKind("8"), "no encoding '8'"),
    ],
)
def test_what_no_file_can_hold_is_refused_in_one_sentence(tmp_path: Path, name, kind, said):
    with pytest.raises(AudioError, match=said):
        SoundFileWriter(tmp_path / name, SAMPLE_RATE, kind=kind)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_suffix_is_refused_before_anything_is_made(tmp_path: Path):
    with pytest.raises(AudioError, match=r"\.wav, \.flac, \.ogg, \.opus or \.mp3"):
        SoundFileWriter(tmp_path / "speech.txt", SAMPLE_RATE)


def test_an_error_on_the_way_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "speech.wav"
    write(path, tone(0.1))
    before = path.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write_and_interrupt(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_export_left_goes_with_the_next(tmp_path: Path):
    left = tmp_path / ".a.wav-0123456789abcdef.part"
    left.touch()
    os.utime(left, (0, 0))
    with SoundFileWriter(tmp_path / "a.wav", SAMPLE_RATE) as file:
        file.write(np.zeros(500, np.int16))
    assert list(tmp_path.iterdir()) == [tmp_path / "a.wav"]


def test_ctrl_c_inside_a_callback_of_libsndfile_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    whole = export._HonestFile.write

    def interrupted(file: export._HonestFile, data: bytes) -> int:
        signal.raise_signal(signal.SIGINT)
        return whole(file, data)

    monkeypatch.setattr(export._HonestFile, "write", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path / "speech.wav", tone())
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_without_the_watermark_says_so(tmp_path: Path, suffix: str):
    path = tmp_path / f"speech{suffix}"
    write(path, tone(), FileKind(watermark=False))
    with soundfile.SoundFile(path) as file:
        assert file.comment == UNMARKED_TAG == f"{SYNTHETIC_TAG}, without watermark"
        samples = file.read(dtype="int16")
    if suffix in {".wav", ".flac"}:
        np.testing.assert_array_equal(samples, tone())


def test_a_marked_stream_has_what_a_file_has():
    out = io.BytesIO()
    with MarkedWriter(WavStream(out, SAMPLE_RATE), SAMPLE_RATE) as stream:
        for start in range(0, len(tone()), 700):
            stream.write(tone()[start : start + 700])
    data = out.getvalue()
    samples = np.frombuffer(data[data.index(b"data") + 8 :], "<i2")
    np.testing.assert_array_equal(samples, marked(tone()))
    assert len(samples) == len(tone())


def test_loud_speech_is_limited_and_does_not_wrap_around():
    loud = np.sign(tone()).astype(np.int16) * 32_767
    assert np.abs(marked(loud).astype(int) - loud).max() < 30_000
