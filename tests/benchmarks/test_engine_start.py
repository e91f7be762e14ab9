"""What the program that listens to a starting server says."""

import sys

import pytest

from tests.helpers.played_card import play_card
from timbre_bench import engine_start
from timbre_bench.engine_start import Diary, Sentence


def test_diary_tells_events_in_order_and_the_sentences_of_each_engine():
    diary = Diary(
        events=[(9.0, "serve: later"), (1.0, "serve: earlier")],
        heard=[
            Sentence(2.0, 900.0, 7, "CUDA graphs"),
            Sentence(3.5, 10.0, 7, "CUDA graphs"),
            Sentence(8.0, 5_000.0, 8, "CUDA graphs, compiled"),
        ],
    )
    lines = diary.text().splitlines()
    assert [line.split("serve: ")[1] for line in lines[:2]] == ["earlier", "later"]
    assert lines[2] == (
        "server 7, CUDA graphs: 2 sentences from 2.0 s to 3.5 s, the first heard after 900.0 ms, "
        "p50 455.0 ms, longest 900.0 ms"
    )
    assert lines[3].startswith("server 8, CUDA graphs, compiled: 1 sentences")


@pytest.mark.e2e
@pytest.mark.slow
def test_listener_hears_both_engines_of_a_trial(tmp_path, tiny_base, monkeypatch, capsys):
    monkeypatch.delenv("TIMBRE_ENGINE", raising=False)
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))  # restored after the program has set its own
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    play_card(monkeypatch, tmp_path / "card", measuring_s=1.5)  # `serve` looks once a second
    monkeypatch.setenv("PYTHONPATH", ":".join([str(tmp_path / "card"), *sys.path]))
    monkeypatch.setattr(engine_start, "AFTER", 2)
    assert engine_start.main(["--engine", "rtx", "--limit", "240"]) == 0
    said = capsys.readouterr().out
    graphs, rtx = said.index("figures: static buffers (CPU, fp32)"), said.index("figures: TensorRT for RTX")
    assert graphs < rtx
    assert said.index("In the background: ") < rtx  # the trial may begin before the first sentence is heard
