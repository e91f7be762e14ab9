"""Speaks one text: its samples and marks, in order, until it ends, is stopped or is paused."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from timbre.contract import SAMPLE_RATE
from timbre.messages import TimbreError
from timbre.text import TextError
from timbre.timing import TimedWord
from timbre.voice import Voice
from timbre_app.client.streams import RequestError, SpeechStream
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.desktop.speechd.marked_text import Mark, MarkedText
from timbre_app.desktop.speechd.session import Session
from timbre_app.desktop.speechd.settings import SpeechSettings
from timbre_app.desktop.speechd.voices import SystemVoices, text_language
from timbre_app.desktop.speechd.wire import Wire
from timbre_app.reading.dictionary import Dictionary

MOST_SAMPLES = 4096
"""Most samples of one event. It is small, so that little sound is on its way when somebody stops the speech."""
QUIET = 100
"""Amplitude in units of int16 below which nothing is heard."""
LEAD_SAMPLES = SAMPLE_RATE // 100
"""Silence that stays before the first sound; most voices begin with 70 ms, which a screen reader need not wait for."""
OWN_MARK = "__spd_"
"""Begins the name of a mark that speech-dispatcher itself has set: there it can go on after a pause."""
_log = logging.getLogger(__name__)


@dataclass
class Backstage:
    """What an utterance speaks with.

    Attributes:
        wire: Takes the samples and the events.
        session: The speech server.
        voices: The voices.
        dictionary: The person's pronunciations.
        unspoken: Languages that the server does not speak; texts in them are read in the voice's own.
    """

    wire: Wire
    session: Session
    voices: SystemVoices
    dictionary: Dictionary
    unspoken: set[str] = field(default_factory=set)


class Utterance:
    """One text on its way to speech-dispatcher.

    Args:
        backstage: What speaks.
        marked: The text and its marks.
        settings: How it is spoken.
    """

    def __init__(self, backstage: Backstage, marked: MarkedText, settings: SpeechSettings) -> None:
        self._backstage, self._marked, self._settings = backstage, marked, settings
        self._wire = backstage.wire
        self._is_begun = self._is_over = self._pauses = False
        self._stream: SpeechStream | None = None

    def start(self) -> None:
        """Speak on a thread of its own."""
        threading.Thread(target=self._run, name="speech", daemon=True).start()

    def stop(self) -> None:
        """Be silent at once; does nothing after the end."""
        with self._wire.whole():
            if self._is_over:
                return
            self._finish("703 STOP")
        # The server is asked to end its work, for which speech-dispatcher must not wait.
        threading.Thread(target=self._close, name="cancel", daemon=True).start()

    def pause(self) -> None:
        """End at the next place from which speech-dispatcher can go on."""
        self._pauses = True

    def _run(self) -> None:
        try:
            with self._backstage.session as client:
                self._speak(client)
            self._end()
        except TextError:
            self._end()  # only signs; there is nothing to hear
        except (TimbreError, OSError) as error:
            _log.error("a text was not spoken: %s", error)
            self.stop()
        except Exception:  # noqa: BLE001  without an end speech-dispatcher would wait for ever and speak nothing more
            _log.exception("a text was not spoken")
            self.stop()

    def _speak(self, client: TimbreClient) -> None:
        voice = self._backstage.voices.chosen(self._settings)
        language = text_language(voice, self._settings.language)
        if language in self._backstage.unspoken:
            language = voice.language
        try:
            self._send_speech(client, voice, language)
        except RequestError:
            if language == voice.language or self._is_begun:
                raise
            self._backstage.unspoken.add(language)
            self._send_speech(client, voice, voice.language)

    def _send_speech(self, client: TimbreClient, voice: Voice, language: str) -> None:
        lexicon = self._backstage.dictionary.usable()
        stream = client.speak(self._marked.text, voice, self._settings.controls, language, lexicon)
        self._stream = stream
        marks = MarkTimes(self._marked.marks)
        with stream:
            for chunk in () if self._is_over else stream:  # stopped before `_close` knew the stream
                marks.add(chunk.timing.words)
                if not self._send_chunk(chunk.pcm, chunk.timing.first_sample, marks):
                    return
        self._send_marks(marks.rest())

    def _send_chunk(self, pcm: np.ndarray, first_sample: int, marks: MarkTimes) -> bool:
        """Send samples and the marks among them; returns whether the speech goes on."""
        if not self._is_begun:
            silent = _leading_silence(pcm)
            pcm, first_sample = pcm[silent:], first_sample + silent
        pcm = _quieter(pcm, self._settings.gain)
        sent = 0
        for sample, mark in marks.before(first_sample + len(pcm)):
            until = max(sample - first_sample, sent)
            if not (self._send_samples(pcm[sent:until]) and self._send_marks([mark])):
                return False
            sent = until
        return self._send_samples(pcm[sent:])

    def _send_samples(self, pcm: np.ndarray) -> bool:
        for start in range(0, len(pcm), MOST_SAMPLES):
            if not self._unless_over(self._wire.send_audio, pcm[start : start + MOST_SAMPLES]):
                return False
        return True

    def _send_marks(self, marks: Sequence[Mark]) -> bool:
        for mark in marks:
            if not self._unless_over(self._wire.send, f"700-{mark.name}", "700 INDEX MARK"):
                return False
            if self._pauses and mark.name.startswith(OWN_MARK):
                self._finish("704 PAUSE")
                return False
        return True

    def _unless_over(self, send: Callable[..., None], *what: object) -> bool:
        with self._wire.whole():
            if self._is_over:
                return False
            self._begin()
            send(*what)
        return True

    def _end(self) -> None:
        with self._wire.whole():
            if self._is_over:
                return
            if self._pauses:
                # speech-dispatcher 0.11 pauses at marks only and would wait for one for ever. This one is not in the
                # text: nothing of it is left.
                self._begin()
                self._wire.send(f"700-{OWN_MARK}{len(self._marked.marks)}", "700 INDEX MARK")
            self._finish("704 PAUSE" if self._pauses else "702 END")

    def _finish(self, event: str) -> None:
        with self._wire.whole():
            if not self._is_over:
                self._begin()
                self._is_over = True
                self._wire.send(event)

    def _begin(self) -> None:
        if not self._is_begun:
            self._is_begun = True
            self._wire.send("701 BEGIN")

    def _close(self) -> None:
        if self._stream is not None:
            self._stream.close()


class MarkTimes:
    """When marks are heard: each one when the first word behind it begins."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = list(marks)
        self._words: list[TimedWord] = []

    def add(self, words: Sequence[TimedWord]) -> None:
        """Add the words of a further sentence."""
        self._words += words

    def before(self, sample: int) -> list[tuple[int, Mark]]:
        """Take the next marks that are heard before a sample, each with its own sample."""
        taken: list[tuple[int, Mark]] = []
        while self._marks:
            start = self._start(self._marks[0])
            if start is None or start >= sample:
                break
            taken.append((start, self._marks.pop(0)))
        return taken

    def rest(self) -> list[Mark]:
        """Take the marks behind the last word."""
        marks, self._marks = self._marks, []
        return marks

    def _start(self, mark: Mark) -> int | None:
        starts = (word.start_s for word in self._words if word.char_start >= mark.char)
        start_s = next(starts, None)
        return None if start_s is None else round(start_s * SAMPLE_RATE)


def _leading_silence(pcm: np.ndarray) -> int:
    """Samples that may be left out before the first sound."""
    loud = np.flatnonzero(np.abs(pcm.astype(np.int32)) > QUIET)
    return max((int(loud[0]) if len(loud) else len(pcm)) - LEAD_SAMPLES, 0)


def _quieter(pcm: np.ndarray, gain: float) -> np.ndarray:
    return pcm if gain == 1 else np.round(pcm * gain).astype(np.int16)
