"""Joins the Talk page with speech, phrases, scanning and the person's options."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from timbre_app.sound.devices import Player
from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.notices import Notices
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.talk.options_dialog import TalkOptionsDialog
from timbre_app.studio.talk.page import TalkPage
from timbre_app.studio.talk.phrases import PhrasesController
from timbre_app.studio.talk.scanning import ScanController
from timbre_app.studio.talk.talker import Talker
from timbre_app.studio.tasks import Tasks
from timbre_app.talk.board import completed
from timbre_app.talk.options import LETTERS_PX, TalkOptions
from timbre_app.talk.search import SUGGESTED, next_words, suggestions
from timbre_app.talk.words import WordFeed

ON_BOARD = 12


@dataclass(frozen=True)
class TalkTools:
    """Services that the Talk page uses.

    Attributes:
        folder: Folder of the phrases and the recent sentences.
        choose_file: See PhrasesController.
    """

    tasks: Tasks
    notices: Notices
    speech: StudioSpeech
    make_output: Callable[[], Player]
    settings: StudioSettings
    folder: Path
    choose_file: Callable[[bool], Path | None]


class TalkController(QObject):
    """Says what the person types, or chooses.

    Attributes:
        talker: Speaks.
        phrases: The person's phrases and recent sentences.
        options: How the person wants to talk.

    Signals:
        on_top_changed: Whether the window stays above others.
    """

    on_top_changed = Signal(bool)

    def __init__(self, page: TalkPage, tools: TalkTools) -> None:
        super().__init__(page)
        self._page, self._notices, self._settings = page, tools.notices, tools.settings
        self.talker = Talker(self, tools.tasks, tools.speech, tools.make_output)
        self.phrases = PhrasesController(page, tools.notices, tools.tasks, tools.folder, tools.choose_file)
        self.scanning = ScanController(page, self.say)
        self.options = TalkOptions.from_json(tools.settings.talk)
        self.dialog: TalkOptionsDialog | None = None
        self._feed = WordFeed()
        self._suggested: list[str] = []
        self._recalled = -1
        self._connect()
        self._apply()

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer the voices that can speak."""
        usable = [voice for voice in voices if voice.problem is None]
        self.talker.voice_id = self._page.set_voices(usable, self.options.voice_id)
        self.talker.warm_up()

    def say(self, sentence: str) -> None:
        """Say a sentence, and remember it."""
        if not self.talker.voice_id:
            self._notices.show(self.tr("There is no voice to talk with yet: record or import one first."))
            return
        self._recalled = -1
        self._notices.clear()
        self.talker.say(sentence, at_once=self.options.typing_stops)
        self.phrases.remember(sentence)

    def set_options(self, options: TalkOptions) -> None:
        """Take other options, and keep them."""
        if options == self.options:
            return
        if options.speaks_words and not self.options.speaks_words:
            self._feed.skip(self._page.text)
        self.options = options
        self._settings.talk = options.to_json()
        self._apply()

    def close(self) -> None:
        """Stop speaking, before the window closes."""
        self.talker.stop()

    def _connect(self) -> None:
        page, talker = self._page, self.talker
        page.speak_requested.connect(self._speak)
        page.stop_requested.connect(talker.stop)
        page.chime_requested.connect(talker.ring)
        page.again_requested.connect(self._again)
        page.key_pressed.connect(self._press_key)
        page.suggestion_taken.connect(self._take_suggestion)
        page.phrases.said.connect(self.say)
        page.phrases.taken.connect(self._take)
        page.edit.typed.connect(self._typed)
        page.edit.textChanged.connect(self._text_changed)
        page.edit.recall_requested.connect(self._recall)
        page.voice_chosen.connect(self._choose_voice)
        page.volume_changed.connect(lambda percent: self._set(volume_percent=percent))
        page.on_top_toggled.connect(lambda on: self._set(on_top=on))
        page.letters_requested.connect(self._step_letters)
        page.options_requested.connect(self._open_options)
        talker.speaking.connect(page.set_speaking)
        talker.failed.connect(self._notices.show_error)
        self.phrases.changed.connect(self._suggest)

    def _speak(self) -> None:
        """Say what is typed, and begin a new sentence; words that were said already are not said again."""
        page, text = self._page, " ".join(self._page.text.split())
        if not text:
            return
        if not self.options.speaks_words:
            self.say(text)
        elif not self.talker.voice_id:
            self.say(text)  # tells what is missing
            return
        else:
            rest = self._feed.rest(page.text)
            if rest:
                self.talker.say(rest, at_once=False)
            self.phrases.remember(text)
        if self.talker.voice_id:
            self._feed.skip("")
            page.edit.replace_text("")

    def _typed(self) -> None:
        if self.options.typing_stops and not self.options.speaks_words and self.talker.busy:
            self.talker.stop()

    def _text_changed(self) -> None:
        if self.options.speaks_words and self.talker.voice_id:
            words = self._feed.grown(self._page.text)
            if words:
                self.talker.say(words, at_once=False)
        self._suggest()

    def _suggest(self) -> None:
        """Offer sentences that begin like the text, then words that end its last word."""
        typed, known = self._page.text, self.phrases.sentences
        found = suggestions(typed, known)
        found += [word for word in next_words(typed, known) if word not in found]
        self._suggested = found[:SUGGESTED]
        self._page.set_suggestions(self._suggested)
        on_board = sorted((p for p in self.phrases.phrases if p.key), key=lambda phrase: phrase.key)
        texts = [phrase.text for phrase in on_board][:ON_BOARD]
        self.scanning.set_sentences(self._suggested, texts, self.phrases.recent)

    def _take_suggestion(self, at: int) -> None:
        if at < len(self._suggested):
            self._page.edit.replace_text(completed(self._page.text, self._suggested[at]))
            self._page.edit.setFocus()

    def _take(self, sentence: str) -> None:
        """Put a sentence into the text, to be changed before it is said."""
        self._page.edit.replace_text(sentence)
        self._page.edit.setFocus()

    def _press_key(self, key: int) -> None:
        text = self.phrases.text_under(key)
        if text:
            self.say(text)
        else:
            self.phrases.edit(None, self._page.text, key)

    def _again(self) -> None:
        if self.phrases.recent:
            self.say(self.phrases.recent[0])

    def _recall(self, step: int) -> None:
        """Bring an earlier (-1) or later (1) sentence back into the text."""
        recent = self.phrases.recent
        self._recalled = max(-1, min(len(recent) - 1, self._recalled - step))
        text = recent[self._recalled] if self._recalled >= 0 else ""
        self._feed.skip(text)
        self._page.edit.replace_text(text)

    def _choose_voice(self, voice_id: str) -> None:
        self.talker.voice_id = voice_id
        self._set(voice_id=voice_id)
        self.talker.warm_up()

    def _step_letters(self, step: int) -> None:
        at = min(range(len(LETTERS_PX)), key=lambda i: abs(LETTERS_PX[i] - self.options.letters_px)) + step
        self._set(letters_px=LETTERS_PX[max(0, min(len(LETTERS_PX) - 1, at))])

    def _set(self, **changes: object) -> None:
        self.set_options(dataclasses.replace(self.options, **changes))

    def _open_options(self) -> None:
        dialog = self.dialog = TalkOptionsDialog(self.options, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.changed.connect(self._take_options)
        dialog.show()

    def _take_options(self, options: TalkOptions) -> None:
        """Take what the dialog sets; voice and volume are set on the page."""
        own = {"voice_id": self.options.voice_id, "volume_percent": self.options.volume_percent}
        self.set_options(dataclasses.replace(options, **own))

    def _apply(self) -> None:
        options, page = self.options, self._page
        self.talker.volume_percent = options.volume_percent
        page.set_volume(options.volume_percent)
        page.set_look(options.letters_px, options.high_contrast)
        page.set_on_top(options.on_top)
        self.scanning.set_options(options)
        self.on_top_changed.emit(options.on_top)
