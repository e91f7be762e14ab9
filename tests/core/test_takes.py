import numpy as np
import pytest

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre.takes import check_take

PROMPT = "The quick brown fox jumps over the lazy dog."


def codes(wave, rate=SAMPLE_RATE, **kwargs):
    return {issue.code: issue.severity for issue in check_take(wave, rate, **kwargs).issues}


def test_a_good_take_has_no_issues():
    report = check_take(speech_like(2.5), SAMPLE_RATE, PROMPT, PROMPT.split())
    assert report.issues == ()
    assert report.is_usable
    assert report.level_db == pytest.approx(-24, abs=2)
    assert report.snr_db > 40
    assert report.lead_in_s == pytest.approx(0.4, abs=0.06)
    assert report.tail_s == pytest.approx(0.4, abs=0.06)
    assert report.speech_s == pytest.approx(2.5, abs=0.1)
    assert report.missed_words == report.added_words == ()


@pytest.mark.parametrize(
    ("wave", "code", "severity"),
    [
        (np.zeros(0, np.float32), "empty", "error"),
        (np.full(9000, np.nan, np.float32), "empty", "error"),
        (np.zeros(44_100, np.float32), "silent", "error"),
        (speech_like(level_db=-58, noise_db=-90), "quiet", "error"),
        (speech_like(level_db=-45, noise_db=-90), "quiet", "warning"),
        (np.clip(speech_like(level_db=-10), -0.75, 0.75), "clipped", "warning"),
        (np.clip(speech_like(level_db=0), -0.5, 0.5), "clipped", "error"),
        (speech_like(noise_db=-40), "noisy", "warning"),
        (speech_like(noise_db=-28), "noisy", "error"),
        (speech_like(0.4), "short", "error"),
        (speech_like(21.0), "long", "warning"),
        (speech_like(2.5, lead_in_s=0), "cut_start", "warning"),
        (speech_like(2.6, tail_s=0), "cut_end", "warning"),
    ],
)
def test_what_is_wrong_is_named(wave, code, severity):
    report = check_take(wave, SAMPLE_RATE)
    assert {issue.code: issue.severity for issue in report.issues}.get(code) == severity
    assert report.is_usable is all(issue.severity == "warning" for issue in report.issues)
    for issue in report.issues:
        assert str(issue.message)[0].isupper()
        assert str(issue.message).endswith(".")


def test_a_clipped_take_that_was_turned_down_still_counts():
    wave = 0.4 * np.clip(speech_like(level_db=-4), -0.6, 0.6)
    assert "clipped" in codes(wave)


def test_a_dull_recording_is_named():
    assert codes(speech_like(2.5, sample_rate=8_000), 8_000) == {"low_rate": "warning"}


def test_a_sentence_that_cannot_fit_into_its_take():
    assert codes(speech_like(1.0), prompt_text=PROMPT * 2) == {"hurried": "error"}


def test_missed_words_are_named():
    report = check_take(
        speech_like(2.5),
        SAMPLE_RATE,
        PROMPT,
        ["the", "quick", "brown", "jumps", "over", "the", "lazy", "dog"],
    )
    assert report.missed_words == ("fox",)
    (issue,) = report.issues
    assert (issue.code, issue.severity) == ("missed_words", "warning")
    assert "“fox”" in str(issue.message)


def test_words_too_many_are_named():
    heard = [*PROMPT.split(), "really", "yes"]
    report = check_take(speech_like(2.5), SAMPLE_RATE, PROMPT, heard)
    assert report.added_words == ("really", "yes")
    assert [issue.code for issue in report.issues] == ["added_words"]


def test_another_sentence_is_refused():
    heard = ["nothing", "of", "this", "was", "ever", "written", "anywhere"]
    report = check_take(speech_like(2.5), SAMPLE_RATE, PROMPT, heard)
    assert [issue.code for issue in report.issues] == ["wrong_sentence"]
    assert not report.is_usable
    assert not check_take(speech_like(2.5), SAMPLE_RATE, PROMPT, []).is_usable
