"""The log of experiments becomes a table and a figure."""

import json

import pytest

from timbre_bench.adaptation import parse_variant
from timbre_bench.experiments import draw, format_table, read_experiments, renew_section


def row(variant, speaker, similarity, errors):
    scores = {"similarity": similarity, "character_error_rate": errors, "dnsmos": [3.0, 3.2]}
    return {
        "variant": variant,
        "base": "abcdef012345",
        "speaker": speaker,
        "seconds": 60.0,
        "best_step": 80,
        "held_out_mel": 0.5,
        "own_error_rate": 0.01,
        "scores": scores,
    }


@pytest.fixture
def experiments(tmp_path):
    rows = [
        row("usual", "1", [0.7, 0.8], [0.02, 0.04]),
        row("other", "1", [0.5, 0.5], [0.0, 0.0]),
        row("usual", "2", [0.6, 0.7], [0.0, 0.02]),
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    return read_experiments(tmp_path)


def test_rows_of_a_variant_are_pooled(experiments):
    usual, other = experiments
    assert (usual.variant, usual.people, other.people) == ("usual", 2, 1)
    assert usual.likeness.mean == pytest.approx(0.7)
    assert usual.more_errors == pytest.approx(0.01)
    assert other.more_errors == pytest.approx(-0.01)


def test_the_table_and_the_figure_name_every_experiment(experiments, tmp_path):
    table = format_table(experiments)
    assert "| usual | abcdef | 2 | 0.700 (" in table
    draw(experiments, tmp_path / "figure.svg")
    svg = (tmp_path / "figure.svg").read_text()
    assert svg.count("abcdef") >= 2


def test_a_variant_is_read():
    variant = parse_variant("half:style_rate=2e-3,max_steps=200,start=mean,takes=10")
    assert (variant.name, variant.takes) == ("half", 10)
    assert variant.recipe == {"style_rate": 0.002}
    assert variant.options == {"max_steps": 200, "start": "mean"}
    with pytest.raises(ValueError, match="speed"):
        parse_variant("x:speed=2")


def test_the_page_keeps_what_stands_before_its_last_section(experiments, tmp_path):
    page = tmp_path / "quality.md"
    (tmp_path / "experiments").mkdir()
    page.write_text("# Quality\n\nfigures\n\n## Experiments\n\nold ones\n")
    renew_section(page, experiments)
    text = page.read_text()
    assert text.startswith("# Quality\n\nfigures\n\n## Experiments\n")
    assert "old ones" not in text
    assert format_table(experiments) in text
    assert (tmp_path / "experiments" / "clones.svg").is_file()
    page.write_text("# Quality\n")
    with pytest.raises(ValueError, match="no section"):
        renew_section(page, experiments)
