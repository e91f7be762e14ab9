"""`timbre dialogue` as a person runs it, with the real server; the example of docs/dialogue.md."""

import dataclasses
import io
import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.audio_device import VirtualSound, missing_programs, virtual_sound
from tests.helpers.command import COMMAND, complaint, run_timbre
from tests.helpers.speech_server import LONG_TEXT, SpeechServer, wait_until
from tests.helpers.written import present
from timbre.audio import SYNTHETIC_TAG, active_level_db
from timbre_app.dialogue.loudness import speech_ends
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

VOICE = "Tester"
PAGE = Path("docs/dialogue.md").read_text(encoding="utf-8")
CAST = f"Ann={VOICE},Ben=base:tiny:1"
NEAR_S = 0.02


@pytest.fixture
def voices(speech_server: SpeechServer) -> SpeechServer:
    """The server, with a voice in its library."""
    voice = dataclasses.replace(speech_server.voice(), name=VOICE, id="tester")
    VoiceLibrary().add(voice, replace=True)
    return speech_server


def write(folder: Path, text: str, name: str = "talk.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def speech_of(path: Path) -> tuple[float, float]:
    """First and last second of the speech in a file."""
    samples, rate = soundfile.read(path, dtype="float32")
    first, last = speech_ends(samples)
    assert last > first
    return first / rate, last / rate


def test_the_example_of_the_docs(voices: SpeechServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (script,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (command,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    write(tmp_path, script)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", "")
    done = run_timbre(*shlex.split(command.replace("\\\n", ""))[1:])
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().startswith("talk.wav: ")
    assert done.stdout.decode().endswith("lines by 3 speakers.\n")
    mix, rate = soundfile.read("talk.wav", dtype="int16")
    stems = [soundfile.read(f"stems/{name}.wav", dtype="int16")[0] for name in ("Ann", "Ben", "Clara")]
    assert [len(stem) for stem in stems] == [len(mix)] * 3
    assert rate == 22_050
    assert np.abs(mix).max() < 32_000
    with soundfile.SoundFile("talk.wav") as file:
        assert file.comment == SYNTHETIC_TAG
    subtitles = Path("talk.vtt").read_text(encoding="utf-8")
    assert "<v Clara>One day!" in subtitles
    assert "with a play of ours." in subtitles.replace("\n", " ")
    assert "very slowly" in subtitles.replace("\n", " ")
    (mark,) = json.loads(Path("talk.json").read_text())["marks"]
    assert mark["name"] == "end"
    assert 0 < mark["time_s"] < len(mix) / rate


@pytest.mark.parametrize("pause", [0.0, 0.35, 1.2, -0.3])
def test_the_gap_that_is_heard_is_the_pause_of_the_script(voices: SpeechServer, tmp_path: Path, pause: float):
    text = f"Ann: Hello there, this is a sentence.\nBen (pause {pause}): And this is another one.\n"
    out = tmp_path / "a.wav"
    done = run_timbre(
        "dialogue", write(tmp_path, text), "--cast", CAST, "-o", out, "--stems", tmp_path / "stems"
    )
    assert done.returncode == 0, done.stderr
    ann, ben = (speech_of(tmp_path / "stems" / f"{name}.wav") for name in ("Ann", "Ben"))
    assert ben[0] - ann[1] == pytest.approx(pause, abs=NEAR_S)


SSML_SCRIPT = """\
Ann: Hello there.
Ben (pause 0.5): <break time="1s"/>One <mark name="a"/>two.<break time="1500ms"/> <voice name="base:tiny:0">Three.</voice>
Ann (pause 0.2): <speak>Once <emphasis>more</emphasis>.<break time="700ms"/></speak>
Ben (pause 0): <prosody rate="50%">Tom &amp; Ann.</prosody> <mark name="b"/>
"""


def runs(path: Path, silence_s: float = 0.15) -> list[tuple[float, float]]:
    """Begin and end of what is heard in a file, in seconds, cut where it is silent."""
    samples, rate = soundfile.read(path, dtype="float32")
    size = round(0.005 * rate)
    loud = np.flatnonzero(np.abs(samples[: len(samples) // size * size]).reshape(-1, size).max(1) > 0.01)
    cuts = np.flatnonzero(np.diff(loud) * size > silence_s * rate) + 1
    return [(run[0] * size / rate, (run[-1] + 1) * size / rate) for run in np.split(loud, cuts)]


def test_ssml_in_lines_is_spoken_with_its_silences_voices_and_marks(voices: SpeechServer, tmp_path: Path):
    script, out = write(tmp_path, SSML_SCRIPT), tmp_path / "a.wav"
    options = ["--cast", CAST, "-o", out, "--stems", tmp_path / "stems", "--no-watermark"]
    options += ["--marks", tmp_path / "a.json", "--subtitles", "srt", "--lines", tmp_path / "lines", "--json"]
    done = run_timbre("dialogue", script, *options)
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "a.json") in json.loads(done.stdout)["files"]
    subtitles = " ".join((tmp_path / "a.srt").read_text().split())
    assert "Ben: One two." in subtitles
    assert "Three." in subtitles
    assert "Tom & Ann." in subtitles
    assert "<" not in subtitles

    ann, ben = (runs(tmp_path / "stems" / f"{name}.wav", 0.6) for name in ("Ann", "Ben"))
    hello, more = ann
    first, second, slow = ben
    gaps = [first[0] - hello[1], second[0] - first[1], more[0] - second[1], slow[0] - more[1]]
    assert gaps == pytest.approx([0.5 + 1, 1.5, 0.2, 0.7], abs=0.05)
    marks = {mark["name"]: mark["time_s"] for mark in json.loads((tmp_path / "a.json").read_text())["marks"]}
    assert first[0] < marks["a"] < first[1]
    assert marks["b"] == pytest.approx(slow[1], abs=0.1)

    # A voice of its own within a line is as loud as the speaker.
    samples, rate = soundfile.read(tmp_path / "stems" / "Ben.wav", dtype="float32")
    levels = [
        active_level_db(samples[round(begin * rate) : round(end * rate)], rate)
        for begin, end in (first, second)
    ]
    assert levels[0] == pytest.approx(levels[1], abs=4)

    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "lines").glob("*.json")}
    again = ["b.wav" if option == out else option for option in options]
    again[again.index(tmp_path / "a.json")] = tmp_path / "b.json"
    again[again.index("b.wav")] = tmp_path / "b.wav"
    done = run_timbre("dialogue", script, *again)
    assert done.returncode == 0, done.stderr
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "lines").glob("*.json")} == before
    assert (tmp_path / "b.json").read_text() == (tmp_path / "a.json").read_text()
    assert (tmp_path / "b.srt").read_text() == (tmp_path / "a.srt").read_text()


def test_a_table_and_a_screenplay_say_the_same(voices: SpeechServer, tmp_path: Path):
    scripts = (
        write(tmp_path, "Ann: Hello there.\nBen (pause 0.5, pace 1.2): Good bye.\n"),
        write(tmp_path, "speaker,text,pause,pace\nAnn,Hello there.,,\nBen,Good bye.,0.5,1.2\n", "t.csv"),
        write(
            tmp_path,
            "INT. HALL\n\nANN\nHello there.\n\nBEN\n(pause 0.5, pace 1.2)\nGood bye.\n",
            "t.fountain",
        ),
    )
    sounds = []
    for script in scripts:
        done = run_timbre("dialogue", script, "--cast", CAST, "-o", "-")
        assert done.returncode == 0, done.stderr
        sounds.append(soundfile.read(io.BytesIO(done.stdout), dtype="int16")[0])
    assert len(sounds[0]) > 22_050
    for sound in sounds[1:]:
        np.testing.assert_array_equal(sound, sounds[0])


def test_voices_of_a_dialogue_are_equally_loud(voices: SpeechServer, tmp_path: Path):
    text = "Ann: Hello there, this is a sentence.\nBen: Hello there, this is a sentence.\n"
    out = tmp_path / "a.wav"
    done = run_timbre("dialogue", write(tmp_path, text), "--cast", CAST, "-o", out, "--stems", tmp_path)
    assert done.returncode == 0, done.stderr
    levels = []
    for name in ("Ann", "Ben"):
        samples, _ = soundfile.read(tmp_path / f"{name}.wav", dtype="float32")
        first, last = speech_ends(samples)
        levels.append(10 * np.log10(np.square(samples[first:last]).mean()))
    assert levels[0] == pytest.approx(levels[1], abs=2.0)


def test_an_interrupted_dialogue_leaves_no_file_and_goes_on_from_its_lines(
    voices: SpeechServer, tmp_path: Path
):
    text = "".join(f"{name} (seed {at}): {LONG_TEXT}\n" for at in range(12) for name in ("Ann", "Ben"))
    kept, out = tmp_path / "lines", tmp_path / "out" / "a.wav"
    out.parent.mkdir()
    arguments = ["dialogue", str(write(tmp_path, text)), "--cast", CAST, "-o", str(out), "--lines", str(kept)]
    with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE) as process:
        assert wait_until(lambda: len(present(kept, "*.json")) >= 2, 180)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=600)
    assert process.returncode == 130, said
    assert list(out.parent.iterdir()) == []
    assert list(kept.glob("*.part.wav")) == []
    before = {path.name: path.stat().st_size for path in kept.glob("*.wav")}
    assert 2 <= len(before) < 24
    done = run_timbre(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["lines"], figures["speakers"]) == (24, ["Ann", "Ben"])
    again = run_timbre("dialogue", tmp_path / "talk.txt", "--cast", CAST, "-o", tmp_path / "b.wav")
    assert again.returncode == 0, again.stderr
    sounds = [soundfile.read(path, dtype="int16")[0] for path in (out, tmp_path / "b.wav")]
    np.testing.assert_array_equal(*sounds)
    assert {name: (kept / name).stat().st_size for name in before} == before


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("Hello.", [], "Line 1 has no speaker: begin it with a name and a colon, such as Ann: Hello."),
        ("Ann: Hi.\nEve: Hi.", [], "Line 2: 'Eve' has no voice: name one in the cast, such as Eve=VOICE."),
        (
            "Ann: Hi.\nBen: 🙂",
            [],
            "Line 2 cannot be spoken: There is nothing to speak in this text: it has no words or numbers.",
        ),
        ("Ann: <blink>Hi</blink>.", [], "Line 1: Timbre does not know the element <blink>"),
        ('Ann: Hi.\nAnn: <voice name="Eve">Hi.</voice>', [], "Line 2: There is no voice named 'Eve'"),
        ("Ann: Hi.", ["--cast", "Ann=Nobody"], "There is no voice named 'Nobody'; there are"),
        ("Ann: Hi.", ["--pause", "1e9"], "--pause 1e+09 is out of range: choose at most 600 s."),
        (
            "Ann: Hi.",
            ["-o", "a.xyz"],
            "Cannot write a.xyz: choose a name that ends in .wav, .flac, .ogg, .opus or .mp3.",
        ),
    ],
)
def test_bad_input_is_one_sentence(
    voices: SpeechServer, tmp_path: Path, text: str, options: list[str], sentence: str
):
    out = [] if "-o" in options else ["-o", tmp_path / "out.wav"]
    cast = ["--cast", CAST if "Ben" in text else f"Ann={VOICE}"] if text.startswith("Ann") else []
    done = run_timbre("dialogue", write(tmp_path, text), *cast, *out, *options)
    assert complaint(done).startswith(sentence)
    assert [path.name for path in tmp_path.iterdir()] == ["talk.txt"]


@pytest.mark.skipif(bool(missing_programs()), reason="needs PulseAudio")
def test_the_gap_at_the_loudspeaker(voices: SpeechServer, tmp_path: Path):
    """Played while it is made, the silence between two turns is what the script says.

    A busy machine may let the played sound break off, so the best of three tries counts.
    """
    text = "Ann: Hello there, this is a sentence.\nBen (pause 0.8): And this is another one.\n"
    with virtual_sound() as sound:
        tries = (played_and_saved(write(tmp_path, text), tmp_path, sound) for _ in range(3))
        assert any(turns(heard) == pytest.approx(turns(saved), abs=NEAR_S) for heard, saved in tries)
    saved, _ = soundfile.read(tmp_path / "a.wav", dtype="float32")
    assert turns(saved)[1] == pytest.approx(0.8, abs=NEAR_S)


def played_and_saved(script: Path, folder: Path, sound: VirtualSound) -> tuple[np.ndarray, np.ndarray]:
    """Play a dialogue; what the loudspeaker got of it and what its file has."""
    heard, out = folder / "heard.wav", folder / "a.wav"
    heard.unlink(missing_ok=True)
    listener = sound.capture_loudspeaker(heard, 22_050)
    assert wait_until(lambda: heard.exists() and heard.stat().st_size > 1_000)
    done = run_timbre(
        "dialogue", script, "--cast", CAST, "--play", "-o", out, **sound.environment,
        TIMBRE_HOME=os.environ["TIMBRE_HOME"],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    time.sleep(0.5)
    listener.terminate()
    listener.wait(timeout=600)
    samples = np.frombuffer(heard.read_bytes()[44:], "<i2").astype(np.float32) / 32_768
    return samples, soundfile.read(out, dtype="float32")[0]


def turns(samples: np.ndarray) -> list[float]:
    """Lengths of the first turn and of the silence behind it, in seconds."""
    first, last = speech_ends(samples)
    power = np.convolve(np.square(samples[first:last]), np.ones(110) / 110, "same")
    quiet = np.flatnonzero(power < 10 ** (-54 / 10))
    holes = np.split(quiet, np.flatnonzero(np.diff(quiet) > 1) + 1)
    longest = max(holes, key=len)
    return [longest[0] / 22_050, len(longest) / 22_050]
