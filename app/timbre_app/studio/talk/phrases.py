"""Joins the phrases and the recent sentences on the disk with the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.notices import Notices
from timbre_app.studio.talk.page import TalkPage
from timbre_app.studio.talk.phrase_dialog import PhraseDialog
from timbre_app.studio.talk.phrase_panel import ALL, FOLDER, RECENT
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.widgets.message_bar import MessageAction
from timbre_app.talk.phrases import Phrase, PhraseBook
from timbre_app.talk.recent import RecentSentences
from timbre_app.talk.search import matches

LANE = "talk"


class PhrasesController(QObject):
    """Shows phrases and recent sentences, and changes them. Files are read and written on a lane of their own.

    Attributes:
        phrases: All phrases, as on the disk.
        recent: Recent sentences, newest first.
        told: The last sentence about a broken file.
        choose_file: Asks for a file to read (False) or to write (True); None if the person gave up.

    Signals:
        changed: The phrases or the recent sentences are others.
    """

    changed = Signal()

    def __init__(
        self,
        page: TalkPage,
        notices: Notices,
        tasks: Tasks,
        folder: Path,
        choose_file: Callable[[bool], Path | None],
    ) -> None:
        super().__init__(page)
        self._page, self._panel, self._notices, self._tasks = page, page.phrases, notices, tasks
        starters = self._starters()
        self._book = PhraseBook(folder / "phrases.json", lambda: starters)
        self._recents = RecentSentences(folder / "recent.json")
        self.choose_file = choose_file
        self.phrases: tuple[Phrase, ...] = ()
        self.recent: tuple[str, ...] = ()
        self.dialog: PhraseDialog | None = None
        self.told = ""
        panel = self._panel
        panel.wanted_changed.connect(self._list)
        panel.add_requested.connect(lambda: self.edit(None, page.text))
        panel.edit_requested.connect(lambda phrase: self.edit(phrase))
        panel.remove_requested.connect(self._remove)
        panel.move_requested.connect(self._move)
        panel.import_requested.connect(self._import)
        panel.export_requested.connect(self._export)
        self._change(lambda: None)

    def text_under(self, key: int) -> str:
        """The phrase under a function key, or an empty text."""
        return next((phrase.text for phrase in self.phrases if phrase.key == key), "")

    @property
    def sentences(self) -> list[str]:
        """All phrases and recent sentences, for suggestions; the recent ones first."""
        return list(dict.fromkeys([*self.recent, *(phrase.text for phrase in self.phrases)]))

    def remember(self, sentence: str) -> None:
        """Put a sentence in front of the recent ones."""
        self.recent = (sentence, *(other for other in self.recent if other != sentence))
        self._change(lambda: self._recents.add(sentence))

    def edit(self, phrase: Phrase | None, text: str = "", key: int = 0) -> None:
        """Open the dialog for a phrase, or for a new one."""
        panel = self._panel
        folders = list(dict.fromkeys(other.folder for other in self.phrases if other.folder))
        dialog = self.dialog = PhraseDialog(phrase, " ".join(text.split()), folders, self._page.window())
        if phrase is None and panel.wanted.startswith(FOLDER):
            dialog.folder_box.setCurrentText(panel.wanted.removeprefix(FOLDER))
        if key:
            dialog.choose_key(key)
        dialog.accepted.connect(lambda: self._save(phrase, dialog.phrase))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _save(self, old: Phrase | None, new: Phrase) -> None:
        book = self._book
        self._change((lambda: book.change(old, new)) if old else (lambda: book.add(new)))

    def _remove(self, entry: Phrase | str) -> None:
        if isinstance(entry, str):
            self._change(lambda: self._recents.remove(entry))
            return
        before = self.phrases
        self._change(lambda: self._book.remove(entry))
        back = MessageAction(self.tr("Undo"), lambda: self._change(lambda: self._book.restore(entry, before)))
        self._notices.show(self.tr("“{0}” was removed.").format(entry.text), "ok", back)

    def _move(self, phrase: Phrase, step: int) -> None:
        self._change(lambda: self._book.move(phrase, step), then=lambda _: self._panel.select(phrase))

    def _import(self) -> None:
        path = self.choose_file(False)
        if path is not None:
            self._change(
                lambda: self._book.take_in(path),
                then=lambda count: self._notices.show(
                    self.tr("Phrases added from {1}: {0}.").format(count, path.name), "ok"
                ),
            )

    def _export(self) -> None:
        path = self.choose_file(True)
        if path is not None:
            self._change(
                lambda: self._book.export(path),
                then=lambda _: self._notices.show(
                    self.tr("The phrases were written to {0}.").format(path.name), "ok"
                ),
            )

    def _change(self, act: Callable[[], Any], then: Callable[[Any], None] = lambda _: None) -> None:
        """Act on the files, then show what is in them."""

        def work() -> tuple[Any, tuple[Phrase, ...], tuple[str, ...]]:
            return act(), self._book.phrases(), self._recents.sentences()

        def done(result: tuple[Any, tuple[Phrase, ...], tuple[str, ...]]) -> None:
            returned, self.phrases, self.recent = result
            self._draw()
            then(returned)

        self._tasks.run(lambda _: work(), on_result=done, on_error=self._notices.show_error, lane=LANE)

    def _draw(self) -> None:
        texts = {phrase.key: phrase.text for phrase in self.phrases if phrase.key}
        self._page.keys.set_phrases(texts)
        self._panel.set_folders(list(dict.fromkeys(p.folder for p in self.phrases if p.folder)))
        self._list()
        self.changed.emit()
        if self._book.set_aside is not None:
            text = self.tr("Your phrases could not be read: the file was kept as {0}.")
            self.told = text.format(self._book.set_aside.name)
            self._notices.show(self.told)
            self._book.forget_set_aside()

    def _list(self) -> None:
        panel = self._panel
        entries: list[Phrase | str] = []
        if panel.wanted != RECENT:
            entries += [
                phrase
                for phrase in self.phrases
                if panel.wanted in (ALL, f"{FOLDER}{phrase.folder}")
                and matches(f"{phrase.text} {phrase.folder}", panel.query)
            ]
        if panel.wanted == RECENT or (panel.query and panel.wanted == ALL):
            entries += [sentence for sentence in self.recent if matches(sentence, panel.query)]
        panel.set_entries(entries)

    def _starters(self) -> tuple[str, ...]:
        """Phrases for somebody who has none yet; in English, since that is what the base voices speak best."""
        return (
            "Yes.",
            "No.",
            "Thank you.",
            "Please wait, I am typing.",
            "Could you say that again?",
            "I am using my computer to talk.",
            "How are you?",
            "I need some help, please.",
            "I am thirsty.",
            "I am tired.",
            "Just a moment.",
            "Goodbye.",
        )
