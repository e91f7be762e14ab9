"""SSML before the real server: silences, voices, marks and prosody, from the library and the command."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.command import complaint, run_timbre
from tests.helpers.speech_server import LONG_TEXT, wait_until
from timbre.contract import SAMPLE_RATE
from timbre.text import TextError
from timbre.text.ssml import read_ssml
from timbre.voice import VoiceError
from timbre_app.output.speaking import find_voice
from timbre_app.ssml import SsmlDefaults, SsmlSpeech

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
def speak(speech_server):
    """Begin to speak what stands in <speak>."""

    def begin(inside: str, **options) -> SsmlSpeech:
        document = read_ssml(f"<speak>{inside}</speak>")
        return SsmlSpeech(
            speech_server.client, document, SsmlDefaults(speech_server.voice(), find_voice, **options)
        )

    return begin


def heard(speech: SsmlSpeech):
    """Samples, words and marks of all of it."""
    with speech:
        chunks = list(speech)
    assert [chunk.timing.final for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    at = 0
    for chunk in chunks:
        assert chunk.timing.first_sample == at
        at += len(chunk.pcm)
    return (
        np.concatenate([chunk.pcm for chunk in chunks]),
        [word for chunk in chunks for word in chunk.timing.words],
        [mark for chunk in chunks for mark in chunk.marks],
    )


def silences(pcm: np.ndarray, least_s: float = 0.03) -> list[tuple[float, float]]:
    """Begin and length of each run of zeros, in seconds."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], pcm == 0, [0]]).astype(int)))
    runs = edges.reshape(-1, 2) / SAMPLE_RATE
    return [(start, end - start) for start, end in runs if end - start >= least_s]


def test_plain_document_is_the_text(speak, speech_server):
    pcm, words, _ = heard(speak("Good   morning.\n How are you?"))
    plain = [
        chunk.pcm for chunk in speech_server.client.speak("Good morning. How are you?", speech_server.voice())
    ]
    np.testing.assert_array_equal(pcm, np.concatenate(plain))
    assert [word.text for word in words] == ["Good", "morning", "How", "are", "you"]


def test_break_is_silence_of_its_length(speak):
    pcm, words, _ = heard(
        speak('Hello<break time="700ms"/>there. <break time="250ms"/>Good <break time="2s"/>bye.')
    )
    lengths = [length for _, length in silences(pcm)]
    assert lengths == pytest.approx([0.7, 0.25, 2.0], abs=0.02)
    for (start, length), before, after in zip(silences(pcm), words, words[1:], strict=False):
        assert before.end_s <= start + 0.05
        assert after.start_s >= start + length - 0.02


def test_silence_at_both_ends(speak):
    pcm, _, marks = heard(
        speak('<break time="1s"/><mark name="a"/>Hello.<mark name="b"/><break time="500ms"/>')
    )
    (first, begin_s), (last, end_s) = silences(pcm)
    assert (first, begin_s, end_s) == pytest.approx((0, 1, 0.5), abs=0.02)
    assert last + end_s == pytest.approx(len(pcm) / SAMPLE_RATE, abs=1e-6)
    assert [mark.time_s for mark in marks] == pytest.approx([1, len(pcm) / SAMPLE_RATE - 0.5], abs=0.05)


def test_words_keep_their_places_in_the_written_text(speak):
    inside = 'It is <say-as interpret-as="ordinal">22</say-as> <break/> of <sub alias="May">5.</sub>, <voice name="base:tiny:1">Ben</voice>.'
    document = read_ssml(f"<speak>{inside}</speak>")
    pcm, words, _ = heard(speak(inside))
    assert document.written == "It is 22\nof 5.,\nBen."
    assert [document.written[word.char_start : word.char_end] for word in words] == [
        "It", "is", "22", "22", "of", "5.", "Ben",
    ]  # fmt: skip
    times = [time_s for word in words for time_s in (word.start_s, word.end_s)]
    assert times == sorted(times)
    assert times[-1] <= len(pcm) / SAMPLE_RATE + 0.02


def test_marks_come_with_the_time_of_the_next_word(speak):
    _, words, marks = heard(
        speak(
            '<mark name="a"/>One two <mark name="b"/>three. <mark name="c"/><break time="1s"/>Four.<mark name="d"/>'
        )
    )
    assert [mark.name for mark in marks] == ["a", "b", "c", "d"]
    assert marks[0].time_s == words[0].start_s
    assert marks[1].time_s == words[2].start_s
    assert words[2].end_s - 0.02 <= marks[2].time_s <= words[3].start_s - 0.97
    assert marks[3].time_s >= words[3].end_s - 0.02


def test_prosody_changes_its_own_words_and_multiplies(speak):
    def lengths(inside: str) -> list[float]:
        _, words, _ = heard(speak(inside))
        return [word.end_s - word.start_s for word in words]

    plain = lengths("Tomorrow morning everybody remembers.")
    slow = lengths('Tomorrow <prosody rate="50%">morning everybody</prosody> remembers.')
    assert slow[1] + slow[2] == pytest.approx(2 * (plain[1] + plain[2]), rel=0.15)
    assert slow[0] == pytest.approx(plain[0], abs=0.03)
    assert slow[3] == pytest.approx(plain[3], abs=0.03)
    nested = lengths(
        '<prosody rate="80%">Tomorrow <prosody rate="50%">morning everybody</prosody> remembers.</prosody>'
    )
    assert nested[1] + nested[2] == pytest.approx(2.5 * (plain[1] + plain[2]), rel=0.15)
    assert nested[0] == pytest.approx(1.25 * plain[0], rel=0.2)


def test_whole_document_at_another_rate_is_as_the_control(speak, speech_server):
    pcm, _, _ = heard(speak(f'<prosody rate="200%">{LONG_TEXT}</prosody>'))
    plain, _, _ = heard(speak(LONG_TEXT))
    assert len(pcm) / len(plain) == pytest.approx(0.5, abs=0.08)


def test_voices_take_turns(speak, speech_server):
    pcm, words, _ = heard(speak('One two. <voice name="base:tiny:1">Three four.</voice> Five six.'))
    assert [word.text for word in words] == ["One", "two", "Three", "four", "Five", "six"]
    other = [chunk.pcm for chunk in speech_server.client.speak("Three four.", speech_server.voice("tiny:1"))]
    start = round(words[2].start_s * SAMPLE_RATE) + 500
    piece = pcm[start : start + 2000].astype(float)
    whole = np.concatenate(other).astype(float)
    match = np.correlate(whole, piece, "valid").max() / np.dot(piece, piece)
    assert match > 0.95


def test_unknown_voice_is_said_before_anything_is_spoken(speak):
    with pytest.raises(VoiceError, match="no voice named 'Zoe'"):
        speak('Hello. <voice name="Zoe">Hello.</voice>')


def test_part_without_words_is_left_out_and_nothing_but_such_is_refused(speak):
    pcm, words, _ = heard(speak('Hello. <break time="100ms"/> — <break time="100ms"/> Bye.'))
    assert [word.text for word in words] == ["Hello", "Bye"]
    assert len(pcm)
    with pytest.raises(TextError, match="nothing to speak"):
        list(speak('<sub alias="—">x</sub>'))


def test_first_sound_does_not_wait_for_the_document(speak):
    inside = (LONG_TEXT + '<break time="100ms"/>') * 20
    heard(speak("Hello."))

    def share() -> float:
        began = time.monotonic()
        with speak(inside) as speech:
            arrivals = [time.monotonic() - began for chunk in speech if len(chunk.pcm)]
        return arrivals[0] / arrivals[-1]

    assert any(share() < 1 / 5 for _ in range(3))  # the best of three, on a busy machine


def test_closing_ends_the_work(speak, speech_server):
    speech = speak((LONG_TEXT + "<break/>") * 40)
    next(speech)
    speech.close()
    assert list(speech) == []
    assert wait_until(lambda: speech_server.figures.streams == 0)


DOCUMENT = """<?xml version="1.0"?>
<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis">
  <mark name="start"/>Good <emphasis>morning</emphasis>.
  <break time="600ms"/>
  <mark name="middle"/>It is <say-as interpret-as="ordinal">22</say-as>.
</speak>
"""


def test_command_speaks_a_file(speech_server, tmp_path: Path):
    (tmp_path / "a.ssml").write_text(DOCUMENT)
    out, marks = tmp_path / "a.wav", tmp_path / "marks.json"
    done = run_timbre(
        "say", "--voice", "base:tiny:0", "--ssml", tmp_path / "a.ssml", "-o", out,
        "--subtitles", "srt", "--marks", marks, "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    pcm, _ = soundfile.read(out, dtype="int16")
    # The watermark of a file reaches about 45 ms into a silence, at both ends.
    assert [length for _, length in silences(pcm)] == pytest.approx([0.6], abs=0.1)
    rows = json.loads(marks.read_text())["marks"]
    assert [row["name"] for row in rows] == ["start", "middle"]
    assert rows[1]["time_s"] == pytest.approx(sum(silences(pcm)[0]), abs=0.1)
    cues = out.with_suffix(".srt").read_text()
    assert "Good morning." in cues
    assert "It is 22." in cues


def test_command_takes_standard_input_and_says_what_is_wrong(speech_server, tmp_path: Path):
    out = tmp_path / "a.wav"

    def said(document: str, *more: str) -> str:
        return complaint(
            run_timbre(
                "say", "--voice", "base:tiny:0", "--ssml", "-", "-o", out, *more, stdin=document.encode()
            )
        )

    done = run_timbre("say", "--voice", "base:tiny:0", "--ssml", "-", "-o", "-", stdin=DOCUMENT.encode())
    assert done.returncode == 0
    assert done.stdout[:4] == b"RIFF"
    assert "<audio>" in said('<speak><audio src="a"/></speak>')
    assert "no voice named 'Zoe'" in said('<speak><voice name="Zoe">a</voice></speak>')
    assert "leave out the text" in said(DOCUMENT, "Hello.")
    assert "--marks needs" in complaint(
        run_timbre("say", "--voice", "base:tiny:0", "a", "--marks", tmp_path / "m")
    )
    assert list(tmp_path.iterdir()) == []
