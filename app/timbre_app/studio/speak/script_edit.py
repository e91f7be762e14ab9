"""A field for the text to speak, which marks the state of each sentence and the word that is heard."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent, QPalette, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from timbre_app.studio.theme import severity_colour
from timbre_app.studio.widgets.building import plain_tip

_LINES = {
    "making": QTextCharFormat.UnderlineStyle.DashUnderline,
    "made": QTextCharFormat.UnderlineStyle.SingleUnderline,
    "changed": QTextCharFormat.UnderlineStyle.DotLine,
    "failed": QTextCharFormat.UnderlineStyle.WaveUnderline,
}


@dataclass(frozen=True)
class SentenceMark:
    """A sentence's place in the text and its state: "new", "making", "made", "changed" or "failed"."""

    start: int
    end: int
    state: str


class ScriptEdit(QPlainTextEdit):
    """Draws marks under the visible sentences only, so that a book costs no more than a page.

    Attributes:
        tip: Returns a sentence's state in words, by its number.
        word_tip: Returns how a word is read, by its sentence's number and a place in the text.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._marks: list[SentenceMark] = []
        self._starts: list[int] = []
        self._sentence: int | None = None
        self._word: tuple[int, int] | None = None
        self._wide: list[int] = []
        self.tip: Callable[[int], str] = lambda _index: ""
        self.word_tip: Callable[[int, int], str] = lambda _index, _char: ""
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.draw_marks())

    def take_document(self, document: QTextDocument) -> None:
        """Take over the text of another editor, with its changes that can be undone."""
        document.setParent(self)
        self.setDocument(document)

    def give_document(self) -> QTextDocument:
        """Hand the text over to another editor; this editor is empty then."""
        document = self.document()
        document.setParent(None)
        self.blockSignals(True)
        empty = QTextDocument(self)
        empty.setDocumentLayout(QPlainTextDocumentLayout(empty))
        self.setDocument(empty)
        self.blockSignals(False)
        return document

    @property
    def marks(self) -> list[SentenceMark]:
        """The marks that were set last."""
        return self._marks

    @property
    def char(self) -> int:
        """Position of the cursor, in characters."""
        return self.char_at(self.textCursor().selectionStart())

    @property
    def selection(self) -> tuple[int, int]:
        """The selected range, in characters."""
        cursor = self.textCursor()
        return self.char_at(cursor.selectionStart()), self.char_at(cursor.selectionEnd())

    def note_text(self, text: str) -> None:
        """Remember which characters of the text count as two in Qt."""
        # Qt counts UTF-16 units, Python counts code points: an emoji is two units, but one code point.
        has_wide = bool(text) and max(text) > "\uffff"
        self._wide = [at for at, letter in enumerate(text) if letter > "\uffff"] if has_wide else []

    def qt_offset(self, char: int) -> int:
        """Convert a position in characters to Qt's count."""
        return min(char + bisect_left(self._wide, char), self.document().characterCount() - 1)

    def char_at(self, qt_offset: int) -> int:
        """Convert Qt's count to a position in characters."""
        before = 0
        while before < len(self._wide) and self._wide[before] + before + 1 < qt_offset:
            before += 1
        return qt_offset - before

    def set_marks(self, marks: Sequence[SentenceMark]) -> None:
        """Show the states of all sentences."""
        self._marks = list(marks)
        self._starts = [mark.start for mark in marks]
        self.draw_marks()

    def set_heard(self, sentence: int | None, word: tuple[int, int] | None) -> None:
        """Highlight the sentence and the word that are heard, or none."""
        if (sentence, word) == (self._sentence, self._word):
            return
        self._sentence, self._word = sentence, word
        self.draw_marks()
        if word is not None:
            self._keep_visible(word)

    def draw_marks(self) -> None:
        """Draw the marks in the visible part of the text."""
        selections = []
        first, last = self._visible_range()
        for at in range(max(0, bisect_right(self._starts, first) - 1), len(self._marks)):
            mark = self._marks[at]
            if mark.start > last:
                break
            if mark.state in _LINES or at == self._sentence:
                selections.append(self._selection(mark.start, mark.end, self._sentence_format(mark, at)))
        if self._word is not None:
            form = QTextCharFormat()
            form.setBackground(self.palette().color(QPalette.ColorRole.Highlight))
            form.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
            selections.append(self._selection(*self._word, form))
        self.setExtraSelections(selections)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the marks in the new colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.draw_marks()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Show how a word is read and its sentence's state when the pointer rests on it."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            char = self.char_at(self.cursorForPosition(event.pos()).position())
            at = bisect_right(self._starts, char) - 1
            is_inside = at >= 0 and char <= self._marks[at].end
            tips = (self.word_tip(at, char), self.tip(at)) if is_inside else ()
            QToolTip.showText(event.globalPos(), plain_tip("\n".join(filter(None, tips))), self)
            return True
        return super().viewportEvent(event)

    def _sentence_format(self, mark: SentenceMark, at: int) -> QTextCharFormat:
        form = QTextCharFormat()
        if mark.state in _LINES:
            form.setUnderlineStyle(_LINES[mark.state])
            colour = self.palette().color(QPalette.ColorRole.Mid)
            if mark.state in ("changed", "failed"):
                colour = severity_colour(self.palette(), "warning" if mark.state == "changed" else "error")
            form.setUnderlineColor(colour)
        if at == self._sentence:
            form.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
        return form

    def _selection(self, start: int, end: int, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.qt_offset(start))
        cursor.setPosition(self.qt_offset(end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor, selection.format = cursor, form
        return selection

    def _visible_range(self) -> tuple[int, int]:
        view = self.viewport().rect()
        first = self.cursorForPosition(view.topLeft()).position()
        last = self.cursorForPosition(view.bottomRight()).position()
        return self.char_at(first), self.char_at(last)

    def _keep_visible(self, word: tuple[int, int]) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.qt_offset(word[0]))
        box = self.cursorRect(cursor)
        if not self.viewport().rect().contains(box):
            line = max(1, self.fontMetrics().lineSpacing())
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + round((box.top() - self.viewport().height() / 3) / line))
