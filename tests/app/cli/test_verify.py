"""`timbre verify`: one sentence, and an exit status that says the same."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.speech_like import speech_like
from timbre_app.cli import main
from timbre_app.output.export import FORMATS, FileKind, SoundFileWriter
from timbre_app.output.watermarking import UNMARKED_TAG
from timbre_bench.damage import SAMPLE_RATE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))


def export(path: Path, seconds: float = 8.0, kind: FileKind | None = None) -> Path:
    pcm = (speech_like(seconds, noise_db=-55) * 32_767).astype(np.int16)
    with SoundFileWriter(path, SAMPLE_RATE, "Hello", kind) as file:
        for start in range(0, len(pcm), 3_000):
            file.write(pcm[start : start + 3_000])
    return path


@pytest.mark.parametrize("suffix", FORMATS)
def test_each_format_is_marked(tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]):
    file = export(tmp_path / f"a{suffix}")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} is marked: it is speech made with Timbre.\n"


@pytest.mark.parametrize("rate", [16_000, 48_000])
def test_other_rates_are_marked(tmp_path: Path, rate: int):
    assert main(["verify", str(export(tmp_path / "a.wav", kind=FileKind("float", rate)))]) == 0


def test_speech_without_the_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = export(tmp_path / "a.flac", kind=FileKind(watermark=False))
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out == f"{file}: no mark found; its metadata say: {UNMARKED_TAG}.\n"
    soundfile.write(tmp_path / "b.wav", speech_like(8.0), SAMPLE_RATE)
    assert main(["verify", str(tmp_path / "b.wav")]) == 1
    assert capsys.readouterr().out == f"{tmp_path / 'b.wav'}: no mark found.\n"


def test_too_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    soundfile.write(tmp_path / "b.wav", speech_like(2.0, tail_s=0.6), SAMPLE_RATE)
    assert main(["verify", str(tmp_path / "b.wav")]) == 2
    assert (
        capsys.readouterr().out == f"{tmp_path / 'b.wav'} is too short to tell: 3.0 s, and 5 s are needed.\n"
    )


def test_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "--json", str(export(tmp_path / "a.mp3"))]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["verdict"] == "marked"
    assert figures["score"] > figures["threshold"]
    assert 0 < figures["false_alarm_probability"] < 1e-6
    assert figures["duration_s"] == pytest.approx(8.8, abs=0.2)
    assert figures["tag"] == "synthetic speech made with Timbre"


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.wav", b"no sound", "a.wav cannot be read as sound: convert it to WAV, FLAC, MP3, Ogg or M4A."),
        ("a.m3u8", b"#EXTM3U\n/etc/passwd\n", "a.m3u8 cannot be read as sound: convert it to"),
        ("none.wav", None, "or no folder for it: choose another place."),
    ],
)
def test_what_cannot_be_read(
    tmp_path: Path, name: str, content: bytes | None, complaint: str, capsys: pytest.CaptureFixture[str]
):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert main(["verify", str(tmp_path / name)]) == 2
    output = capsys.readouterr()
    assert complaint in output.err
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_stereo_and_damaged_samples(tmp_path: Path):
    samples, rate = soundfile.read(export(tmp_path / "a.wav"))
    samples[1_000] = np.nan
    soundfile.write(tmp_path / "b.wav", np.stack([samples, 0.5 * samples], 1), rate, "FLOAT")
    assert main(["verify", str(tmp_path / "b.wav")]) == 0


@pytest.mark.parametrize("suffix", ["mp3", "m4a", "wav"])
def test_an_empty_file_is_one_sentence(tmp_path: Path, suffix: str, capfd: pytest.CaptureFixture[str]):
    (tmp_path / f"a.{suffix}").touch()
    assert main(["verify", str(tmp_path / f"a.{suffix}")]) == 2
    assert capfd.readouterr().err == (
        f"timbre: a.{suffix} cannot be read as sound: convert it to WAV, FLAC, MP3, Ogg or M4A.\n"
    )
