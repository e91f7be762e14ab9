"""The Books page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from timbre_app.books.model import SKIPPABLE, USUALLY_SKIPPED
from timbre_app.books.project import BookEntry
from timbre_app.studio.backstage.books import BegunBook, SentenceItem
from timbre_app.studio.books.chapter_list import ChapterList
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.voice_label import voice_label
from timbre_app.studio.widgets.building import beside, button, card, label, restyle
from timbre_app.studio.widgets.choice_box import ChoiceBox
from timbre_app.studio.widgets.empty_state import EmptyState
from timbre_app.studio.widgets.keys import on_key
from timbre_app.studio.widgets.page import Page

IDLE, SPEAKING, EXPORTING, PAUSED = "idle", "speaking", "exporting", "paused"
SUFFIXES = (".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml", ".docx", ".epub")
FORMATS = ("mp3", "m4a", "opus", "flac", "wav", "")
_PERMILLE = 1000


class BooksPage(Page):
    """Shows a book; draws and emits signals.

    Signals:
        open_requested: The person wants to choose a book.
        book_dropped: Path of a book that was dropped on the page, or chosen among those begun.
        start_toggled: Start or pause.
        export_requested: Write the files.
        play_requested, again_requested: Hear the chosen sentence; have it read in another way.
        choices_changed: Voice or parts to read have changed.
        chapter_chosen: Number of the chapter that the person looks at.
    """

    open_requested = Signal()
    book_dropped = Signal(Path)
    start_toggled = Signal()
    export_requested = Signal()
    play_requested = Signal()
    again_requested = Signal()
    choices_changed = Signal()
    chapter_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._mode = IDLE
        self._has_book = False
        self._make_controls()
        self._make_buttons()
        self._build()
        self._connect()
        self.first_control = self.first_book_button
        self.open_button.hide()  # the middle of the empty page has one
        self._enable()

    @property
    def voice_id(self) -> str | None:
        """Id of the chosen voice."""
        return self.voice_box.currentData()

    @property
    def skipped(self) -> frozenset[str]:
        """Parts that are not read."""
        return frozenset(part for part, box in self.part_boxes.items() if not box.isChecked())

    @property
    def sentence(self) -> int | None:
        """Number of the chosen sentence."""
        item = self.sentence_list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item is not None else None

    @property
    def mode(self) -> str:
        """IDLE, SPEAKING, EXPORTING, or PAUSED: the export."""
        return self._mode

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer voices; the chosen voice stays chosen if it is still there, unless nobody has chosen it yet."""
        is_choice = self.voice_box.count() > 1 or self.sentence_list.count() > 0
        chosen = self.voice_id if is_choice else None
        self.voice_box.blockSignals(True)
        self.voice_box.clear()
        for voice in voices:
            if voice.problem is None:
                self.voice_box.addItem(voice_label(voice), voice.id)
        self.voice_box.setCurrentIndex(max(0, self.voice_box.findData(chosen)))
        self.voice_box.blockSignals(False)
        self.choices_changed.emit()

    def show_begun(self, books: Sequence[BegunBook]) -> None:
        """Offer the books that were opened before."""
        self.begun_list.clear()
        for book in books:
            item = QListWidgetItem(_titled(book.title, book.author))
            item.setData(Qt.ItemDataRole.UserRole, book.folder)
            self.begun_list.addItem(item)
        for widget in (self.begun_list, self._begun_label):
            widget.setVisible(bool(books))

    def show_book(self, entry: BookEntry, ticked: Sequence[int]) -> None:
        """Show a book."""
        self._has_book = True
        self._book_label.setText(_titled(entry.title, entry.author))
        self.chapter_list.show_chapters(entry.chapters, ticked)
        self._stack.setCurrentIndex(1)
        self.open_button.show()
        self.first_control = self.open_button
        self.set_progress(0.0)
        self.set_status("")
        self._enable()

    def show_sentences(self, sentences: Sequence[SentenceItem]) -> None:
        """Show the sentences of a chapter; the chosen one stays chosen."""
        chosen, items = self.sentence, self.sentence_list
        numbers = [items.item(row).data(Qt.ItemDataRole.UserRole) for row in range(items.count())]
        if numbers != [sentence.number for sentence in sentences]:
            items.clear()
            for _ in sentences:
                items.addItem(QListWidgetItem())
        for row, sentence in enumerate(sentences):
            self._show_sentence(items.item(row), sentence)
            if sentence.number == chosen:
                items.setCurrentRow(row)
        self._enable()

    def _show_sentence(self, item: QListWidgetItem, sentence: SentenceItem) -> None:
        mark = "✓" if sentence.is_spoken else "\N{EM SPACE}"
        item.setText(f"{mark} {' '.join(sentence.text.split())}")
        item.setData(Qt.ItemDataRole.UserRole, sentence.number)
        item.setToolTip(sentence.text)
        state = self.tr("Spoken") if sentence.is_spoken else self.tr("Not spoken yet")
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, state)

    def set_mode(self, mode: str) -> None:
        """Show what is going on."""
        self._mode = mode
        usual = self.tr("Go on") if mode == PAUSED else self.tr("Start")
        self.start_button.setText(self.tr("Pause") if mode in (SPEAKING, EXPORTING) else usual)
        self.start_button.setAccessibleName(self.start_button.text())
        set_icon(self.start_button, "pause" if mode in (SPEAKING, EXPORTING) else "play")
        self._enable()

    def set_progress(self, share: float) -> None:
        """Show the share that is done, 0 to 1."""
        self.progress_bar.setValue(round(share * _PERMILLE))

    def set_status(self, text: str, severity: str = "") -> None:
        """Show a line at the foot of the page."""
        self.status_label.setText(text)
        restyle(self.status_label, "severity", severity)

    def time_text(self, seconds: float) -> str:
        """A length of time, such as "3 min"."""
        if seconds < 60:
            return self.tr("{0} s").format(round(seconds))
        if seconds < 3600:
            return self.tr("{0} min").format(round(seconds / 60))
        return self.tr("{0} h {1} min").format(*divmod(round(seconds / 60), 60))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Accept a book."""
        if _books(event) and self._mode != SPEAKING:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open the book that was dropped."""
        for path in _books(event)[:1]:
            self.book_dropped.emit(path)

    def _make_controls(self) -> None:
        tr = self.tr
        self.chapter_list = ChapterList()
        self.sentence_list = QListWidget()
        self.sentence_list.setAccessibleName(tr("Sentences of the chapter"))
        self.sentence_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sentence_list.setUniformItemSizes(True)
        self.sentence_list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.begun_list = QListWidget()
        self.begun_list.setAccessibleName(tr("Books you have started"))
        self.voice_box = ChoiceBox()
        self.voice_box.setAccessibleName(tr("Voice"))
        self.voice_box.setMinimumWidth(160)
        self.voice_box.setPlaceholderText(tr("No voice yet"))
        names = (tr("Footnotes"), tr("Front matter"), tr("Captions"), tr("Tables"))
        tips = (
            tr("Read footnotes too"),
            tr("Read title page, imprint and contents too"),
            tr("Read picture captions too"),
            tr("Read tables too"),
        )
        self.part_boxes = {part: QCheckBox(name) for part, name in zip(SKIPPABLE, names, strict=True)}
        for (part, box), tip in zip(self.part_boxes.items(), tips, strict=True):
            box.setChecked(part not in USUALLY_SKIPPED)
            box.setAccessibleName(box.text())
            box.setToolTip(tip)
        self.format_box = ChoiceBox()
        self.format_box.setAccessibleName(tr("Chapters as"))
        for suffix in FORMATS:
            self.format_box.addItem(suffix.upper() if suffix else tr("No separate files"), suffix)
        self.m4b_box = QCheckBox(tr("One M4B file"))
        self.m4b_box.setToolTip(tr("Also save the whole book as one file, with chapters and cover"))
        self.report_box = QCheckBox(tr("Report for shops"))
        self.report_box.setToolTip(tr("Check the files against what audiobook shops require"))
        self.progress_bar = QProgressBar()
        self.progress_bar.setRange(0, _PERMILLE)
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(tr("Progress of the book"))
        self.status_label = label(role="muted", wrap=True)

    def _make_buttons(self) -> None:
        tr = self.tr
        self.open_button = button(
            tr("Open a book…"), tr("Text, Markdown, HTML, DOCX or EPUB"), "Ctrl+O", icon="folder-open"
        )
        self.first_book_button = button(
            tr("Open a book…"), tr("Text, Markdown, HTML, DOCX or EPUB"), role="lead", icon="folder-open"
        )
        self.first_book_button.clicked.connect(self.open_button.click)
        self.start_button = button(
            tr("Start"),
            tr("Make the speech of the ticked chapters, or pause; nothing is played"),
            "Ctrl+Return",
            role="primary",
            icon="play",
        )
        self.export_button = button(tr("Export…"), tr("Save the audiobook as files"), "Ctrl+E", icon="share")
        self.play_button = button(tr("Play"), tr("Hear the chosen sentence"), "Ctrl+P", icon="play")
        self.again_button = button(
            tr("Read again"), tr("Read the chosen sentence in another way"), "Ctrl+R", icon="refresh-cw"
        )

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Books"), "title"), 1)
        caption = label(self.tr("&Voice"))
        caption.setBuddy(self.voice_box)
        for widget in (caption, self.voice_box, self.open_button):
            head.addWidget(widget)
        column.addLayout(head)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_empty())
        self._stack.addWidget(self._build_book())
        column.addWidget(self._stack, 1)

    def _build_empty(self) -> QWidget:
        empty, column = card()
        about = self.tr("Open a text, Markdown, HTML, DOCX or EPUB file, or drop it here.")
        lead = EmptyState("book-open", self.tr("Make an audiobook"), about, self.first_book_button)
        column.addWidget(lead, 2)
        self._begun_label = label(self.tr("Books you have started"), "muted")
        column.addWidget(self._begun_label)
        column.addWidget(self.begun_list, 3)
        self.show_begun([])
        return empty

    def _build_book(self) -> QWidget:
        book = QWidget()
        column = QVBoxLayout(book)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        self._book_label = label(role="heading", wrap=True)
        column.addWidget(self._book_label)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(12)
        self.chapter_list.setMinimumWidth(170)
        splitter.addWidget(self.chapter_list)
        splitter.addWidget(self._build_sentences())
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        column.addWidget(splitter, 1)
        column.addWidget(self._build_choices())
        column.addWidget(self.progress_bar)
        foot = beside(self.status_label, self.start_button, self.export_button)
        foot.setStretch(0, 1)
        column.addLayout(foot)
        return book

    def _build_sentences(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addWidget(self.sentence_list, 1)
        row = beside(self.play_button, self.again_button)
        row.addStretch(1)
        column.addLayout(row)
        return side

    def _build_choices(self) -> QWidget:
        frame, column = card()
        column.setContentsMargins(Space.L, Space.S, Space.L, Space.S)
        caption = label(self.tr("Chapters &as"))
        caption.setBuddy(self.format_box)
        for row in (
            beside(label(self.tr("Read")), *self.part_boxes.values()),
            beside(caption, self.format_box, self.m4b_box, self.report_box),
        ):
            row.addStretch(1)
            column.addLayout(row)
        return frame

    def _connect(self) -> None:
        for keys, action_button, signal in (
            ("Ctrl+O", self.open_button, self.open_requested),
            ("Ctrl+Return", self.start_button, self.start_toggled),
            ("Ctrl+E", self.export_button, self.export_requested),
            ("Ctrl+P", self.play_button, self.play_requested),
            ("Ctrl+R", self.again_button, self.again_requested),
        ):
            action_button.clicked.connect(signal)
            on_key(self, keys, action_button.click)
        self.chapter_list.ticks_changed.connect(self._enable)
        self.chapter_list.chapter_chosen.connect(self.chapter_chosen)
        self.sentence_list.currentItemChanged.connect(lambda *_: self._enable())
        self.sentence_list.itemActivated.connect(lambda _: self.play_button.click())
        self.begun_list.itemActivated.connect(
            lambda item: self.book_dropped.emit(item.data(Qt.ItemDataRole.UserRole))
        )
        self.voice_box.currentIndexChanged.connect(lambda _: self.choices_changed.emit())
        for box in self.part_boxes.values():
            box.toggled.connect(lambda _: self.choices_changed.emit())
        self.choices_changed.connect(self._enable)

    def _enable(self) -> None:
        with self.keeping_focus():
            self._enable_controls()

    def _enable_controls(self) -> None:
        is_idle = self._mode in (IDLE, PAUSED)
        can_speak = self._has_book and self.voice_id is not None
        self.open_button.setEnabled(self._mode != SPEAKING)
        self.export_button.setEnabled(is_idle and can_speak and bool(self.chapter_list.ticked))
        self.start_button.setEnabled(self._mode != IDLE or (can_speak and bool(self.chapter_list.ticked)))
        for widget in (
            self.voice_box,
            self.format_box,
            self.m4b_box,
            self.report_box,
            *self.part_boxes.values(),
        ):
            widget.setEnabled(is_idle)
        has_sentence = can_speak and self.sentence is not None
        self.play_button.setEnabled(has_sentence and self._mode != SPEAKING)
        self.again_button.setEnabled(has_sentence and is_idle)


def _titled(title: str, author: str) -> str:
    return f"{title} — {author}" if author else title


def _books(event: QDropEvent) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in SUFFIXES]
