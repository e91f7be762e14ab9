"""The table of first audio through the speech API."""

from timbre_bench.api import FORMATS, GRPC, format_result


def test_ways_are_compared_with_grpc():
    ways = {GRPC: [10.0, 12.0, 50.0], **{form: [13.0, 14.5, 20.0] for form in FORMATS}}
    rows = format_result(ways).splitlines()
    assert len(rows) == 2 + len(ways)
    assert rows[2].startswith("| gRPC | 12.0 |")
    assert rows[2].endswith("| 0.0 |")
    assert rows[3].startswith("| wav | 14.5 |")
    assert rows[3].endswith("| 2.5 |")
