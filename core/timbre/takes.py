"""Whether a take is good enough to learn a voice from, and what to do when it is not. Needs no server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from timbre.audio import FRAME_S, active_level_db, frame_levels_db, trim_silence
from timbre.echo import WHOLE_FALL_DB, fall_db
from timbre.messages import Message
from timbre.words import compare

Severity = Literal["warning", "error"]

SILENCE_DB = -65.0
FAINT_DB = -52.0
QUIET_DB = -40.0
NOISY_SNR_DB = 24.0
DROWNED_SNR_DB = 9.0
ECHO_FALL_DB = 20.0
CLIPPED_FRACTION = 2e-4
RUINED_FRACTION = 5e-3
CUT_BELOW_SPEECH_DB = 12.0
SHORTEST_S = 0.6
LONGEST_S = 20.0
LETTERS_PER_S = 30.0
LOWEST_RATE_HZ = 16_000
WRONG_SENTENCE = 0.5
MISREAD = 0.34
WORDS_NAMED = 6


@dataclass(frozen=True)
class Issue:
    """One thing that is wrong; `message` is a sentence that says what to do.

    A take with an "error" is not worth learning from; one with a "warning" alone is usable.
    """

    code: str
    severity: Severity
    message: Message


@dataclass(frozen=True)
class TakeReport:
    """What a take sounds like.

    Attributes:
        level_db: Level of its speech in dBFS.
        peak_db: Highest sample in dBFS.
        snr_db: Speech above the quietest frames, in dB.
        fall_db: How far its level falls within 0.1 s where it falls fastest; an echo holds it up.
        clipped_fraction: Share of samples in flattened peaks.
        lead_in_s: Silence before the speech.
        tail_s: Silence after it.
        duration_s: The whole take.
        issues: What is wrong; empty for a good take.
        missed_words: Words of the prompt that were not heard.
        added_words: Words heard that are not in the prompt.
    """

    level_db: float
    peak_db: float
    snr_db: float
    fall_db: float
    clipped_fraction: float
    lead_in_s: float
    tail_s: float
    duration_s: float
    issues: tuple[Issue, ...] = ()
    missed_words: tuple[str, ...] = ()
    added_words: tuple[str, ...] = ()

    @property
    def is_usable(self) -> bool:
        """Whether nothing is wrong that spoils the take."""
        return all(issue.severity != "error" for issue in self.issues)

    @property
    def speech_s(self) -> float:
        """Duration without the silence at both ends."""
        return max(0.0, self.duration_s - self.lead_in_s - self.tail_s)


def check_take(
    waveform: np.ndarray,
    sample_rate: int,
    prompt_text: str | None = None,
    words: Sequence[str] | None = None,
) -> TakeReport:
    """Measure a take and say what is wrong with it.

    Args:
        waveform: (n,) float32.
        sample_rate: In Hz.
        prompt_text: What was to be read.
        words: What a recogniser heard, in order; needs prompt_text.
    """
    if not len(waveform) or not np.isfinite(waveform).all():
        issue = Issue("empty", "error", Message.of("The take holds no sound: record it again."))
        return TakeReport(-120.0, -120.0, 0.0, WHOLE_FALL_DB, 0.0, 0.0, 0.0, 0.0, (issue,))
    report = _measure(waveform, sample_rate)
    issues = list(_sound_issues(report, waveform, sample_rate))
    if not any(issue.code == "silent" for issue in issues):
        issues += _length_issues(report, prompt_text)
    if prompt_text is not None and words is not None:
        heard = compare(prompt_text, " ".join(words))
        issues += _word_issues(heard.missed, heard.added, heard.error_rate)
        report = replace(report, missed_words=heard.missed, added_words=heard.added)
    return replace(report, issues=tuple(issues))


def room_fault(waveform: np.ndarray, sample_rate: int) -> Literal["", "noisy", "echo"]:
    """The code of the issue that `check_take` would report about the room, without the rest of the check.

    Args:
        waveform: (n,) float32.
        sample_rate: In Hz.
    """
    if not len(waveform) or not np.isfinite(waveform).all():
        return ""
    level, snr_db = level_and_snr_db(waveform, sample_rate)
    if level < SILENCE_DB:
        return ""
    if snr_db < NOISY_SNR_DB:
        return "noisy"
    return "echo" if fall_db(waveform, sample_rate) < ECHO_FALL_DB else ""  # noise holds the level up as well


def level_and_snr_db(waveform: np.ndarray, sample_rate: int) -> tuple[float, float]:
    """Level of the speech in a take, in dBFS, and how far it is above the quietest frames, in dB.

    Args:
        waveform: (n,) float32, not empty.
        sample_rate: In Hz.
    """
    level = active_level_db(waveform, sample_rate)
    noise = float(np.percentile(frame_levels_db(waveform, sample_rate), 5))
    return level, level - noise


def clipped_fraction(waveform: np.ndarray) -> float:
    """Share of samples in flattened peaks: runs of three or more at the waveform's own ceiling.

    The ceiling is the highest sample, so a recording that was clipped and then turned down counts too.
    """
    magnitude = np.abs(waveform)
    ceiling = float(magnitude.max(initial=0.0))
    if ceiling < 0.1:
        return 0.0
    at_ceiling = np.concatenate([[False], magnitude >= ceiling * 0.999, [False]])
    edges = np.flatnonzero(np.diff(at_ceiling.astype(np.int8)))
    runs = edges[1::2] - edges[::2]
    return float(runs[runs >= 3].sum() / len(waveform))


def _measure(waveform: np.ndarray, sample_rate: int) -> TakeReport:
    level, snr_db = level_and_snr_db(waveform, sample_rate)
    start, end = trim_silence(waveform, sample_rate, margin_s=0.0)
    return TakeReport(
        level_db=level,
        peak_db=float(20 * np.log10(np.abs(waveform).max() + 1e-6)),
        snr_db=snr_db,
        fall_db=fall_db(waveform, sample_rate),
        clipped_fraction=clipped_fraction(waveform),
        lead_in_s=start / sample_rate,
        tail_s=(len(waveform) - end) / sample_rate,
        duration_s=len(waveform) / sample_rate,
    )


def _sound_issues(report: TakeReport, waveform: np.ndarray, sample_rate: int) -> Iterator[Issue]:
    """Issues about the sound, whatever was read; a take without any speech has one issue alone."""
    if report.level_db < SILENCE_DB:
        message = Message.of("Nothing was heard: check that the right microphone is chosen and not muted.")
        yield Issue("silent", "error", message)
        return
    yield from _level_issues(report)
    yield from _room_issues(report)
    if sample_rate < LOWEST_RATE_HZ:
        message = Message.of(
            "This was recorded at {rate} Hz, which sounds dull: use 22,050 Hz or more.", rate=sample_rate
        )
        yield Issue("low_rate", "warning", message)
    yield from _cut_issues(report.level_db, waveform, sample_rate)


def _level_issues(report: TakeReport) -> Iterator[Issue]:
    """Issues about speech that is too quiet, or so loud that it is distorted."""
    if report.level_db < FAINT_DB:
        yield Issue(
            "quiet",
            "error",
            Message.of("This is too quiet to use: come closer to the microphone or turn it up."),
        )
    elif report.level_db < QUIET_DB:
        yield Issue(
            "quiet", "warning", Message.of("This is quiet: come closer to the microphone or turn it up.")
        )
    if report.clipped_fraction > RUINED_FRACTION:
        yield Issue(
            "clipped", "error", Message.of("This is far too loud and distorted: turn the microphone down.")
        )
    elif report.clipped_fraction > CLIPPED_FRACTION:
        yield Issue(
            "clipped", "warning", Message.of("Loud moments are distorted: turn the microphone down a little.")
        )


def _room_issues(report: TakeReport) -> Iterator[Issue]:
    """Issues about noise, or else about echo."""
    if report.snr_db < DROWNED_SNR_DB:
        yield Issue(
            "noisy", "error", Message.of("The voice does not stand out from the noise: find a quieter place.")
        )
    elif report.snr_db < NOISY_SNR_DB:
        yield Issue(
            "noisy", "warning", Message.of("There is a lot of noise: find a quieter place or come closer.")
        )
    elif report.fall_db < ECHO_FALL_DB:  # noise holds the level up as well
        message = Message.of(
            "The room echoes: come closer to the microphone, or go where carpets and curtains are."
        )
        yield Issue("echo", "warning", message)


def _cut_issues(level_db: float, waveform: np.ndarray, sample_rate: int) -> Iterator[Issue]:
    """Issues about speech that is cut off: it is already loud in the first 40 ms, or still loud in the last."""
    edge = int(2 * FRAME_S * sample_rate)
    loud = level_db - CUT_BELOW_SPEECH_DB
    if frame_levels_db(waveform[:edge], sample_rate).min() > loud:
        message = Message.of("The beginning seems to be cut off: wait a moment before you speak.")
        yield Issue("cut_start", "warning", message)
    if frame_levels_db(waveform[-edge:], sample_rate).min() > loud:
        yield Issue(
            "cut_end", "warning", Message.of("The end seems to be cut off: wait a moment before you stop.")
        )


def _length_issues(report: TakeReport, prompt_text: str | None) -> Iterator[Issue]:
    if report.speech_s < SHORTEST_S:
        yield Issue("short", "error", Message.of("This is too short to use: read the whole sentence."))
        return
    if report.speech_s > LONGEST_S:
        message = Message.of(
            "This is longer than {seconds:.0f} s: read one sentence per take.", seconds=LONGEST_S
        )
        yield Issue("long", "warning", message)
    letters = sum(char.isalnum() for char in prompt_text or "")
    if letters / report.speech_s > LETTERS_PER_S:
        message = Message.of("This is too short for its sentence: read all of it, a little more slowly.")
        yield Issue("hurried", "error", message)


def _word_issues(missed: Sequence[str], added: Sequence[str], error_rate: float) -> Iterator[Issue]:
    if error_rate > WRONG_SENTENCE:
        yield Issue(
            "wrong_sentence",
            "error",
            Message.of("This does not sound like the sentence: read it word for word."),
        )
        return
    if missed:
        severity: Severity = "error" if error_rate > MISREAD else "warning"
        yield Issue(
            "missed_words",
            severity,
            Message.of("Not heard: {words}. Read the sentence once more.", words=_named(missed)),
        )
    elif added:
        message = Message.of("Also heard: {words}. Read the sentence word for word.", words=_named(added))
        yield Issue("added_words", "warning", message)


def _named(words: Sequence[str]) -> str:
    named = ", ".join(f"“{word}”" for word in words[:WORDS_NAMED])
    return named + (" and more" if len(words) > WORDS_NAMED else "")
