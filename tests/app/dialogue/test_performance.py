"""Lines begin where the script says, whatever their silence; memory holds a window, not the dialogue."""

from dataclasses import replace

import numpy as np
import pytest

from tests.app.dialogue.speaking import ToneSpeech, tone
from timbre.contract import SAMPLE_RATE
from timbre.text import TextError
from timbre_app.client.streams import RequestCancelled
from timbre_app.dialogue import performance
from timbre_app.dialogue.limiter import CEILING, Limiter
from timbre_app.dialogue.loudness import SpeechEnds, gain_for, speech_ends
from timbre_app.dialogue.mixer import Mixer
from timbre_app.dialogue.performance import How, LineError, perform
from timbre_app.dialogue.plain_text import parse_text
from timbre_app.dialogue.plan import LEAD_S, plan
from timbre_app.server.errors import ServerError

NEAR_S = 0.006
SCRIPT = parse_text("""
Ann: one two three four five six seven
Ben (pause 0.5): one two
[Ann pause=0] one two three
Ben (pause -0.2): one two three four
Cid (together): one two three four five six seven eight nine
Dee (pause -9): one
Cid: one two
""")


def heard(lines, speech, how=None):
    """Mix and stems as float32, and the lines as they were placed."""
    placed = []
    how = replace(
        how or How(), stems=tuple(dict.fromkeys(line.speaker for line in lines)), on_placed=placed.append
    )
    blocks = list(perform(lines, speech, how))
    mix = np.concatenate([block.mix for block in blocks]).astype(np.float32) / 32_767
    stems = {
        name: np.concatenate([b.stems[name] for b in blocks]).astype(np.float32) / 32_767
        for name in how.stems
    }
    return mix, stems, placed


def sounding(stem, line):
    """First and last second of a line's tone, from the samples themselves."""
    begin = round((line.start_s - 0.05) * SAMPLE_RATE)
    loud = np.flatnonzero(np.abs(stem[begin : round((line.end_s + 0.05) * SAMPLE_RATE)]) > 0.002)
    return (begin + loud[0]) / SAMPLE_RATE, (begin + loud[-1]) / SAMPLE_RATE


def test_the_gaps_that_are_heard_are_the_pauses_of_the_script():
    mix, stems, placed = heard(SCRIPT.lines, ToneSpeech())
    spans = [sounding(stems[line.line.speaker], line) for line in placed]
    assert [end - start for start, end in spans] == pytest.approx(
        [0.7, 0.2, 0.3, 0.4, 0.9, 0.1, 0.2], abs=1e-3
    )
    starts, ends = zip(*spans, strict=True)
    assert starts[0] == pytest.approx(0.1, abs=NEAR_S)
    assert starts[1] - ends[0] == pytest.approx(0.5, abs=NEAR_S)
    assert starts[2] - ends[1] == pytest.approx(0.0, abs=NEAR_S)
    assert starts[3] - ends[2] == pytest.approx(-0.2, abs=NEAR_S)
    assert starts[4] == pytest.approx(starts[3], abs=NEAR_S)
    assert starts[5] == pytest.approx(starts[4], abs=NEAR_S)  # not before the line before it
    assert starts[6] - ends[4] == pytest.approx(0.35, abs=NEAR_S)  # after everybody
    np.testing.assert_allclose(mix, sum(stems.values()), atol=2e-4)


def test_the_plan_of_lines_that_were_spoken_is_the_performance():
    _, _, placed = heard(SCRIPT.lines, ToneSpeech())
    spans = plan(SCRIPT.lines, {line.index: line.end_s - line.start_s for line in placed})
    assert all(span.is_known for span in spans)
    assert [(s.start_s, s.end_s) for s in spans] == [
        pytest.approx((p.start_s, p.end_s), abs=1e-3) for p in placed
    ]
    guessed = plan(SCRIPT.lines, {0: 2.0})
    assert [span.is_known for span in guessed] == [True] + [False] * 6
    assert guessed[1].start_s == pytest.approx(LEAD_S + 2.5)


def test_the_first_line_begins_at_once_or_after_its_own_pause():
    for pause, start_s in (("", 0.1), ("(pause 0.7)", 0.7), ("(pause -3)", 0.1), ("(together)", 0.1)):
        _, _, placed = heard(parse_text(f"Ann {pause}: one two").lines, ToneSpeech())
        assert placed[0].start_s == pytest.approx(start_s, abs=1e-3)


def test_the_size_of_chunks_does_not_matter(monkeypatch):
    mix, _, _ = heard(SCRIPT.lines, ToneSpeech())
    monkeypatch.setattr("tests.app.dialogue.speaking.CHUNK", 311)
    smaller, _, _ = heard(SCRIPT.lines, ToneSpeech())
    np.testing.assert_array_equal(mix, smaller)


def test_a_performance_from_a_later_line_is_the_end_of_the_whole_one():
    mix, _, placed = heard(SCRIPT.lines, ToneSpeech())
    rest, _, again = heard(SCRIPT.lines, ToneSpeech(), How(first=6))
    assert [line.index for line in again] == [6]
    begin = round((placed[6].start_s - LEAD_S) * SAMPLE_RATE)
    np.testing.assert_allclose(mix[begin : begin + len(rest)], rest, atol=2e-4)


def test_lines_are_asked_for_in_order_and_one_ahead():
    speech = ToneSpeech()
    heard(SCRIPT.lines[:3], speech)
    asked = [entry for entry in speech.log if entry.startswith(("ask", "close"))]
    assert asked == ["ask 2", "ask 3", "close 2", "ask 4", "close 3", "close 4"]
    assert speech.log.index("ask 3") == speech.log.index("chunk 2") + 1


def test_the_mix_comes_while_a_line_is_made():
    speech = ToneSpeech()
    blocks = perform(SCRIPT.lines, speech, How())
    while not len(next(blocks).mix):
        pass
    assert "close 2" not in speech.log
    blocks.close()
    assert {"close 2", "close 3"} <= set(speech.log)


def test_memory_holds_no_more_than_a_few_lines(monkeypatch):
    lines = parse_text("Ann: one two three four\nBen (pause -0.1): one two\n" * 200).lines
    most = 0

    class Watched(Mixer):
        def release(self, until):
            nonlocal most
            most = max(most, self.held_samples)
            return super().release(until)

    monkeypatch.setattr(performance, "Mixer", Watched)
    samples = sum(len(block.mix) for block in perform(lines, ToneSpeech()))
    assert samples > 100 * SAMPLE_RATE
    assert most < 3 * SAMPLE_RATE


def test_a_line_that_cannot_be_spoken_is_named():
    speech = ToneSpeech()
    speech.errors[3] = TextError("There is nothing to speak in this text.")
    with pytest.raises(LineError) as error:
        heard(SCRIPT.lines, speech)
    assert str(error.value) == "Line 3 cannot be spoken: There is nothing to speak in this text."
    assert speech.log[-1].startswith("close")


@pytest.mark.parametrize(
    "error", [ServerError("The speech server does not answer."), OSError(28, "No space left")]
)
def test_other_errors_are_not_the_lines(error):
    speech = ToneSpeech()
    speech.errors[2] = error
    with pytest.raises(type(error)) as raised:
        heard(SCRIPT.lines, speech)
    assert raised.value is error


def test_stopping_ends_the_work():
    speech = ToneSpeech()
    count = iter(range(100))
    with pytest.raises(RequestCancelled):
        heard(SCRIPT.lines, speech, How(should_stop=lambda: next(count) > 4))
    assert {"close 2", "close 3"} <= set(speech.log)


def test_a_line_without_anything_loud_is_placed_whole():
    _, _, placed = heard(parse_text("Ann: one two three").lines, ToneSpeech(level=1e-5))
    assert placed[0].end_s - placed[0].start_s == pytest.approx(0.64, abs=0.01)


def test_voices_become_equally_loud():
    quiet, loud = (tone(2.0, level) * 32_767 for level in (0.01, 0.4))
    assert gain_for(quiet.astype(np.int16)) / gain_for(loud.astype(np.int16)) == pytest.approx(40, rel=0.02)
    assert gain_for(np.zeros(0, np.int16)) == 1.0


def test_everybody_at_once_does_not_clip():
    lines = parse_text(
        "Ann: " + "one " * 9 + "".join(f"\n[S{n} together] " + "one " * 9 for n in range(9))
    ).lines
    mix, stems, _ = heard(lines, ToneSpeech(level=0.5))
    assert len(stems) == 10
    assert np.abs(mix).max() == pytest.approx(CEILING, abs=0.01)
    steps = np.abs(np.diff(mix)).max()
    assert steps < 2 * np.pi * 210 / SAMPLE_RATE * 1.2  # no sample is cut off: the tone stays smooth


def test_the_limiter_leaves_quiet_sound_alone_and_is_the_same_for_all_blocks():
    rng = np.random.default_rng(5)
    sound = np.concatenate([tone(0.2, 0.5), tone(0.1, 3.0), tone(0.2, 0.5)])

    def limited(samples, size):
        limiter = Limiter()
        parts = [limiter.add(samples[at : at + size]) for at in range(0, len(samples), size)]
        return np.concatenate([*parts, limiter.add(np.zeros(0, np.float32), is_last=True)])

    np.testing.assert_array_equal(limited(sound[:4000], 100), sound[:4000])
    whole = limited(sound, len(sound))
    assert len(whole) == len(sound)
    assert np.abs(whole).max() <= CEILING + 1e-6
    for size in (1, 333, int(rng.integers(400, 900))):
        np.testing.assert_allclose(limited(sound, size), whole, atol=1e-5)


def test_the_ends_of_speech_do_not_depend_on_chunks():
    sound = np.concatenate(
        [
            np.zeros(3001, np.float32),
            tone(0.3),
            np.zeros(900, np.float32),
            tone(0.2),
            np.zeros(5000, np.float32),
        ]
    )
    whole = speech_ends(sound)
    assert whole == pytest.approx((3001, len(sound) - 5000), abs=NEAR_S * SAMPLE_RATE)
    ends = SpeechEnds()
    for at in range(0, len(sound), 97):
        ends.add(sound[at : at + 97])
    assert (ends.first, ends.last, ends.count) == (*whole, len(sound))
