"""Files of an audiobook, read back: sound, loudness, chapters, cover, metadata, report."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import av
import numpy as np
import pytest
import soxr
from av.stream import Disposition

from tests.app.books import makers
from tests.app.books.test_loudness import loudness
from timbre.audio import SYNTHETIC_TAG
from timbre_app.books.assembling import BEGIN_S, END_S, Delivery, assemble, check_format, safe_name
from timbre_app.books.model import BookError
from timbre_app.books.rendering import BookOrder, lines_of, render
from timbre_app.books.report import described, report_on
from timbre_app.client.streams import RequestCancelled

ORDER = BookOrder((2, 3), "voice")
RATE = 22_050


@pytest.fixture
def make(project, narrator, tmp_path):
    def make_one(order: BookOrder = ORDER, **delivery: object):
        render(project, order, narrator)
        return assemble(project, order, narrator, Delivery(tmp_path / "out", **delivery))

    return make_one


def decoded(path: Path) -> np.ndarray:
    """The sound at RATE, (n,) float."""
    with av.open(str(path)) as file:
        rate = file.streams.audio[0].rate
        mono = av.AudioResampler(format="flt", layout="mono")
        parts = [f.to_ndarray().reshape(-1) for frame in file.decode(audio=0) for f in mono.resample(frame)]
    return soxr.resample(np.concatenate(parts), rate, RATE)


def metadata(path: Path) -> dict[str, str]:
    with av.open(str(path)) as file:
        return {**file.streams.audio[0].metadata, **file.metadata}


@pytest.mark.parametrize("suffix", ["mp3", "m4a", "opus", "flac", "wav"])
def test_a_file_a_chapter(make, suffix):
    book = make(suffix=suffix)
    assert [path.name for path in book.paths] == [f"02 - The Stairs.{suffix}", f"03 - The Sea.{suffix}"]
    sound = decoded(book.paths[0])
    assert loudness(np.round(sound * 32768)) == pytest.approx(-18, abs=0.5)
    found = {name.lower(): value for name, value in metadata(book.paths[0]).items()}
    assert found["title"] == "The Stairs"
    assert SYNTHETIC_TAG in (found.get("comment"), found.get("description"))
    if suffix != "wav":
        assert (found["artist"], found["album"]) == ("Ada Reader", "The Lamp")
    both = sum(len(decoded(path)) for path in book.paths) / RATE
    assert both == pytest.approx(book.duration_s, abs=0.2)


def test_m4b_has_chapters_cover_and_metadata(make, tmp_path, project, narrator):
    book = make(suffix="", m4b=tmp_path / "out" / "book.m4b")
    assert book.paths == (tmp_path / "out" / "book.m4b",)
    with av.open(str(book.m4b)) as file:
        chapters, covers = (
            file.chapters(),
            [s for s in file.streams.video if s.disposition & Disposition.attached_pic],
        )
        assert len(covers) == 1
        assert bytes(next(packet for packet in file.demux(covers[0]))) == makers.PNG
        assert file.metadata["major_brand"] == "M4B "
    assert [chapter["metadata"]["title"] for chapter in chapters] == ["The Stairs", "The Sea"]
    times = [(float(c["start"] * c["time_base"]), float(c["end"] * c["time_base"])) for c in chapters]
    assert times[0][0] == 0
    assert times[0][1] == times[1][0]
    assert times[1][1] == pytest.approx(book.duration_s, abs=0.002)
    found = metadata(book.m4b)
    assert (found["title"], found["artist"], found["album"], found["genre"]) == (
        "The Lamp", "Ada Reader", "The Lamp", "Audiobook",
    )  # fmt: skip
    assert found["comment"] == SYNTHETIC_TAG
    sound = decoded(book.m4b)
    second = round(times[1][0] * RATE)
    quiet = np.abs(sound[second - round((END_S - 0.1) * RATE) : second + round((BEGIN_S - 0.1) * RATE)])
    assert quiet.max() < 0.003  # the second chapter begins where its mark says
    assert np.abs(sound[second + round((BEGIN_S + 0.1) * RATE) :][: RATE // 2]).max() > 0.05


def test_a_sentence_made_again_changes_its_place_alone(make, project, narrator):
    before = decoded(make(suffix="flac").paths[0])
    seconds = [len(project.sentence(line.key)) / RATE for line in lines_of(project, ORDER, 2, narrator)]
    project.read_otherwise(2, 2)
    after = decoded(make(suffix="flac").paths[0])
    assert len(before) == len(after)
    begin = round((BEGIN_S + seconds[0]) * RATE)
    end = begin + round((1.0 + seconds[1] + 0.2) * RATE)
    for part, is_same in ((slice(0, begin), True), (slice(begin, end), False), (slice(end, None), True)):
        # the limiter works a little otherwise beside another sentence
        residual = np.std(before[part] - after[part]) / np.std(before[part])
        assert (residual < 0.05) == is_same


def test_a_mp3_is_as_shops_ask(make):
    report = report_on(make(suffix="mp3").paths[0])
    assert (report.format, report.sample_rate) == ("mp3", 44_100)
    assert report.bit_rate >= 190_000
    assert report.true_peak_db <= -3
    assert report.floor_db <= -60
    assert 0.5 <= report.begin_s <= 1
    assert 1 <= report.end_s <= 5
    assert report.loudness_lufs == pytest.approx(-18, abs=0.5)
    assert [fault for fault in report.faults if not fault.startswith("level")] == []


def test_a_report_names_what_is_amiss(tmp_path):
    import soundfile

    path = tmp_path / "bad.wav"
    random = np.random.default_rng(0)
    soundfile.write(
        path, 0.9 * np.sin(np.arange(5 * RATE) / 10) + 0.01 * random.standard_normal(5 * RATE), RATE
    )
    report = report_on(path)
    faults = " ".join(report.faults)
    for part in ("level", "true peak", "noise floor", "at the beginning", "at the end", "not MP3"):
        assert part in faults
    assert report.rms_db == pytest.approx(-3.9, abs=0.2)
    assert "bad.wav: 0.1 min" in described([report])
    assert "not as shops ask: true peak" in described([report])


def test_a_stopped_export_leaves_no_half_file(project, narrator, tmp_path):
    render(project, ORDER, narrator)
    out = tmp_path / "out"
    looks = iter(range(10**6))
    with pytest.raises(RequestCancelled):
        assemble(project, ORDER, narrator, Delivery(out, "flac"), should_stop=lambda: next(looks) > 5)
    assert [path.name for path in out.iterdir() if path.suffix != ".flac"] == []


def test_a_full_disk_is_said_and_leaves_nothing(make, monkeypatch, tmp_path):
    from timbre_app.books.encoding import AudiobookWriter

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(AudiobookWriter, "write", fail)
    with pytest.raises(OSError, match="No space"):
        make(suffix="mp3")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of a file's size")
@pytest.mark.parametrize("suffix", ["wav", "flac", "mp3", "m4a", "opus"])
def test_what_the_disk_says_is_what_a_person_hears(tmp_path, suffix):
    import resource

    from timbre_app.books.encoding import AudiobookWriter

    pcm = np.random.default_rng(0).normal(0, 3000, 20 * RATE).astype(np.int16)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)

    def write():
        with AudiobookWriter(tmp_path / f"a.{suffix}", RATE, {}) as writer:
            writer.write(pcm)

    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, usual[1]))  # stands for a full disk
    try:
        with pytest.raises(OSError, match="File too large") as error:
            write()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert error.value.errno == errno.EFBIG
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_cover_is_left_out(home, tmp_path, narrator):
    from timbre_app.books.project import import_book

    damaged = makers.make_epub(tmp_path / "x.epub", **{"OEBPS/cover.png": makers.PNG[:40] + b"\0" * 30})
    project = import_book(damaged)
    render(project, ORDER, narrator)
    book = assemble(project, ORDER, narrator, Delivery(tmp_path / "out", "", tmp_path / "out" / "b.m4b"))
    with av.open(str(book.m4b)) as file:
        assert not [s for s in file.streams.video if s.disposition & Disposition.attached_pic]


def test_a_chapter_of_which_nothing_is_left_is_named(home, tmp_path, narrator):
    from timbre_app.books.project import import_book

    (tmp_path / "a.md").write_text("# One\n\nText.\n\n# Two\n\n| a | b |\n|---|---|\n| c | d |\n")
    project = import_book(tmp_path / "a.md")
    order = BookOrder((1, 2), "voice", skipped=frozenset({"tables"}))
    chapter = project.folder / "chapters" / "0002.json"
    chapter.write_text('[["table", "a, b"]]')
    render(project, order, narrator)
    with pytest.raises(BookError, match="Chapter 2 has nothing to read"):
        assemble(project, order, narrator, Delivery(tmp_path / "out"))


@pytest.mark.parametrize("name", ["a/b:c*?", "..", "con|<>", "x" * 300])
def test_titles_become_names_of_files(name):
    safe = safe_name(name)
    assert safe
    assert not set(safe) & set('/\\:*?"<>|')
    assert len(safe) <= 60
    assert safe not in (".", "..")


def test_other_formats_are_refused():
    with pytest.raises(BookError, match="choose wav, flac, mp3, m4a or opus"):
        check_format("m4b")
