import json
from dataclasses import replace
from pathlib import Path

from timbre_bench.contours.report import ContourReport, Row
from timbre_bench.kept import keep_result, kept_result
from timbre_bench.liveliness_report import Delivered
from timbre_bench.measures.fidelity import Fidelity
from timbre_bench.measures.liveliness import Liveliness
from timbre_bench.quality_report import EVERYONE, PersonResult, QualityReport
from timbre_bench.scores import CLONE, COPY, NEAREST, RECORDINGS, Scores
from timbre_finetune.export.evaluate import MEASURES as BASE_FIGURES


def scores(similarity: float, errors: float) -> list[Scores]:
    return [Scores(similarity + step, similarity, errors, 3.2, 6.0, 0.2) for step in (-0.05, 0.0, 0.05)]


def report() -> QualityReport:
    systems = {
        RECORDINGS: scores(1.0, 0.02),
        CLONE: scores(0.85, 0.03),
        NEAREST: scores(0.4, 0.1),
        COPY: scores(0.9, 0.02),
    }
    copies = (Fidelity(0.3, 1.2, 0.9, None), Fidelity(0.5, 1.4, 0.8, None))
    reading = Liveliness(10.5, 10.9, 4.4, 4.6, 0.42, 0.99, 0.057, 0.079)
    delivered = Delivered((reading, reading), (-0.1, None), melody=1.8, pace=0.92, pauses=1.2)
    people = [
        PersonResult(label, systems, 100.0, 2.5, 60, "reader 7", 40_000, copies, delivered)
        for label in ("1", "2")
    ]
    kinds = {"prompts": dict.fromkeys(BASE_FIGURES, 0.02) | {"sentences": 60.0}}
    contours = ContourReport("2026-11-21", "a program", "abc", ["1"], 10, [Row("our clones", {"1": 0.8})])
    return QualityReport(
        "2026-11-21",
        "benchmarks/clone_quality.py",
        "abc",
        people,
        kinds,
        kokoro=(replace(reading, f0_range=7.7),),
        contours=contours,
    )


def test_everyone_pools_the_sentences_of_all_people():
    intervals = report().intervals()
    assert intervals[EVERYONE][CLONE]["similarity"].count == 6
    assert intervals["1"][CLONE]["similarity"].count == 3


def test_recordings_are_not_compared_with_themselves():
    assert set(report().intervals()["1"][RECORDINGS]) == {
        "similarity",
        "spectral_similarity",
        "character_error_rate",
        "dnsmos",
    }


def test_page_holds_the_figures_and_says_which_targets_are_met():
    page = report().to_markdown()
    assert "| clone of 20 takes | 0.85 (0.82 to 0.88)" in page
    assert "| similarity of the clone | at least 0.80 | 0.85 | yes |" in page
    assert (
        "Nearest speaker: reader 7; 60 steps kept; 100 s from command to voice at a load average of 2.5"
        in page
    )


def test_page_tells_of_the_vocoder_and_of_base_speakers():
    page = report().to_markdown()
    assert "| everyone | 0.400 | 1.300 | 0.850 | – |" in page
    assert "| prompts | 60 | 0.020 |" in page


def test_page_tells_how_alive_the_clones_read():
    page = report().to_markdown()
    assert "| 10.5 (10.5 to 10.5) / 10.9 | 4.4 (4.4 to 4.4) / 4.6 | 0.42 (0.42 to 0.42) |" in page
    assert "| 1.80, 0.92, 1.20 |" in page
    assert "| 1 | -0.1 | – |" in page


def test_page_has_kokoro_beside_the_clones_and_what_another_program_has_measured():
    page = report().to_markdown()
    assert "| Kokoro, all | 7.7 (7.7 to 7.7) / 10.9 |" in page
    assert "| our clones | 0.80 (0.80 to 0.80) | 0.80 (0.80 to 0.80) |" in page
    without = replace(report(), kokoro=(), contours=None).to_markdown()
    assert "| Kokoro" not in without
    assert "our clones" not in without
    assert "<!-- begin contours -->" in without


def test_dictionary_is_plain_json():
    assert json.loads(json.dumps(report().to_dict()))["clones"]["1"]["steps"] == 60


def test_kept_results_come_back_as_they_were(tmp_path: Path):
    result = report().people[0]
    keep_result(result, "abc", tmp_path)
    assert kept_result("abc", tmp_path) == result


def test_results_of_another_base_model_are_not_used(tmp_path: Path):
    keep_result(report().people[0], "abc", tmp_path)
    assert kept_result("def", tmp_path) is None
    assert kept_result("abc", tmp_path / "elsewhere") is None
