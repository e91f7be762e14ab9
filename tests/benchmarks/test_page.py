"""What the programs of speed print and write."""

import argparse
import json

from timbre_bench import page

REPORT = page.Report("speed", {"fast": True}, "Nothing was measured.", "| a | b |")


def options(*arguments):
    parser = argparse.ArgumentParser()
    page.add_options(parser)
    return parser.parse_args(arguments)


def test_a_report_is_printed_for_people_or_for_machines(capsys):
    page.deliver(REPORT, options(), "this machine")
    assert capsys.readouterr().out == "Nothing was measured.\n| a | b |\n"
    page.deliver(REPORT, options("--json"), "this machine")
    assert json.loads(capsys.readouterr().out) == {"fast": True}


def test_a_report_renews_its_section_and_no_other(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("Before\n<!-- begin speed -->\nold\n<!-- end speed -->\nAfter\n")
    page.deliver(REPORT, options("--write"), "this machine", path)
    written = path.read_text()
    assert written.startswith("Before\n")
    assert written.endswith("After\n")
    assert "old" not in written
    assert "this machine; " in written
    assert "Nothing was measured.\n\n| a | b |" in written


def test_long_lines_of_prose_are_wrapped_and_rows_of_tables_are_not():
    row = "| " + "cell " * 30 + "|"
    lines = page.wrapped(f"{'word ' * 30}\n\n- {'item ' * 30}\n\n{row}").splitlines()
    assert row in lines
    assert all(len(line) <= page.LINE for line in lines if line != row)
    assert lines[4].startswith("  item")
