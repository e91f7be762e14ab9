"""Joins the close-up of a sentence with its speech: shows its pitch and timing, changes them, and plays them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from timbre_app.reading.clip import Clip
from timbre_app.reading.sentence import NO_EDITS, Edits, HowToSpeak
from timbre_app.reading.timeline import Place, ReadSentence
from timbre_app.sound.close_up import CloseUp, close_up
from timbre_app.studio.speak.page import PLAYING, SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.prosody_plot import PhonemeItem, WordSpan, natural_pitches, word_spans
from timbre_app.studio.speak.script import Script
from timbre_app.studio.speak.tools import SpeakTools

LANE = "close-up"
NO_DOTS = frozenset('ˈˌ ^$.,;:!?…—–-"“”()')
"""Stress marks and pauses, whose pitch is that of their neighbours, if any."""
SETTLES_MS = 40


class SentenceController(QObject):
    """Keeps the panel on the sentence with the cursor, or on the one that is heard if the person wants that."""

    def __init__(self, page: SpeakPage, script: Script, player: SpeakPlayer, tools: SpeakTools) -> None:
        super().__init__(page)
        self._page, self._panel = page, page.sentence_panel
        self._script, self._player, self._settings = script, player, tools.settings
        self._tasks, self._notices = tools.tasks, tools.notices
        self._heard_index: int | None = None
        self._shown_sentence: ReadSentence | None = None
        self._shown_clip: object = None
        self._natural: tuple[ReadSentence | None, list[float]] = None, []
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
        for signal in (script.sentence_changed, script.grown):
            signal.connect(lambda _: self._timer.start() if self._panel.isVisible() else None)
        script.heard.connect(self._mark)
        page.text_edit.cursorPositionChanged.connect(self._cursor_moved)
        self._panel.follow_box.setChecked(self._settings.melody_follows_sound)
        self._panel.follow_toggled.connect(self._follow)
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
        self._page.show_melody(on)
        self._look()

    def _current(self) -> tuple[int, ReadSentence] | None:
        index = self._script.current
        return None if index is None else (index, self._script.reading.sentences[index])

    def _on_panel(self) -> tuple[int, ReadSentence] | None:
        """The sentence that the panel should show."""
        sentences = self._script.reading.sentences
        index = self._heard_index
        if not self._panel.follow_box.isChecked() or index is None or index >= len(sentences):
            return self._current()
        return index, sentences[index]

    def _follow(self, on: bool) -> None:
        self._settings.melody_follows_sound = on
        self._heard_index = self._script.place.sentence if on and self._page.mode == PLAYING else None
        self._look()

    def _mark(self, place: Place) -> None:
        """Show the place that is heard, if it lies in the panel's sentence; follow it elsewhere if that is wanted."""
        if place.sentence != self._heard_index:
            self._heard_index = place.sentence
            if self._panel.isVisible():
                self._timer.start()
        sentences = self._script.reading.sentences
        if place.sentence < len(sentences) and sentences[place.sentence] is self._shown_sentence:
            self._panel.view.set_position(place.offset / self._script.reading.sample_rate)

    def _cursor_moved(self) -> None:
        if self._page.mode != PLAYING and self._heard_index is not None:
            self._heard_index = None
            if self._panel.isVisible():
                self._timer.start()

    def _look(self) -> None:
        current = self._on_panel()
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
        made_semitones = [_edit_at(made_edits, i)[0] for i in range(len(clip.phonemes))]
        known = self._natural[1] if self._natural[0] is sentence else ()
        hz = [
            0.0 if phoneme.symbol in NO_DOTS else pitch
            for phoneme, pitch in zip(clip.phonemes, detail.hz, strict=True)
        ]
        natural = natural_pitches(hz, made_semitones, known)
        self._natural = sentence, natural
        items = [
            PhonemeItem(
                phoneme.symbol,
                phoneme.start_s,
                phoneme.end_s,
                pitch,
                *_edit_at(made_edits, i),
                *_edit_at(sentence.edits, i),
                natural[i],
            )
            for i, (phoneme, pitch) in enumerate(zip(clip.phonemes, hz, strict=True))
        ]
        rows, columns, _ = detail.picture.shape
        image = QImage(
            detail.picture.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888
        ).copy()
        words = word_spans(clip.words, [(phoneme.start_s, phoneme.end_s) for phoneme in clip.phonemes])
        self._show(sentence, image, items, words)

    def _show(
        self,
        sentence: ReadSentence,
        image: QImage | None,
        items: list[PhonemeItem],
        words: Sequence[WordSpan] = (),
    ) -> None:
        if sentence is not self._shown_sentence or not items:
            self._panel.view.set_position(None)
            self._shown_clip = self._shown_clip if items else None
        self._shown_sentence = sentence
        self._panel.view.set_sentence(items, image, words)
        self._panel.describe()

    def _edited(self, first: int) -> None:
        items = self._panel.view.items
        edits = Edits(tuple(item.semitones for item in items), tuple(item.factor for item in items))
        self._change("edits", NO_EDITS if edits.is_neutral else edits, first)

    def _reset(self) -> None:
        self._change("reset", NO_EDITS, 0)

    def _change(self, way: str, edits: Edits, first: int) -> None:
        current = self._on_panel()
        if current is None or current[1] is not self._shown_sentence:
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
        current = self._on_panel()
        if current is not None and current[1] is self._shown_sentence:
            self._player.play_sentence(current[0], round(seconds * self._script.reading.sample_rate))


def _seed_of(sentence: ReadSentence) -> int:
    return sentence.how.seed if sentence.how else 0


def _edit_at(edits: Edits, index: int) -> tuple[float, float]:
    pitch = edits.pitch[index] if index < len(edits.pitch) else 0.0
    factor = edits.duration[index] if index < len(edits.duration) else 1.0
    return pitch, factor
