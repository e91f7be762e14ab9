"""Listeners and what they hear, with a speaker that says when it speaks."""

import math
import time

import pytest

from timbre_bench.load import Heard, arrival_times, ask_when_due, closed_loop, format_loads
from timbre_bench.page import write_section


def quick(text):
    yield from (0.0, 1.0, 1.0)


def broken(text):
    yield 1.0
    raise RuntimeError("gone")


def test_figures_of_one_listener():
    heard = Heard(((0.1, 0.2), (0.25, 0.2), (0.9, 1.0)))
    assert heard.first_ms == pytest.approx(100)
    assert heard.total_ms == pytest.approx(900)
    assert heard.audio_s == pytest.approx(1.4)
    assert heard.gaps_ms == pytest.approx([150, 650])


def test_underrun_is_a_chunk_after_its_time():
    assert Heard(((0.1, 0.2), (0.25, 0.2), (0.45, 1.0))).underruns == 0
    assert Heard(((0.1, 0.2), (0.35, 0.2), (0.5, 1.0))).underruns == 1
    assert Heard(((0.1, 0.1), (1.0, 0.1), (2.0, 0.1))).underruns == 2


def test_closed_loop_asks_as_often_as_told():
    result = closed_loop(quick, ["a", "b"], streams=3, requests=7)
    assert len(result.answered) == 7
    assert result.to_dict()["errors"] == 0
    assert result.heard[0].audio_s == pytest.approx(2.0)


def test_time_counts_from_when_a_request_was_due():
    def slow(text):
        time.sleep(0.05)
        yield 1.0

    due = [(number, number / 1000) for number in range(4)]
    heard = ask_when_due(slow, ["a"], due, started=time.perf_counter() - 1.0)
    assert len(heard) == 4
    assert min(one.first_ms for one in heard) >= 1000 + 50 - 3
    assert ask_when_due(slow, ["a"], [], started=0.0) == []


def test_errors_are_counted_and_do_not_enter_the_figures():
    result = closed_loop(broken, ["a"], streams=1, requests=2)
    assert result.to_dict()["errors"] == 2
    assert math.isnan(result.first.values[0])
    assert "| 2 |" in format_loads([result])


def test_arrivals_are_poisson_and_repeatable():
    times = arrival_times(10.0, 4000, seed=3)
    assert times == arrival_times(10.0, 4000, seed=3)
    assert times == sorted(times)
    assert times[-1] == pytest.approx(400, rel=0.1)


def test_section_is_replaced_and_nothing_else(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("top\n<!-- begin a -->\nold\n<!-- end a -->\nbottom\n")
    write_section("a", "new", page)
    write_section("a", "newer", page)
    assert page.read_text() == "top\n<!-- begin a -->\n\nnewer\n\n<!-- end a -->\nbottom\n"
    with pytest.raises(ValueError, match="no place for 'b'"):
        write_section("b", "x", page)
