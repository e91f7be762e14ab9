"""The command with the real server: clone, say, check, cancel, resume, a full disk."""

import io
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.command import COMMAND, complaint, run_timbre
from tests.helpers.machine import obey_permissions, small_disk
from tests.helpers.speech_server import SpeechServer, is_alive, wait_until
from tests.helpers.written import largest
from timbre import paths
from timbre.audio import SYNTHETIC_TAG
from timbre_app.output.watermarking import UNMARKED_TAG
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

EXAMPLE_TAKES = paths.assets_dir() / "takes"
SENTENCE = "Hello there, this is a sentence."


@pytest.fixture
def takes(tmp_path: Path) -> Path:
    """Six of the bundled example takes, enough for the tiny base model."""
    folder = tmp_path / "takes"
    (folder / "wavs").mkdir(parents=True)
    lines = (EXAMPLE_TAKES / "metadata.csv").read_text(encoding="utf-8").splitlines()[:6]
    for line in lines:
        name = f"wavs/{line.partition('|')[0]}.flac"
        (folder / name).write_bytes((EXAMPLE_TAKES / name).read_bytes())
    (folder / "metadata.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def voice(speech_server: SpeechServer) -> str:
    """A voice in the library of the server's home."""
    name = "Tester"
    if not VoiceLibrary().has(name):
        made = speech_server.voice()
        VoiceLibrary().add(type(made)(**{**vars(made), "name": name, "id": "tester"}))
    return name


def test_say_writes_each_format(voice: str, tmp_path: Path):
    for suffix in ("wav", "flac", "ogg", "mp3"):
        out = tmp_path / f"hello.{suffix}"
        done = run_timbre("say", "--voice", voice, SENTENCE, "-o", out, "--json")
        assert done.returncode == 0, done.stderr
        figures = json.loads(done.stdout)
        with soundfile.SoundFile(out) as file:
            assert file.samplerate == 22_050
            assert file.comment == SYNTHETIC_TAG
            assert file.frames / file.samplerate == pytest.approx(figures["duration_s"], abs=0.15)
    assert len(list(tmp_path.iterdir())) == 4


def test_say_writes_the_encoding_the_rate_and_the_subtitles_that_were_asked_for(voice: str, tmp_path: Path):
    out = tmp_path / "hello.wav"
    text = "Hello there. And good bye."
    done = run_timbre(
        "say", "--voice", voice, text, "-o", out, "--rate", "48000", "--subtype", "24",
        "--subtitles", "srt", "--subtitles", "vtt", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with soundfile.SoundFile(out) as file:
        assert (file.samplerate, file.subtype, file.comment) == (48_000, "PCM_24", SYNTHETIC_TAG)
        duration_s = file.frames / file.samplerate
    assert duration_s == pytest.approx(json.loads(done.stdout)["duration_s"], abs=0.01)
    cues = (tmp_path / "hello.srt").read_text().strip().split("\n\n")
    assert [cue.split("\n")[2] for cue in cues] == ["Hello there.", "And good bye."]
    assert (tmp_path / "hello.vtt").read_text().startswith("WEBVTT")


def test_say_by_sentence_and_batch(voice: str, tmp_path: Path):
    done = run_timbre(
        "say", "--voice", voice, "Hello there. And good bye.", "-o", tmp_path / "a.flac", "--by-sentence"
    )
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-001.flac", "a-002.flac"]
    (tmp_path / "texts.csv").write_text("text,file,pace\nHello there.,greeting,\nSlowly.,slow,0.5\n😀,no,\n")
    done = run_timbre(
        "say", "--voice", voice, "--batch", tmp_path / "texts.csv", "-o", tmp_path / "out", "--format", "ogg"
    )
    assert done.returncode == 1
    said = done.stderr.decode().strip()
    assert said.startswith("timbre: line 4 of ")
    assert "othing to speak" in said
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["greeting.ogg", "slow.ogg"]


def test_the_dictionary_changes_what_say_says(voice: str, tmp_path: Path, speech_server: SpeechServer):
    (tmp_path / "words.tsv").write_text("timbre\ttæmbɚɚɚɚɚɚɚɚ\n")
    lengths = []
    for options in ([], ["--lexicon", tmp_path / "words.tsv"]):
        done = run_timbre("say", "--voice", voice, "Timbre", "-o", tmp_path / "a.wav", "--json", *options)
        lengths.append(json.loads(done.stdout)["duration_s"])
    assert lengths[1] > lengths[0]


def test_say_to_standard_output_equals_the_file(voice: str, tmp_path: Path):
    piped = run_timbre("say", "--voice", voice, SENTENCE, "-o", "-")
    assert piped.returncode == 0, piped.stderr
    run_timbre("say", "--voice", voice, "--text-file", "-", "-o", tmp_path / "a.wav", stdin=SENTENCE.encode())
    samples, _ = soundfile.read(io.BytesIO(piped.stdout), dtype="int16")
    expected, _ = soundfile.read(tmp_path / "a.wav", dtype="int16")
    np.testing.assert_array_equal(samples, expected)


def test_speech_carries_the_watermark_unless_it_is_turned_off(voice: str, tmp_path: Path):
    text = (SENTENCE + " ") * 8
    for name in ("a.wav", "a.mp3", "a.opus"):
        assert run_timbre("say", "--voice", voice, text, "-o", tmp_path / name).returncode == 0
        done = run_timbre("verify", tmp_path / name)
        assert (done.returncode, done.stdout.decode().strip()[-41:]) == (
            0,
            "is marked: it is speech made with Timbre.",
        )
    piped = run_timbre("say", "--voice", voice, text, "-o", "-", "--no-watermark")
    (tmp_path / "piped.wav").write_bytes(piped.stdout)
    run_timbre("say", "--voice", voice, text, "-o", tmp_path / "b.wav", "--no-watermark")
    for name in ("piped.wav", "b.wav"):
        done = run_timbre("verify", tmp_path / name)
        assert done.returncode == 1, done.stdout
        assert UNMARKED_TAG.encode() in (tmp_path / name).read_bytes()
    assert "its metadata say: synthetic speech made with Timbre, without watermark." in done.stdout.decode()


def test_pace_changes_the_length(voice: str, tmp_path: Path):
    lengths = []
    for pace in ("0.7", "1.4"):
        done = run_timbre(
            "say", "--voice", voice, SENTENCE, "--pace", pace, "-o", tmp_path / "a.wav", "--json"
        )
        lengths.append(json.loads(done.stdout)["duration_s"])
    assert lengths[0] > 1.3 * lengths[1]


def test_a_speaker_of_the_base_model_speaks(speech_server: SpeechServer, tmp_path: Path):
    done = run_timbre("say", "--voice", "base:tiny:1", SENTENCE, "-o", tmp_path / "a.wav")
    assert done.returncode == 0, done.stderr


def test_fifty_thousand_characters_are_streamed(voice: str, tmp_path: Path):
    text = (SENTENCE + " ") * (50_000 // len(SENTENCE + " ") + 1)
    (tmp_path / "long.txt").write_text(text)
    out = tmp_path / "long.wav"
    arguments = ["--voice", voice, "--text-file", tmp_path / "long.txt", "--pace", "2", "-o", out, "--json"]
    done = run_timbre("say", *arguments, timeout_s=900)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["duration_s"] > 600
    assert figures["first_audio_ms"] < 100 * figures["synthesis_s"]  # streamed: a tenth of the whole at most
    assert soundfile.info(out).frames / 22_050 == pytest.approx(figures["duration_s"], abs=0.01)


@pytest.mark.parametrize("text", ["😀🎉", "   ", "…"])
def test_a_text_with_nothing_to_speak(voice: str, tmp_path: Path, text: str):
    done = run_timbre("say", "--voice", voice, text, "-o", tmp_path / "a.wav")
    assert "othing to speak" in complaint(done)
    assert list(tmp_path.iterdir()) == []


def test_speech_on_a_full_disk(voice: str, tmp_path: Path):
    with small_disk(tmp_path / "disk", kilobytes=64) as disk:
        said = complaint(run_timbre("say", "--voice", voice, SENTENCE * 4, "-o", disk / "a.wav"))
        assert said == "The disk is full: free some space and try again."
        assert list(disk.iterdir()) == []


def test_speech_to_a_folder_that_may_not_be_written(voice: str, tmp_path: Path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    done = run_timbre("say", "--voice", voice, SENTENCE, "-o", folder / "a.wav", before=obey_permissions)
    assert complaint(done) == f"This account may not use {folder / 'a.wav'}: choose another place."


def test_a_killed_client_leaves_a_server_that_speaks(voice: str, speech_server: SpeechServer, tmp_path: Path):
    out = tmp_path / "long.wav"
    talker = subprocess.Popen([*COMMAND, "say", "--voice", voice, SENTENCE * 400, "-o", str(out)])
    assert wait_until(lambda: largest(tmp_path) > 100_000)
    talker.kill()
    talker.wait()
    assert not out.exists()
    done = run_timbre("say", "--voice", voice, SENTENCE, "-o", tmp_path / "next.wav")
    assert done.returncode == 0, done.stderr


def test_interrupting_speech_leaves_no_file(voice: str, tmp_path: Path):
    command = [*COMMAND, "say", "--voice", voice, SENTENCE * 400, "-o", str(tmp_path / "long.wav")]
    talker = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert wait_until(lambda: largest(tmp_path) > 100_000)
    talker.send_signal(signal.SIGINT)
    _, said = talker.communicate(timeout=600)
    assert (talker.returncode, said) == (130, b"timbre: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_clone_in_json_then_say(speech_server: SpeechServer, takes: Path, tmp_path: Path):
    done = run_timbre(
        "clone", takes, "--name", "Json", "--i-have-permission", "--max-steps", "2", "--json", "--replace"
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    stages = list(dict.fromkeys(line["stage"] for line in lines))
    assert stages[0] == "takes"
    assert stages[-1] == "voice"
    assert {"adapt", "report"} <= set(stages)
    assert lines[-1]["name"] == "Json"
    assert "similarity" in lines[-1]["report"]
    assert Path(lines[-1]["file"]).stat().st_size <= 100_000
    assert run_timbre("say", "--voice", "json", SENTENCE, "-o", tmp_path / "a.wav").returncode == 0


def test_ctrl_c_in_a_clone_then_resume(speech_server: SpeechServer, takes: Path):
    arguments = ["clone", str(takes), "--name", "Resumed", "--i-have-permission", "--json", "--max-steps"]
    command = [*COMMAND, *arguments, "100000"]  # it is not done before it is interrupted
    cloning = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert cloning.stdout is not None
    step = 0
    while step < 12:
        progress = json.loads(cloning.stdout.readline())
        step = progress["step"] if progress["stage"] == "adapt" else 0
    cloning.send_signal(signal.SIGINT)
    _, said = cloning.communicate(timeout=600)
    assert cloning.returncode == 130
    assert said.decode().startswith("timbre: cancelled; to go on: timbre clone ")
    assert "--resume" in said.decode()
    assert not VoiceLibrary().has("Resumed")
    assert all((takes / "wavs" / path.name).is_file() for path in (takes / "wavs").iterdir())
    done = run_timbre(*arguments, "40", "--resume", timeout_s=300)
    assert done.returncode == 0, done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(line["step"] > 0 for line in steps if line["stage"] == "adapt")
    assert VoiceLibrary().find("Resumed").provenance["steps"] >= 10


def test_a_recording_that_says_something_else_is_no_consent(speech_server: SpeechServer, takes: Path):
    recording = EXAMPLE_TAKES / "wavs" / "02.flac"
    done = run_timbre("clone", takes, "--name", "Refused", "--consent", recording, "--json")
    assert complaint(done).startswith("02.flac cannot be used as consent, because ")
    assert not VoiceLibrary().has("Refused")


def test_check_says_which_words_were_not_read(speech_server: SpeechServer):
    take = EXAMPLE_TAKES / "wavs" / "01.flac"
    prompt = "The referee ignored us both and blew his whistle twice."
    done = run_timbre("check", take, "--prompt", prompt, "--json")
    assert done.returncode == 0, done.stderr + done.stdout
    done = run_timbre("check", take, "--prompt", prompt.replace("twice", "purple seven times"), "--json")
    missed = json.loads(done.stdout)["missed_words"]
    assert "purple" in missed
    assert "referee" not in missed


def test_a_wrong_sentence_fails_the_check(speech_server: SpeechServer):
    done = run_timbre(
        "check", EXAMPLE_TAKES / "wavs" / "01.flac", "--prompt", "A dozen eggs cost more in winter now."
    )
    assert "does not sound like the sentence" in complaint(done)


def test_the_server_in_the_foreground(tiny_base: Path, tmp_path: Path):
    environment = {
        "TIMBRE_HOME": str(tmp_path / "home"),
        "TIMBRE_BASE": str(tiny_base),
        "TIMBRE_ENGINE": "onnx",
    }
    serving = subprocess.Popen([*COMMAND, "serve"], stdout=subprocess.PIPE, env={**os.environ, **environment})
    assert serving.stdout is not None
    assert b"The server started in" in serving.stdout.readline()
    done = run_timbre("serve", "--status", "--json", **environment)
    status = json.loads(done.stdout)
    assert done.returncode == 0
    assert status["clients"] == 1
    serving.send_signal(signal.SIGTERM)
    assert serving.wait(180) == 0
    serving.stdout.close()
    assert wait_until(lambda: not is_alive(status["server_pid"]))
    assert run_timbre("serve", "--status", **environment).returncode == 1


def test_the_demo(tiny_base: Path, takes: Path, tmp_path: Path):
    environment = {"TIMBRE_HOME": str(tmp_path / "home"), "TIMBRE_BASE": str(tiny_base)}
    environment |= {"TIMBRE_ENGINE": "onnx", "TIMBRE_SERVER_GRACE_S": "0"}
    began = time.monotonic()
    out = tmp_path / "new" / "demo.wav"
    done = run_timbre(
        "demo",
        "--takes",
        takes,
        "--i-have-permission",
        "--max-steps",
        "2",
        "-o",
        out,
        "--json",
        **environment,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["clone_steps"] == 2
    assert 0 < figures["server_start_s"] < time.monotonic() - began
    assert 0 < figures["first_audio_ms"] < 1000 * figures["clone_s"]
    assert soundfile.info(out).duration == pytest.approx(figures["audio_s"], abs=0.01)
    assert wait_until(lambda: run_timbre("serve", "--status", **environment).returncode == 1)
