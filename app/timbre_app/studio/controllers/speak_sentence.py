"""Joins the close-up of a sentence with its speech: shows its pitch and timing, changes them, lets them be heard."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from timbre_app.reading.jobs import NO_EDITS, Edits, HowToSpeak
from timbre_app.reading.timeline import ReadSentence
from timbre_app.sound.close_up import CloseUp, close_up
from timbre_app.studio.controllers.errors import sentence as as_sentence
from timbre_app.studio.controllers.speak import SpeakController
from timbre_app.studio.views.speak_page import WORKING
from timbre_app.studio.widgets.prosody_plot import PhonemeItem

LANE = "close-up"
SETTLES_MS = 40


class SentenceController(QObject):
    """Keeps the panel on the sentence with the cursor."""

    def __init__(self, speak: SpeakController) -> None:
        super().__init__(speak)
        self._speak, self._page = speak, speak.page
        self._panel = speak.page.sentence_panel
        self._shown: ReadSentence | None = None
        self._looked_at: object = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLES_MS)
        self._timer.timeout.connect(self._look)
        self._page.detail_toggled.connect(self._toggle)
        self._page.again_requested.connect(self._again)
        self._panel.reset_requested.connect(self._reset)
        self._panel.view.edited.connect(self._edited)
        self._panel.view.seek_requested.connect(self._seek)
        speak.undo.learn("how", self._give_how, self.tr("settings of a sentence"))
        speak.undo.learn("edits", self._apply, self.tr("pitch and timing"))
        speak.undo.learn("reset", self._apply, self.tr("reset of pitch and timing"))
        speak.sentence_changed.connect(lambda _: self._timer.start() if self._panel.isVisible() else None)
        speak.quiet.connect(self._timer.start)
        speak.quiet.connect(self._panel.view.show_selected)

    def _again(self) -> None:
        """Speak the sentence once more; with settings of its own, where they differ from those of the text."""
        speak = self._speak
        speak.take_text_now()
        found = self._current()
        if found is None:
            return
        index, one = found
        default, wanted = speak.spoken_how, self._page.options
        if default is not None and wanted != default:
            speak.undo.change("how", (one, one.how), (one, wanted))
            speak.set_controls(None, default)
        speak.play_sentence(index)

    def _give_how(self, given: tuple[ReadSentence, HowToSpeak | None]) -> None:
        one, one.how = given
        self._speak.draw_all()

    def _toggle(self, on: bool) -> None:
        self._panel.setVisible(on)
        self._look()

    def _current(self) -> tuple[int, ReadSentence] | None:
        index = self._speak.current
        return None if index is None else (index, self._speak.reading.sentences[index])

    def _look(self) -> None:
        found = self._current()
        if not self._panel.isVisible() or found is None:
            return
        index, one = found
        clip = one.clip
        if clip is None or not clip.phonemes:
            self._show(one, None, [])
        elif clip.is_whole and clip is not self._looked_at:
            self._speak.tasks.run(
                lambda _: close_up(clip.read(0, clip.sample_count), clip.phonemes),
                on_result=lambda seen: self._seen(index, one, clip, seen),
                on_error=lambda error: self._speak.window.show_message(as_sentence(error)),
                lane=LANE,
            )

    def _seen(self, index: int, one: ReadSentence, clip: object, seen: CloseUp) -> None:
        sentences = self._speak.reading.sentences
        if index >= len(sentences) or sentences[index] is not one or one.clip is not clip:
            return
        self._looked_at = clip
        made = one.made_of.edits if one.made_of else NO_EDITS
        items = [
            PhonemeItem(
                phoneme.symbol,
                phoneme.start_s,
                phoneme.end_s,
                hz,
                *_at(made, i),
                *_at(one.edits, i),
            )
            for i, (phoneme, hz) in enumerate(zip(one.clip.phonemes, seen.hz, strict=True))
        ]
        rows, columns, _ = seen.picture.shape
        image = QImage(seen.picture.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888).copy()
        self._show(one, image, items)

    def _show(self, one: ReadSentence, image: QImage | None, items: list[PhonemeItem]) -> None:
        if one is not self._shown or not items:
            self._panel.view.set_position(None)
            self._looked_at = self._looked_at if items else None
        self._shown = one
        self._panel.view.set_sentence(items, image)
        self._panel.describe()

    def _edited(self, first: int) -> None:
        items = self._panel.view.items
        edits = Edits(tuple(item.semitones for item in items), tuple(item.factor for item in items))
        self._change("edits", NO_EDITS if edits.is_neutral else edits, first)

    def _reset(self) -> None:
        self._change("reset", NO_EDITS, 0)

    def _change(self, way: str, edits: Edits, first: int) -> None:
        found = self._current()
        if found is None or found[1] is not self._shown or self._page.mode == WORKING:
            return
        _, one = found
        if one.edits != edits:
            self._speak.undo.change(way, (one, one.edits, first), (one, edits, first))

    def _apply(self, edited: tuple[ReadSentence, Edits, int]) -> None:
        one, edits, first = edited
        one.edits = edits
        sentences = self._speak.reading.sentences
        if one not in sentences:
            return
        view = self._panel.view
        if one is self._shown and view.items:
            items = [
                replace(item, semitones=pitch, factor=factor)
                for item, (pitch, factor) in ((item, _at(edits, i)) for i, item in enumerate(view.items))
            ]
            view.set_items(items)
            self._panel.describe()
        self._speak.draw_all()
        self._speak.play_sentence(sentences.index(one), self._offset(one, first))

    def _offset(self, one: ReadSentence, first: int) -> int:
        """Where to listen from: the beginning of the word with the first changed phoneme, which has not moved."""
        clip = one.clip
        if clip is None or first >= len(clip.phonemes):
            return 0
        at_s = clip.phonemes[first].start_s
        word_s = max((word.start_s for word in clip.words if word.start_s <= at_s), default=0.0)
        return round(word_s * clip.sample_rate)

    def _seek(self, seconds: float) -> None:
        found = self._current()
        if found is not None and found[1] is self._shown and self._page.mode != WORKING:
            self._speak.play_sentence(found[0], round(seconds * self._speak.reading.sample_rate))


def _at(edits: Edits, index: int) -> tuple[float, float]:
    pitch = edits.pitch[index] if index < len(edits.pitch) else 0.0
    factor = edits.duration[index] if index < len(edits.duration) else 1.0
    return pitch, factor
