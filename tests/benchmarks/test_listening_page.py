"""The page on which people and clones are heard, written from tiny sounds that the test makes."""

import csv
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import soundfile

from timbre_bench.listening.melody_svg import WIDTH, Scale, draw
from timbre_bench.listening_page import main

RATE = 22_050
COLUMNS = ("path", "corpus", "speaker", "role", "seconds", "text", "whisper_cer")


class Page(HTMLParser):
    """What the tests ask of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def write_sound(path: Path, hz: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    time = np.arange(RATE // 2) / RATE
    wave = sum(np.sin(2 * np.pi * n * hz * time) / n for n in range(1, 6)) * 0.1
    soundfile.write(path, wave, RATE)


def write_speech(folder: Path) -> None:
    """Thirty recordings of one user, of which ten are held out."""
    with (folder / "manifest.csv").open("w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(COLUMNS)
        for number in range(30):
            path = Path("9", f"{number}.wav")
            write_sound(folder / path, 120 + number)
            writer.writerow(
                [path, "minilibrispeech", "9", "user", 3 + number, f"Salt & pepper <{number}>.", 0]
            )


def listen(tmp_path: Path, *options: str) -> Path:
    arguments = ["--speech", tmp_path / "speech", "--work", tmp_path / "work", "--out", tmp_path / "out"]
    assert main([*map(str, arguments), "--speakers", "9", *options]) == 0
    return tmp_path / "out" / "index.html"


@pytest.fixture
def speech(tmp_path: Path) -> Path:
    (tmp_path / "speech").mkdir()
    write_speech(tmp_path / "speech")
    for number in range(30):
        write_sound(tmp_path / "work" / "9" / "clone" / f"{number}.wav", 150)
    return tmp_path


def test_every_sentence_has_players_and_melodies_that_need_nothing_from_elsewhere(speech: Path):
    for number in range(30):
        write_sound(speech / "older" / f"{number}.wav", 180)
    index = listen(speech, "--older", str(speech / "older"))
    text = index.read_text("utf-8")
    page = Page(text)
    players = page.all("audio")
    assert len(page.all("section")) == 10
    assert len(players) == len(page.all("svg")) == 30
    for player in players:
        assert soundfile.info(index.parent / str(player["src"])).duration > 0.3
        assert "controls" in player
        assert player["aria-label"]
    assert "Salt &amp; pepper &lt;" in text
    assert "color-scheme: light dark" in text
    assert not page.all("script")
    assert not page.all("link")
    assert "http" not in text


def test_a_sentence_without_an_older_reading_is_shown_without_it(speech: Path):
    text = listen(speech).read_text("utf-8")
    assert len(Page(text).all("audio")) == 20
    assert "an older clone" not in text


def test_without_todays_clone_the_program_says_what_makes_it(
    speech: Path, capsys: pytest.CaptureFixture[str]
):
    options = ["--speech", str(speech / "speech"), "--work", str(speech), "--out", str(speech / "out")]
    assert main([*options, "--speakers", "9"]) == 1
    assert "run benchmarks/clone_quality.py" in capsys.readouterr().err


def test_a_melody_is_a_line_for_each_voiced_stretch_on_a_scale_of_semitones():
    melody = np.array([0, 100, 141.42, 200, 0, 0, 100, 100, 0], float)
    scale = Scale(100, 200, len(melody) * 256 / RATE)
    picture = ElementTree.fromstring(draw(melody, scale, "A & B"))
    assert picture.findtext("title") == "A & B"
    lines = [line.attrib["points"].split() for line in picture.findall("polyline")]
    assert [len(points) for points in lines] == [3, 2]
    x, y = np.array([[float(value) for value in point.split(",")] for point in lines[0]]).T
    assert y[0] - y[1] == pytest.approx(y[1] - y[2], abs=0.2)
    assert (np.diff(x) > 0).all()
    assert x[-1] < WIDTH


def test_a_melody_without_a_voice_is_an_empty_picture():
    melody = np.zeros(20)
    picture = ElementTree.fromstring(draw(melody, Scale.of([melody]), "Silence"))
    assert not picture.findall("polyline")
