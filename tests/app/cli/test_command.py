"""The command itself: light, one line for each error, exit codes."""

import json
import os
import shlex
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.command import COMMAND, complaint, run_timbre
from tests.helpers.takes import write_takes
from tests.helpers.voices import make_voice
from timbre.archive import read_takes_folder
from timbre.voice import VoiceError
from timbre_app.cli import main
from timbre_app.cli.consent import PERMISSION
from timbre_app.cli.main import COMMANDS, describe
from timbre_app.output.speaking import find_voice
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.order import CloneOrder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: timbre {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("book", "Markdown, HTML, DOCX or EPUB"),
        ("verify", "with Timbre."),
        ("desktop install", "Orca, Firefox"),
    ],
)
def test_a_description_keeps_the_capitals_of_names(
    command: str, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    assert name in capsys.readouterr().out


def test_a_voice_cannot_send_commands_to_the_terminal(capsys: pytest.CaptureFixture[str]):
    VoiceLibrary().add(make_voice(provenance={"consent": "\x1b]0;x\x07I agree."}, report={"\x1b[2J": 1}))
    assert main(["voices", "show", "Ada"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "I agree." in shown


def test_wrong_arguments_are_exit_code_2():
    for arguments in (
        ["sing"],
        ["clone"],
        ["clone", "x", "--name", "A", "--max-steps", "0"],
        ["clone", "--name", "A"],
        ["clone", "x", "--again", "A"],
        ["clone", "x", "--again", "A", "--name", "A"],
        ["say", "hello"],
        ["say", "hello", "--voice", "A", "-o", "a.wav", "--rate", "0"],
        ["dialogue", "a.txt", "--rate", "-1"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2


def test_what_is_said_about_a_clone_reaches_the_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    from timbre_app.cli import session
    from timbre_app.voices import cloning

    asked = []

    def clone(order, *_: object):
        asked.append(order)
        raise KeyboardInterrupt

    monkeypatch.setattr(cloning, "clone", clone)
    monkeypatch.setattr(session, "open_session", lambda: nullcontext(SimpleNamespace(client=None)))
    takes = write_takes(tmp_path / "takes")
    more = ["--language", "de", "--start", "nearest", "--max-steps", "3", "--seed", "7", "--resume"]
    assert main(["clone", str(takes), "--name", "Ada", "--i-have-permission", *more]) == 130
    options = (("start", "nearest"), ("max_steps", 3), ("seed", 7))
    assert asked == [CloneOrder(takes, "Ada", "de", consent=PERMISSION, resume=True, options=options)]
    again = ["timbre", "clone", str(takes), "--name", "Ada", *more[:-1], "--i-have-permission", "--resume"]
    assert shlex.join(again) in capsys.readouterr().err


def test_a_voice_is_made_again_of_its_own_takes(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    from timbre_app.cli import session
    from timbre_app.voices import cloning

    asked = []

    def make(order, takes, *_: object):
        asked.append((len(takes.usable), order))
        return make_voice(order.name, 2, language=order.language)

    monkeypatch.setattr(cloning, "make_voice", make)
    monkeypatch.setattr(session, "open_session", lambda: nullcontext(SimpleNamespace(client=None)))
    takes = write_takes(tmp_path / "takes")
    library = VoiceLibrary()
    library.add(make_voice("Ada", 1, language="de"))
    assert main(["clone", "--again", "ada"]) == 1
    assert "The takes that 'Ada' was made from cannot be found" in capsys.readouterr().err
    agreed = "--i-have-permission"
    assert main(["clone", str(takes), "--name", "Ada", agreed, "--language", "de", "--replace"]) == 0
    assert main(["clone", "--again", "ada", "--seed", "7"]) == 0
    again = CloneOrder(
        takes,
        "Ada",
        "de",
        consent="I, Ada, agree.",
        replace=True,
        again="0002",
        options=(("seed", 7),),
    )
    assert asked[1] == (4, again)
    assert library.notes.read("0002").takes == str(takes)
    assert "to have it back: timbre voices restore Ada" in capsys.readouterr().err
    assert main(["voices", "restore", "Ada"]) == 0
    assert "The voice 'Ada 2' is back." in capsys.readouterr().out
    assert [voice.name for voice in library.voices()] == ["Ada", "Ada 2"]
    assert main(["voices", "restore", "Bob"]) == 1
    assert "There is no deleted voice named 'Bob'." in capsys.readouterr().err


IMPORTS = """
import sys, importlib
for name in {modules!r}: importlib.import_module(name)
print(sorted({{module.split('.')[0] for module in sys.modules}} & {forbidden!r}))
"""
EVERYTHING = [
    *(f"timbre_app.cli.{name}" for name in COMMANDS),
    "timbre_app.cli.session", "timbre_app.voices.library", "timbre_app.voices.cloning", "timbre_app.output.speaking",
    "timbre_app.output.export", "timbre_app.doctor", "timbre_app.client.timbre_client", "timbre_app.server", "timbre.speech.acoustic",
    "timbre_app.studio.app", "timbre_app.studio.wiring", "timbre_app.studio.backstage",
]  # fmt: skip


@pytest.mark.parametrize(
    ("modules", "forbidden"),
    [
        (EVERYTHING, {"torch", "faster_whisper", "librosa", "numba", "timbre_finetune"}),
        (
            [f"timbre_app.cli.{name}" for name in COMMANDS],
            {"tritonclient", "PySide6", "onnxruntime", "espeakng_loader"},
        ),
    ],
)
def test_neither_window_nor_command_line_import_torch(modules: list[str], forbidden: set[str]):
    code = IMPORTS.format(modules=modules, forbidden=forbidden)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_speakers_of_the_base_model_are_listed_as_voices(capsys: pytest.CaptureFixture[str]):
    assert main(["voices", "list", "--base", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert all(find_voice(row["name"]).name and 60 < row["pitch_hz"] < 400 for row in listed[:3])
    assert main(["voices", "list", "--base"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        row["name"] for row in listed
    ]
    with pytest.raises(VoiceError, match="timbre voices list --base"):
        find_voice("base:nobody")


@pytest.mark.parametrize(
    "arguments",
    ["jobs --json", "jobs list --json", "jobs --json list", "voices --json", "voices list --json"],
)
def test_what_is_listed_without_list_is_json_too(arguments: str, capsys: pytest.CaptureFixture[str]):
    assert main(arguments.split()) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_speakers_of_the_base_model_are_listed_without_list_too(capsys: pytest.CaptureFixture[str]):
    assert main(["voices", "--base"]) == 0
    assert "base:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "passed_on"),
    [([], []), (["-v"], ["-v"]), (["studio"], []), (["-v", "studio", "a.timbre"], ["-v", "a.timbre"])],
)
def test_the_window_opens_with_and_without_its_name(
    arguments: list[str], passed_on: list[str], monkeypatch: pytest.MonkeyPatch
):
    opened: list[list[str]] = []
    monkeypatch.setattr("timbre_app.studio.app.run_studio", lambda words: opened.append(words) or 0)
    assert main(arguments) == 0
    assert opened == [passed_on]


def test_an_expected_error_is_its_sentence_and_verbose_adds_where(capsys: pytest.CaptureFixture[str]):
    assert main(["voices", "show", "Bob"]) == 1
    plain = capsys.readouterr().err
    assert plain.startswith("timbre: There is no voice named 'Bob'")
    assert len(plain.splitlines()) == 1
    for arguments in (["-v", "voices", "show", "Bob"], ["voices", "-v", "show", "Bob"]):
        assert main(arguments) == 1
        assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            FileNotFoundError(2, "No such file or directory", "a.txt"),
            "There is no a.txt, or no folder for it: choose another place.",
        ),
        (OSError(28, "No space left on device"), "The disk is full: free some space and try again."),
        (KeyError("x"), "unexpected KeyError: 'x' (-v shows where)"),
        (MemoryError(), "there is not enough memory"),
        (ValueError("two\nlines"), "unexpected ValueError: two lines (-v shows where)"),
    ],
)
def test_any_error_is_one_line(error: Exception, line: str):
    assert describe(error) == line


def test_ctrl_c_is_exit_code_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def interrupted(self: VoiceLibrary) -> list:
        raise KeyboardInterrupt

    monkeypatch.setattr(VoiceLibrary, "voices", interrupted)
    assert main(["voices"]) == 130
    assert capsys.readouterr().err == "timbre: interrupted\n"


def test_ctrl_c_counts_where_python_would_ignore_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    class Interrupted:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    def goes_on(self: VoiceLibrary) -> list:
        Interrupted()
        time.sleep(5)
        return []

    hook = sys.unraisablehook
    monkeypatch.setattr(VoiceLibrary, "voices", goes_on)
    assert main(["voices"]) == 130
    assert capsys.readouterr().err == "timbre: interrupted\n"
    assert sys.unraisablehook is hook


def test_output_that_nobody_reads_is_no_traceback(home: Path):
    VoiceLibrary().add(make_voice())
    read = subprocess.Popen(
        [*COMMAND, "voices", "show", "Ada"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert read.stdout is not None
    assert read.stderr is not None
    read.stdout.close()
    assert b"Traceback" not in read.stderr.read()
    read.stderr.close()
    read.wait(180)


def test_a_voice_of_another_base_model_is_listed_with_what_to_do(
    home: Path, capsys: pytest.CaptureFixture[str]
):
    VoiceLibrary().add(make_voice("Ada", 1))
    VoiceLibrary().add(make_voice("Ben", 2, base_id="0123456789abcdef"))
    assert main(["voices"]) == 0
    ada, ben = capsys.readouterr().out.splitlines()
    assert "timbre clone --again Ben" in ben
    assert "clone" not in ada


def test_the_takes_of_a_voice_are_exported_in_the_layout_that_clone_reads(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    takes, library = write_takes(tmp_path / "takes"), VoiceLibrary()
    library.add(make_voice("Ada", 1))
    out = str(tmp_path / "out")
    assert main(["voices", "export", "Ada", out, "--takes"]) == 1
    assert "takes that 'Ada' was made from cannot be found" in capsys.readouterr().err
    library.note_takes("0001", takes)
    assert main(["voices", "export", "Ada", out, "--takes"]) == 0
    assert capsys.readouterr().out == f"{out}: 4 takes\n"
    copies = [(take.id, take.text, take.path.read_bytes()) for take in read_takes_folder(Path(out))]
    assert copies == [(take.id, take.text, take.path.read_bytes()) for take in read_takes_folder(takes)]
    assert main(["voices", "export", "Ada", out, "--takes"]) == 1
    assert "is not empty" in capsys.readouterr().err


def test_voices_from_the_first_to_the_last(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["voices"]) == 0
    assert "no voices yet" in capsys.readouterr().err
    file = tmp_path / "ada.timbre"
    make_voice("Ada").save(file)
    assert main(["voices", "import", str(file)]) == 0
    assert main(["voices", "import", str(file)]) == 1
    assert main(["voices", "rename", "ada", "Countess"]) == 0
    capsys.readouterr()
    assert main(["voices", "list", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["name"], listed["language"], listed["report"]) == (
        "Countess",
        "en-us",
        {"similarity": 0.9},
    )
    assert main(["voices", "show", "Countess"]) == 0
    assert "I, Ada, agree." in capsys.readouterr().out
    assert main(["voices", "export", "Countess", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "Countess.timbre")
    assert main(["voices", "delete", "Countess"]) == 1
    assert main(["voices", "delete", "Countess", "--yes"]) == 0
    assert VoiceLibrary().voices() == []


def test_a_broken_voice_is_said_beside_the_list(home: Path, capsys: pytest.CaptureFixture[str]):
    VoiceLibrary().add(make_voice("Ada"))
    (home / "voices" / "bad.timbre").write_text("broken")
    assert main(["voices"]) == 0
    out, err = capsys.readouterr()
    assert "Ada" in out
    assert "bad.timbre is no voice" in err


def test_status_of_no_server_and_stopping_it(capsys: pytest.CaptureFixture[str]):
    assert main(["serve", "--status"]) == 1
    assert "no server" in capsys.readouterr().err
    assert main(["serve", "--stop"]) == 0


def test_doctor_tells_in_words_and_json(tiny_base: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # fmt: skip
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    assert main(["doctor"]) == 0
    assert "base model" in capsys.readouterr().out
    monkeypatch.setenv("TIMBRE_BASE", "/nowhere")
    assert main(["doctor", "--json"]) == 1
    states = {found["subject"]: found["state"] for found in json.loads(capsys.readouterr().out)}
    assert states["base model"] == "missing"


def test_the_command_as_a_process():
    done = run_timbre("voices", "show", "Bob")
    assert complaint(done).startswith("There is no voice named 'Bob'")


def test_standard_input_that_is_closed_is_an_empty_one():
    done = run_timbre("words", "-", before=lambda: os.close(0))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
