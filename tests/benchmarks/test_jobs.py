"""The table of first audio beside a job."""

from timbre_bench.jobs import BESIDE, IDLE, format_result


def test_the_states_are_compared():
    rows = format_result({IDLE: [10.0, 20.0, 30.0], BESIDE: [15.0, 25.0, 90.0]}).splitlines()
    assert rows[2].startswith(f"| {IDLE} | 20.0 |")
    assert rows[3].startswith(f"| {BESIDE} | 25.0 |")
    assert "1.25 times" in rows[-1]
