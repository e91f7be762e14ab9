"""Where first audio goes, from given marks."""

import pytest

from timbre.engines.base import Engine, Network
from timbre_bench import hop_marks, hops
from timbre_bench.speaker import SpeakerError

MS = 1_000_000


def request_of(kind, at_ms, hop_ms):
    """A request's marks, each hop as long as given, and those of a later chunk."""
    labels = [kind, *hops.HOPS]
    marks = [(int((at_ms + number * hop_ms) * MS), label) for number, label in enumerate(labels)]
    return [*marks, *((at_ns + 50 * MS, label) for at_ns, label in marks[4:])]


def test_hops_are_medians_of_each_kind_and_first_audio_is_that_of_their_sum():
    marks = request_of(hops.WARM_UP_CALL, 0, 4.0)
    for number, hop_ms in enumerate((1.0, 2.0, 7.0)):
        marks += request_of("short", 1000 * (number + 1), hop_ms)
        marks += request_of("5 s", 5000 + 1000 * number, hop_ms + 1)
    medians = hops.median_hops_ms(sorted(marks))
    assert medians["short"] == pytest.approx(
        {**dict.fromkeys(hops.HOPS.values(), 2.0), hops.FIRST_AUDIO: 22.0}
    )
    assert medians["5 s"]["encoder"] == pytest.approx(3.0)
    rows = hops.format_result(medians).splitlines()
    assert len(rows) == 2 + len(hops.HOPS) + 1
    assert "| encoder | 2.00 | 3.00 |" in rows
    assert rows[-1] == "| **first audio p50** | **22.00** | **33.00** |"


def test_a_request_without_one_of_the_marks_is_told():
    marks = [mark for mark in request_of("short", 0, 1.0) if mark[1] != hops.RECEIVED]
    with pytest.raises(SpeakerError, match="no mark 'received'"):
        hops.median_hops_ms(marks)


def test_networks_of_an_engine_mark_each_run():
    class Marked(Network):
        def run(self, inputs):
            return self.run_rows([inputs])[0]

        def run_rows(self, rows):
            return rows

    class Plain(Engine):
        name, max_batch = "plain", 1

        def load(self, base, network):
            return Marked()

    labels = []
    network = hop_marks.mark_engine(Plain(), labels.append).load(None, "hifigan")
    assert network.run_rows([{"mel": 1}]) == [{"mel": 1}]
    assert labels == ["hifigan begins", "hifigan ends"]
    assert network.run({"mel": 1}) == {"mel": 1}
    assert labels[2:] == ["hifigan begins"] * 2 + ["hifigan ends"] * 2  # its own run_rows marks as well
    assert hop_marks.mark_engine(None, labels.append) is None


def test_a_marked_repository_differs_in_the_programs_of_speech_alone(tmp_path):
    for name in ("tts", "fastpitch", "transcribe"):
        (tmp_path / "real" / name / "1").mkdir(parents=True)
        (tmp_path / "real" / name / "config.pbtxt").write_text(name)
    for name in ("fastpitch", "transcribe"):
        (tmp_path / "real" / name / "1" / "model.py").write_text("class TritonPythonModel: pass")
    made = hop_marks.marked_repository(tmp_path / "real", tmp_path / "made", tmp_path)
    assert {path.name: path.is_symlink() for path in made.iterdir()} == {
        "tts": True,
        "fastpitch": False,
        "transcribe": True,
    }
    assert (made / "fastpitch" / "config.pbtxt").read_text() == "fastpitch"
    program = (made / "fastpitch" / "1" / "model.py").read_text()
    assert repr(str(tmp_path / "real" / "fastpitch" / "1" / "model.py")) in program
