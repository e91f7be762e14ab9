import pytest

from timbre_bench.latency import format_chunks, format_table, interleave
from timbre_bench.timing import Timing, chunk_medians, stage_medians, summarize


def test_ratio_is_computing_time_over_length_of_audio():
    summary = summarize([Timing(10.0, 100.0, 4.0), Timing(30.0, 300.0, 6.0)])
    assert summary.synthesis_ratio == pytest.approx(0.04)
    assert summary.first_audio_p50_ms == pytest.approx(20.0)
    assert summary.to_dict()["first_audio_p99_ms"] == pytest.approx(29.8)


def test_everyone_speaks_every_sentence_and_the_first_rotates():
    asked: list[tuple[str, str]] = []

    def speaker(name: str):
        def speak(text: str) -> Timing:
            asked.append((name, text))
            return Timing(1.0, 2.0, 3.0)

        return speak

    timings = interleave({name: speaker(name) for name in "ab"}, ["one", "two"], requests=3, pause_s=0.0)
    assert {name: len(rows) for name, rows in timings.items()} == {"a": 3, "b": 3}
    assert asked == [("a", "one"), ("b", "one"), ("b", "two"), ("a", "two"), ("a", "one"), ("b", "one")]


def test_table_sets_costs_beside_pipers():
    timings = {"timbre": [Timing(10.0, 60.0, 2.0)], "piper": [Timing(100.0, 100.0, 2.0)]}
    table = format_table({name: summarize(rows) for name, rows in timings.items()}, timings)
    assert "0.60" in table.splitlines()[1]


def test_stages_and_the_way_between_them_are_listed():
    rows = [Timing(10.0, 60.0, 2.0, {"vocoder": 3.0}), Timing(12.0, 60.0, 2.0, {"vocoder": 4.0})]
    assert stage_medians(rows) == {"vocoder": 3.5, "between them": 7.5}
    table = format_table({"timbre": summarize(rows)}, {"timbre": rows})
    assert table.splitlines()[-1] == "timbre's first audio, medians in ms: vocoder 3.5, between them 7.5"


def test_peers_whose_stages_are_unknown_have_none():
    assert stage_medians([Timing(10.0, 60.0, 2.0)]) == {}


def test_chunks_are_listed_by_their_number():
    rows = [
        Timing(4.0, 12.0, 8.0, chunks=[(4.0, 0.5), (12.0, 7.5)]),
        Timing(6.0, 14.0, 8.0, chunks=[(6.0, 0.5), (14.0, 7.5)]),
        Timing(5.0, 9.0, 9.0, chunks=[(5.0, 0.5), (8.0, 8.0), (9.0, 0.5)]),
    ]
    assert chunk_medians(rows) == {2: [(5.0, 0.5), (13.0, 7.5)], 3: [(5.0, 0.5), (8.0, 8.0), (9.0, 0.5)]}
    lines = format_chunks({"timbre": rows}).splitlines()
    assert lines[1] == "timbre, 2 requests with 2: 5.0 ms (0.50 s), 13.0 ms (7.50 s)"
    assert chunk_medians([Timing(10.0, 60.0, 2.0)]) == {}
