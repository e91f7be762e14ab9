"""Keeps script, cast and tracks in step with what the person types and chooses."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from timbre_app.dialogue.performance import PlacedLine
from timbre_app.dialogue.plain_text import parse_text
from timbre_app.dialogue.plan import Span, plan
from timbre_app.dialogue.script import Line, Script
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.studio.dialogue.page import DialoguePage
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.tasks import Task, Tasks

READ_AFTER_MS = 250
LANE = "dialogue script"


class DialogueDesk(QObject):
    """The script as it was last read without an error, who speaks it, and how long each line takes.

    Attributes:
        script: The script as it was last understood; None if there is none.
        text: The text of that script.
        is_understood: Whether the text on the page is that script.

    Signals:
        read: The script was read anew, or the cast has changed.
    """

    read = Signal()

    def __init__(self, page: DialoguePage, tasks: Tasks) -> None:
        super().__init__(page)
        self._page, self._tasks = page, tasks
        self.script: Script | None = None
        self.text = ""
        self.is_understood = False
        self.spans: Sequence[Span] = ()
        self._voices: Sequence[VoiceItem] = ()
        self._chosen: dict[str, str] = {}
        self._lengths: dict[tuple[str, str, HowToSpeak], float] = {}
        self._task: Task | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(READ_AFTER_MS)
        self._timer.timeout.connect(self._read)
        page.script_edit.textChanged.connect(self._timer.start)
        page.cast_panel.voice_chosen.connect(self._choose)

    @property
    def cast(self) -> dict[str, str]:
        """Ids of voices by speaker, empty for a speaker without a voice."""
        speakers = self.script.speakers if self.script else ()
        known = {voice.id for voice in self._voices}
        cast = {speaker: self._wish(speaker) for speaker in speakers}
        cast = {speaker: voice_id if voice_id in known else "" for speaker, voice_id in cast.items()}
        free = [voice.id for voice in self._voices if voice.id not in cast.values()]
        everyone = [voice.id for voice in self._voices]
        for number, speaker in enumerate(speakers):
            if not cast[speaker] and everyone:
                cast[speaker] = free.pop(0) if free else everyone[number % len(everyone)]
        return cast

    @property
    def choices(self) -> dict[str, str]:
        """The voices that the person chose, by speaker, also of scripts before this one."""
        return dict(self._chosen)

    def set_choices(self, choices: dict[str, str]) -> None:
        """Take over earlier choices."""
        self._chosen.update(choices)
        self._show()

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer voices. A voice may have been made anew, so no length is known any more."""
        self._voices = voices
        self._lengths.clear()
        self._show()

    def placed(self, line: PlacedLine) -> None:
        """Take over the length of a line that was spoken."""
        self._lengths[self._key(line.line, self.cast.get(line.line.speaker, ""))] = line.end_s - line.start_s

    def draw(self) -> None:
        """Draw the tracks anew."""
        lines, cast = self.script.lines if self.script else (), self.cast
        lengths = {
            index: length
            for index, line in enumerate(lines)
            if (length := self._lengths.get(self._key(line, cast[line.speaker]))) is not None
        }
        self.spans = plan(lines, lengths)
        self._page.tracks_view.set_lines(self.spans, [" ".join(line.written.split()) for line in lines])
        self._page.set_time(None)

    def read_now(self) -> None:
        """Read the script without waiting for the end of the typing."""
        self._timer.stop()
        self._read()

    def line_at(self, number: int) -> int:
        """The line of the script that stands in a line of the text, or the last one before it."""
        lines = self.script.lines if self.script else ()
        return max((index for index, line in enumerate(lines) if line.number <= number), default=0)

    def _wish(self, speaker: str) -> str:
        """The voice that was chosen for a speaker, or the one of that name."""
        chosen = self._chosen.get(speaker.casefold())
        if chosen is not None:
            return chosen
        return next((voice.id for voice in self._voices if voice.name.casefold() == speaker.casefold()), "")

    def _choose(self, speaker: str, voice_id: str) -> None:
        for name, voice in {**self.cast, speaker: voice_id}.items():
            self._chosen[name.casefold()] = voice  # the others keep what they have been given
        self._show()

    def _read(self) -> None:
        if self._task is not None:
            self._task.cancel()
        text = self._page.text
        if not text.strip():
            self._take(None)
            self._page.set_status("")
            return
        self._task = self._tasks.run(
            lambda _: parse_text(text),
            on_result=lambda script: self._understood(script, text),
            on_error=self._misunderstood,
            lane=LANE,
        )

    def _understood(self, script: Script, text: str) -> None:
        if self._page.status_label.property("severity") == "error":
            self._page.set_status("")
        self.text = text
        self._take(script)

    def _misunderstood(self, error: Exception) -> None:
        self.is_understood = False
        self._page.set_ready(False)
        self._page.set_status(sentence(error), "error")

    def _take(self, script: Script | None) -> None:
        self.script, self.is_understood = script, script is not None
        self._show()

    def _show(self) -> None:
        cast = self.cast
        self._page.cast_panel.set_cast(cast, self._voices)
        self._page.set_ready(self.is_understood and all(cast.values()))
        self.draw()
        self.read.emit()

    @staticmethod
    def _key(line: Line, voice_id: str) -> tuple[str, str, HowToSpeak]:
        return line.text, voice_id, line.how
