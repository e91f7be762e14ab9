"""What a person gets wrong: one clear sentence each, a non-zero exit, and nothing left behind. No server needed."""

import os
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import write_take, write_takes
from tests.helpers.voices import make_voice
from timbre_app.cli import main
from timbre_app.voices.library import VoiceLibrary


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, and a server that is not there: whoever asks it fails otherwise than expected."""
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TIMBRE_SERVER_URL", "127.0.0.1:1")
    return tmp_path / "home"


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]):
    """Run a command that must fail; gives its sentence."""

    def run(*arguments: str | Path) -> str:
        assert main([str(argument) for argument in arguments]) == 1
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1, lines
        return lines[0].removeprefix("timbre: ")

    return run


def test_an_empty_folder(refused, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    assert "empty holds no takes" in refused("clone", tmp_path / "empty", "--name", "Ada")


def test_a_folder_that_is_not_there(refused, tmp_path: Path):
    said = refused("clone", tmp_path / "none", "--name", "Ada")
    assert "There is no folder" in said
    assert "name the one with your takes, metadata.csv and wavs/, or recordings with .txt files." in said


def test_a_metadata_line_without_its_wav(refused, tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    (folder / "wavs" / "02.wav").unlink()
    assert (
        refused("clone", folder, "--name", "Ada")
        == "wavs/02.wav is missing, which line 3 of metadata.csv names."
    )


def test_a_recording_without_its_text(refused, tmp_path: Path):
    folder = tmp_path / "takes"
    folder.mkdir()
    write_take(folder / "a.wav", speech_like(2.0))
    assert "a.wav has no a.txt beside it" in refused("clone", folder, "--name", "Ada")


def test_a_wav_that_is_not_one(refused, tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    (folder / "wavs" / "02.wav").write_bytes(os.urandom(4_000))
    assert refused("clone", folder, "--name", "Ada").startswith("02.wav is not a sound file")


def test_three_seconds_of_takes(refused, tmp_path: Path):
    folder = write_takes(tmp_path / "takes", count=2, seconds=1.5)
    assert refused("clone", folder, "--name", "Ada").startswith(
        "The takes hold 3 s of speech in 2 recordings"
    )


def test_silence(refused, tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    for path in (folder / "wavs").iterdir():
        write_take(path, np.zeros(60_000, np.float32))
    assert "Nothing was heard" in refused("clone", folder, "--name", "Ada")


@pytest.mark.parametrize("name", ["a/b", "../../etc/passwd", "a\\b", " "])
def test_a_name_with_slashes(refused, tmp_path: Path, name: str):
    refused("clone", write_takes(tmp_path / "takes"), "--name", name)
    refused("voices", "show", name)


def test_a_name_that_is_taken(refused, tmp_path: Path):
    VoiceLibrary().add(make_voice("Ada"))
    takes = write_takes(tmp_path / "takes")
    assert "already a voice named 'ada'" in refused("clone", takes, "--name", "ada")


def test_an_unknown_voice(refused, tmp_path: Path):
    assert "There is no voice named 'Bob'" in refused(
        "say", "--voice", "Bob", "Hello.", "-o", tmp_path / "a.wav"
    )
    assert list(tmp_path.glob("*.wav")) == []


def test_no_text_two_texts_and_an_empty_one(refused, tmp_path: Path):
    VoiceLibrary().add(make_voice("Ada"))
    out = ("-o", tmp_path / "a.wav")
    assert "one of the two" in refused("say", "--voice", "Ada", *out)
    (tmp_path / "t.txt").write_text("Hello.")
    assert "one of the two" in refused(
        "say", "--voice", "Ada", "Hello.", "--text-file", tmp_path / "t.txt", *out
    )


def test_a_text_file_that_is_missing_or_no_text(refused, tmp_path: Path):
    VoiceLibrary().add(make_voice("Ada"))
    out = ("-o", tmp_path / "a.wav")
    missing = tmp_path / "none.txt"
    assert (
        refused("say", "--voice", "Ada", "--text-file", missing, *out)
        == f"There is no {missing}, or no folder for it: choose another place."
    )
    (tmp_path / "t.txt").write_bytes(b"\xff\xfe\x00H")
    assert "not UTF-8" in refused("say", "--voice", "Ada", "--text-file", tmp_path / "t.txt", *out)


def test_a_suffix_that_is_no_format(refused, tmp_path: Path):
    VoiceLibrary().add(make_voice("Ada"))
    assert "ends in .wav" in refused("say", "--voice", "Ada", "Hello.", "-o", tmp_path / "a.doc")


@pytest.mark.parametrize("option", ["--pace=9", "--pace=nan", "--pitch=40", "--energy=-99"])
def test_controls_out_of_range(refused, tmp_path: Path, option: str):
    VoiceLibrary().add(make_voice("Ada"))
    assert "out of range" in refused("say", "--voice", "Ada", "Hello.", option, "-o", tmp_path / "a.wav")


def test_a_server_that_is_not_there(refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from timbre_app.client import timbre_client as client

    monkeypatch.setattr(client.TimbreClient.wait_ready, "__defaults__", (0.2,))
    VoiceLibrary().add(make_voice("Ada"))
    assert "127.0.0.1:1" in refused("say", "--voice", "Ada", "Hello.", "-o", tmp_path / "a.wav")
    assert list(tmp_path.glob("*.wav")) == []


def test_a_take_to_check_that_is_not_there_or_silent(
    refused, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert "none.wav" in refused("check", tmp_path / "none.wav")
    write_take(tmp_path / "silent.wav", np.zeros(60_000, np.float32))
    assert "Nothing was heard" in refused("check", tmp_path / "silent.wav")
    (tmp_path / "text.wav").write_text("no sound")
    assert "not a sound file" in refused("check", tmp_path / "text.wav")


@pytest.mark.parametrize("rate", [8_000, 22_050, 48_000])
def test_a_take_to_check_that_is_good(tmp_path: Path, rate: int, capsys: pytest.CaptureFixture[str]):
    write_take(tmp_path / "good.wav", speech_like(3.0, sample_rate=rate), rate, channels=2)
    assert main(["check", str(tmp_path / "good.wav")]) == 0
    assert "dBFS" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Hello.", "-o", "a.mp3", "--subtype", "24"], "A .mp3 file cannot hold 24"),
        (["Hello.", "-o", "a.opus", "--rate", "44100"], ".opus cannot have 44100 Hz"),
        (["Hello.", "--subtitles", "srt"], "need a file"),
        (["Hello.", "--by-sentence", "--play", "-o", "a.wav"], "choose one of the two"),
        (["--batch", "none.txt", "-o", "out"], "none.txt"),
        (["--batch", "none.txt"], "needs a folder"),
        (["--batch", "none.txt", "Hello."], "brings its own texts"),
    ],
)
def test_files_that_cannot_be_made_are_refused_before_anything_is_spoken(refused, arguments, said):
    assert said in refused("say", "--voice", "base:nobody", *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("say --text-file talk.srt -o talk.wav --subtitles srt", "talk.srt would take the place of talk.srt"),
        ("say --text-file talk.srt -o talk.wav --subtitles srt --job", "talk.srt would take the place of"),
        ("say --ssml a.ssml -o a.wav --marks ./a.ssml", "a.ssml would take the place of a.ssml"),
        ("say --ssml a.ssml -o a.wav --marks a.wav", "a.wav would take the place of a.wav"),
        ("say --ssml a.ssml -o a.wav --marks .", "The file . cannot be used: Is a directory."),
        ("say --ssml a.ssml -o a.wav --marks no/a.json", "There is no folder no: make it"),
        (
            "say --text-file talk.srt -o folder.wav --subtitles vtt",
            "folder.vtt cannot be used: Is a directory.",
        ),
        ("dialogue talk.txt --cast Ann=Ada -o a.wav --marks talk.txt", "talk.txt would take the place of"),
    ],
)
def test_files_in_each_others_place_are_refused_before_anything_is_spoken(
    refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, said: str
):
    monkeypatch.chdir(tmp_path)
    VoiceLibrary().add(make_voice())
    (tmp_path / "folder.vtt").mkdir()
    contents = {"talk.srt": "Hello.", "talk.txt": "Ann: Hi.\n", "a.ssml": "<speak>Hello.</speak>"}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    voice = ["--voice", "Ada"] if arguments.startswith("say") else []
    assert said in refused(*arguments.split(), *voice)
    assert {path.name: path.read_text() for path in tmp_path.iterdir() if path.is_file()} == contents


def test_a_table_without_texts(refused, tmp_path: Path):
    (tmp_path / "a.csv").write_text("name,age\nAda,36\n")
    said = refused("say", "--voice", "Ada", "--batch", tmp_path / "a.csv", "-o", tmp_path / "out")
    assert said == "a.csv has no column named “text”: name it in the first line."


def test_a_text_that_is_no_utf8(refused, home: Path, tmp_path: Path):
    VoiceLibrary(home / "voices").add(make_voice("Ada"))
    said = refused("say", "--voice", "Ada", "H\udce9llo", "-o", tmp_path / "a.wav")
    assert said == "The text is not UTF-8: set the terminal to UTF-8, or put the text into a file."
    assert not (tmp_path / "a.wav").exists()
