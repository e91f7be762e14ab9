from pathlib import Path

from timbre_bench.measures.statistics import Interval
from timbre_bench.quality import PAGE
from timbre_bench.sketch import Sketched, clone_figures, first_takes, format_results
from timbre_bench.speech import USER_SPEAKERS, Person, Utterance


def utterance(seconds: float) -> Utterance:
    return Utterance(Path(f"{seconds}.wav"), "1", "user", "corpus", seconds, "Text.", 0.0)


def test_takes_come_until_there_is_speech_enough():
    person = Person("1", tuple(map(utterance, (4.0, 3.5, 5.0, 3.0))), (), (), ())
    assert [take.seconds for take in first_takes(person)] == [4.0, 3.5, 5.0]
    assert [take.seconds for take in first_takes(person, 4.0)] == [4.0]


def test_the_clones_figures_are_those_of_the_page():
    figures = clone_figures(PAGE.read_text(encoding="utf-8"))
    assert set(USER_SPEAKERS) <= set(figures)
    assert all(0 < figure < 1.2 for figure in figures.values())


def test_each_person_has_a_row_and_all_have_one():
    like = Interval(0.512, 0.5, 0.53, 10)
    results = [Sketched("1", 10.4, like, 9.1, 1.2), Sketched("2", 10.2, like, 7.1, 1.4)]
    rows = format_results(results, {"1": 0.8}).splitlines()
    assert rows[2] == "| 1 | 10.4 | 0.51 (0.50 to 0.53) | 0.80 | 9.1 | 1.2 |"
    assert rows[3] == "| 2 | 10.2 | 0.51 (0.50 to 0.53) | – | 7.1 | 1.4 |"
    assert rows[4] == "| mean, median |  | 0.51 | 0.80 | 8.1 | 1.3 |"
