"""Joins the close-up of a sentence with its speech: shows its pitch and timing, changes them, and plays them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from timbre_app.reading.clip import Clip
from timbre_app.reading.jobs import NO_EDITS, Edits, HowToSpeak
from timbre_app.reading.timeline import ReadSentence
from timbre_app.sound.close_up import CloseUp, close_up
from timbre_app.studio.notices import Notices
from timbre_app.studio.speak.page import WORKING, SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.prosody_plot import PhonemeItem
from timbre_app.studio.speak.script import Script
from timbre_app.studio.tasks import Tasks

LANE = "close-up"
SETTLES_MS = 40


class SentenceController(QObject):
    """Keeps the panel on the sentence with the cursor."""

    def __init__(
        self, page: SpeakPage, script: Script, player: SpeakPlayer, tasks: Tasks, notices: Notices
    ) -> None:
        super().__init__(page)
        self._page, self._panel = page, page.sentence_panel
        self._script, self._player, self._tasks, self._notices = script, player, tasks, notices
        self._shown_sentence: ReadSentence | None = None
        self._shown_clip: object = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLES_MS)
        self._timer.timeout.connect(self._look)
        self._page.detail_toggled.connect(self._toggle)
        self._page.again_requested.connect(self._again)
        self._page.other_requested.connect(lambda: self._read_otherwise(1))
        self._page.before_requested.connect(lambda: self._read_otherwise(-1))
        self._panel.reset_requested.connect(self._reset)
        self._panel.view.edited.connect(self._edited)
        self._panel.view.seek_requested.connect(self._seek)
        script.undo.learn("how", self._give_how, self.tr("settings of a sentence"))
        script.undo.learn("edits", self._apply, self.tr("pitch and timing"))
        script.undo.learn("reset", self._apply, self.tr("reset of pitch and timing"))
        script.sentence_changed.connect(lambda _: self._show_seed())
        script.sentence_changed.connect(lambda _: self._timer.start() if self._panel.isVisible() else None)
        player.quiet.connect(self._timer.start)
        player.quiet.connect(self._panel.view.show_selected)

    def _again(self) -> None:
        """Speak the sentence once more; controls that differ from the text's settings become its own."""
        self._script.take_text_now()
        current = self._current()
        if current is None:
            return
        index, sentence = current
        default_how, wanted_how = self._player.spoken_how, self._page.options
        if default_how is not None and wanted_how != default_how:
            wanted_how = replace(wanted_how, seed=_seed_of(sentence))
            self._script.undo.change("how", (sentence, sentence.how), (sentence, wanted_how))
            self._script.set_controls(None, default_how)
        self._player.play_sentence(index)

    def _read_otherwise(self, step: int) -> None:
        """Speak the sentence in its next reading, or with a step of -1 in the one before."""
        self._script.take_text_now()
        current = self._current()
        if current is None:
            return
        index, sentence = current
        seed = max(0, _seed_of(sentence) + step)
        how: HowToSpeak | None = replace(sentence.how or self._page.options, seed=seed)
        if how == self._page.options:
            how = None  # nothing of its own any more
        self._script.undo.change("how", (sentence, sentence.how), (sentence, how))
        self._player.play_sentence(index)

    def _give_how(self, sentence_and_how: tuple[ReadSentence, HowToSpeak | None]) -> None:
        sentence, sentence.how = sentence_and_how
        self._script.draw_all()
        self._show_seed()

    def _show_seed(self) -> None:
        current = self._current()
        self._page.set_other_reading(current is not None and _seed_of(current[1]) > 0)

    def _toggle(self, on: bool) -> None:
        self._panel.setVisible(on)
        self._look()

    def _current(self) -> tuple[int, ReadSentence] | None:
        index = self._script.current
        return None if index is None else (index, self._script.reading.sentences[index])

    def _look(self) -> None:
        current = self._current()
        if not self._panel.isVisible() or current is None:
            return
        index, sentence = current
        clip = sentence.clip
        if clip is None or not clip.phonemes:
            self._show(sentence, None, [])
        elif clip.is_whole and clip is not self._shown_clip:
            self._tasks.run(
                lambda _: close_up(clip.read(0, clip.sample_count), clip.phonemes),
                on_result=lambda detail: self._seen(index, sentence, clip, detail),
                on_error=self._notices.show_error,
                lane=LANE,
            )

    def _seen(self, index: int, sentence: ReadSentence, clip: Clip, detail: CloseUp) -> None:
        sentences = self._script.reading.sentences
        if index >= len(sentences) or sentences[index] is not sentence or sentence.clip is not clip:
            return
        self._shown_clip = clip
        made_edits = sentence.made_of.edits if sentence.made_of else NO_EDITS
        items = [
            PhonemeItem(
                phoneme.symbol,
                phoneme.start_s,
                phoneme.end_s,
                hz,
                *_edit_at(made_edits, i),
                *_edit_at(sentence.edits, i),
            )
            for i, (phoneme, hz) in enumerate(zip(clip.phonemes, detail.hz, strict=True))
        ]
        rows, columns, _ = detail.picture.shape
        image = QImage(
            detail.picture.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888
        ).copy()
        self._show(sentence, image, items)

    def _show(self, sentence: ReadSentence, image: QImage | None, items: list[PhonemeItem]) -> None:
        if sentence is not self._shown_sentence or not items:
            self._panel.view.set_position(None)
            self._shown_clip = self._shown_clip if items else None
        self._shown_sentence = sentence
        self._panel.view.set_sentence(items, image)
        self._panel.describe()

    def _edited(self, first: int) -> None:
        items = self._panel.view.items
        edits = Edits(tuple(item.semitones for item in items), tuple(item.factor for item in items))
        self._change("edits", NO_EDITS if edits.is_neutral else edits, first)

    def _reset(self) -> None:
        self._change("reset", NO_EDITS, 0)

    def _change(self, way: str, edits: Edits, first: int) -> None:
        current = self._current()
        if current is None or current[1] is not self._shown_sentence or self._page.mode == WORKING:
            return
        _, sentence = current
        if sentence.edits != edits:
            self._script.undo.change(way, (sentence, sentence.edits, first), (sentence, edits, first))

    def _apply(self, change: tuple[ReadSentence, Edits, int]) -> None:
        sentence, edits, first = change
        sentence.edits = edits
        sentences = self._script.reading.sentences
        if sentence not in sentences:
            return
        view = self._panel.view
        if sentence is self._shown_sentence and view.items:
            items = [
                replace(item, semitones=pitch, factor=factor)
                for item, (pitch, factor) in ((item, _edit_at(edits, i)) for i, item in enumerate(view.items))
            ]
            view.set_items(items)
            self._panel.describe()
        self._script.draw_all()
        self._player.play_sentence(sentences.index(sentence), self._offset(sentence, first))

    def _offset(self, sentence: ReadSentence, first: int) -> int:
        """Sample to play from: the beginning of the word with the first changed phoneme, which has not moved."""
        clip = sentence.clip
        if clip is None or first >= len(clip.phonemes):
            return 0
        at_s = clip.phonemes[first].start_s
        word_s = max((word.start_s for word in clip.words if word.start_s <= at_s), default=0.0)
        return round(word_s * clip.sample_rate)

    def _seek(self, seconds: float) -> None:
        current = self._current()
        if current is not None and current[1] is self._shown_sentence and self._page.mode != WORKING:
            self._player.play_sentence(current[0], round(seconds * self._script.reading.sample_rate))


def _seed_of(sentence: ReadSentence) -> int:
    return sentence.how.seed if sentence.how else 0


def _edit_at(edits: Edits, index: int) -> tuple[float, float]:
    pitch = edits.pitch[index] if index < len(edits.pitch) else 0.0
    factor = edits.duration[index] if index < len(edits.duration) else 1.0
    return pitch, factor
