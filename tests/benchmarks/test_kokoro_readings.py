"""Which of Kokoro's voices reads whose sentences, and what is kept of it."""

from pathlib import Path

import pytest

from timbre_bench.kokoro_liveliness import keep_kokoro, kept_kokoro
from timbre_bench.measures.liveliness import Liveliness
from timbre_bench.peers import readings
from timbre_bench.speech import Person, Utterance


class Voice:
    """Stands for Kokoro's process: writes what it is told to read and in which voice."""

    def __init__(self, name: str) -> None:
        self.name = name

    def speak(self, text: str, out: Path) -> None:
        out.write_text(f"{self.name}: {text}")

    def __enter__(self) -> "Voice":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def person(speaker: str) -> Person:
    texts = (f"{speaker} one.", f"{speaker} two.")
    held_out = [Utterance(Path(f"{text[:-1]}.opus"), speaker, "user", "c", 3.0, text, 0.0) for text in texts]
    return Person(speaker, (), tuple(held_out), (), ())


def test_people_are_read_by_the_voices_in_turn_and_nothing_is_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(readings, "VOICES", ("af_a", "am_b"))
    monkeypatch.setattr(readings, "start_kokoro", Voice)
    people = [person(name) for name in ("x", "y", "z")]
    files = readings.kokoro_readings(people, tmp_path)
    assert [path.read_text() for path in files["x"]] == ["af_a: x one.", "af_a: x two."]
    assert files["y"][0].read_text() == "am_b: y one."
    assert files["z"][1].read_text() == "af_a: z two."
    files["y"][1].unlink()
    monkeypatch.setattr(readings, "start_kokoro", lambda name: Voice(f"again {name}"))
    readings.kokoro_readings(people, tmp_path)
    assert files["y"][1].read_text() == "again am_b: y two."
    assert files["x"][0].read_text() == "af_a: x one."


def test_figures_come_back_as_they_were(tmp_path: Path):
    rows = [Liveliness(10.5, 10.9, 4.4, 4.6, 0.42, 0.99, 0.057, 0.079)] * 2
    assert kept_kokoro(tmp_path) == []
    keep_kokoro(rows, tmp_path)
    assert kept_kokoro(tmp_path) == rows
