"""The long dialogue: its script, the measure of pauses, its table."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.app.dialogue.speaking import ToneSpeech
from timbre_app.dialogue.performance import How
from timbre_app.dialogue.plain_text import parse_text
from timbre_app.dialogue.plan import plan
from timbre_app.dialogue.saving import DialogueFiles, save_dialogue, stem_paths
from timbre_app.dialogue.script import TOGETHER, USUAL_PAUSE_S
from timbre_bench.dialogue import compared_s, format_result, is_good, make_dialogue
from timbre_bench.dialogue_sound import heard_lines, pause_errors_ms, pieces

SCRIPT = parse_text(
    "Ann: one two three four five\nBen (pause 0.5): one two\nAnn (pause -0.1): one two\nCid (together): one two three\n"
)


def performed(folder: Path, pause_s: float = USUAL_PAUSE_S):
    wanted, lines = DialogueFiles(folder / "mix.wav", folder / "stems"), []
    save_dialogue(SCRIPT, ToneSpeech(), wanted, How(pause_s=pause_s, on_placed=lines.append))
    stems = stem_paths(SCRIPT, wanted)
    return heard_lines(lines, stems), stems


def test_pauses_are_measured_in_the_stems(tmp_path: Path):
    heard, stems = performed(tmp_path)
    assert [line.end_s - line.start_s for line in heard] == pytest.approx([0.5, 0.2, 0.2, 0.3], abs=0.01)
    assert max(pause_errors_ms(heard, USUAL_PAUSE_S)) < 3
    ((samples, rate),) = pieces([heard[0], heard[2]] * 6, stems["Ann"], 0.0, 9.0)
    assert len(samples) / rate == pytest.approx(4.2, abs=0.1)


def test_a_pause_that_is_wrong_is_found(tmp_path: Path):
    heard, _ = performed(tmp_path)
    moved = [*heard[:1], type(heard[1])(heard[1].line, heard[1].start_s + 0.05, heard[1].end_s), *heard[2:]]
    assert max(pause_errors_ms(moved, USUAL_PAUSE_S)) == pytest.approx(50, abs=3)


def test_the_script_is_as_long_as_asked_and_nobody_speaks_over_themselves():
    script = make_dialogue(30, ("Ann", "Ben", "Clara", "David"))
    spans = plan(script.lines, {})
    assert 25 < spans[-1].end_s / 60 < 40
    assert script.speakers == tuple(dict.fromkeys(script.speakers))
    assert len(script.speakers) == 4
    assert any(line.pause_s == TOGETHER for line in script.lines)
    for name in script.speakers:
        own = [span for span in spans if span.speaker == name]
        assert all(after.start_s >= before.end_s for before, after in pairwise(own))


def test_the_parts_that_are_compared():
    assert compared_s(90 * 60) == 600
    assert compared_s(6 * 60) == 60
    assert compared_s(80) == 40


def test_the_table_and_the_goals():
    memory = {"settled": 90.0, "last": 91.0, "growth": 1.0, "most": 92.0}
    figures = {
        "lines": 7,
        "minutes": 1.5,
        "likeness": {"Ann": {"first": 0.98, "last": 0.97, "change": -0.01}},
        "pause_error_ms": {"p50": 0.1, "p99": 2.0, "most": 3.0},
        "memory_mb": {"client": memory, "server": memory},
        "total_s": 3.0,
        "first_audio_ms": 80.0,
        "speed": 30.0,
    }
    assert "| Ann | 0.9800 | 0.9700 | -0.0100 |" in format_result(figures)
    assert is_good(figures)
    assert not is_good({**figures, "pause_error_ms": {"p50": 0.1, "p99": 2.0, "most": 21.0}})
    assert not is_good({**figures, "likeness": {"Ann": {"first": 0.98, "last": 0.95, "change": -0.03}}})
    assert not is_good({**figures, "memory_mb": {"client": {**memory, "growth": 40.0}, "server": memory}})
