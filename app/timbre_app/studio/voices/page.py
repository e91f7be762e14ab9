"""The list of voices with its search, and the chosen voice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from timbre.voice import SUFFIX
from timbre_app.studio.clone.result_panel import ResultPanel
from timbre_app.studio.items import DeletedItem, VoiceItem, WaitingItem
from timbre_app.studio.language import translated
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.voice_label import voice_label
from timbre_app.studio.voices.detail import VoiceDetailPanel
from timbre_app.studio.voices.empty_library import EmptyLibrary
from timbre_app.studio.voices.sample_strip import SampleStrip
from timbre_app.studio.widgets.building import add_clear_button, button, label, margins, plain_tip
from timbre_app.studio.widgets.choice_box import ChoiceBox
from timbre_app.studio.widgets.deleted_button import DeletedButton
from timbre_app.studio.widgets.keys import on_key
from timbre_app.studio.widgets.page import Page, ShownStack

ID_ROLE = Qt.ItemDataRole.UserRole
EMPTY, FILLED = range(2)


class VoicesPage(Page):
    """Draws voices; emits the person's requests with the voice's id.

    Signals:
        chosen: Id of the voice now shown; the page waits for its detail.
        again_requested: Id of the voice to be made again from its takes.
        compare_requested: Id of the voice to compare with the person.
        undo_requested: The person wants to undo the last deletion, or the last voice made again.
        bring_back_requested: Key of a deleted voice.
        files_dropped: List of paths of voice files.
    """

    play_requested = Signal(str)
    stop_requested = Signal()
    speak_requested = Signal(str)
    rename_requested = Signal(str)
    duplicate_requested = Signal(str)
    delete_requested = Signal(str)
    again_requested = Signal(str)
    compare_requested = Signal(str)
    export_requested = Signal(str)
    import_requested = Signal()
    record_requested = Signal()
    continue_requested = Signal(Path)
    chosen = Signal(str)
    undo_requested = Signal()
    bring_back_requested = Signal(str)
    files_dropped = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: dict[str, VoiceItem] = {}
        self._playing = False
        self.detail = VoiceDetailPanel()
        self.voice_list = QListWidget()
        self.voice_list.setAccessibleName(self.tr("Voices"))
        self.voice_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._make_finders()
        self.import_button = button(
            self.tr("Import…"), self.tr("Add a voice from a file"), "Ctrl+I", icon="folder-input"
        )
        self.record_button = button(
            self.tr("Record a new voice"),
            self.tr("Record sentences and make a voice from them"),
            role="primary",
            icon="mic",
        )
        self.empty_library = EmptyLibrary()
        self.first_voice_button = self.empty_library.record_button
        self.sample_strip = SampleStrip()
        self.deleted_button = DeletedButton(
            self.tr("Deleted ({0})"),
            self.tr("Restore a voice that was deleted in the last 30 days"),
        )
        self.result_panel = ResultPanel(self.tr("Back to the voices"))
        self._library = QWidget()
        self._steps = self.steps = ShownStack()
        self._stack = QStackedWidget()
        self._build()
        self._order_focus()
        self._connect()
        self.setAcceptDrops(True)
        self.first_control = self.voice_list
        self.set_voices([])

    @property
    def current_id(self) -> str | None:
        """Id of the chosen voice."""
        item = self.voice_list.currentItem()
        return item.data(ID_ROLE) if item else None

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Show voices; the chosen voice stays chosen if it is still there."""
        self._items = {voice.id: voice for voice in voices}
        self._offer_tags()
        sample = next((voice for voice in voices if voice.is_bundled), None)
        self.sample_strip.set_voice(sample)
        is_empty = all(voice.is_bundled for voice in voices)
        self._stack.setCurrentIndex(EMPTY if is_empty else FILLED)
        self.record_button.setVisible(not is_empty)  # the middle of the page has one
        if not self.showing_result:
            self.first_control = self.empty_library.first_button if is_empty else self.voice_list
        self._fill()

    def set_waiting(self, waiting: Sequence[WaitingItem]) -> None:
        """Where there is no voice: name the recordings that no voice was made from yet."""
        self.empty_library.set_waiting(waiting)
        if self._stack.currentIndex() == EMPTY and not self.showing_result:
            self.first_control = self.empty_library.first_button

    def select(self, voice_id: str | None) -> None:
        """Choose a voice; a search that hides the voice ends."""
        if voice_id in self._items and voice_id not in self._listed():
            self.search_edit.clear()
            self.tag_box.setCurrentIndex(0)
        for row in range(self.voice_list.count()):
            if self.voice_list.item(row).data(ID_ROLE) == voice_id:
                self.voice_list.setCurrentRow(row)

    def set_deleted(self, voices: Sequence[DeletedItem]) -> None:
        """Offer deleted voices to be brought back."""
        self.deleted_button.set_items(voices)

    def show_library(self) -> None:
        """Show the voices."""
        is_empty = self._stack.currentIndex() == EMPTY
        self._show(self._library, self.empty_library.first_button if is_empty else self.voice_list)

    def show_result(self) -> None:
        """Show a voice beside the person."""
        self._show(self.result_panel, self.result_panel)

    @property
    def showing_result(self) -> bool:
        """Whether a voice is shown beside the person."""
        return self._steps.currentWidget() is self.result_panel

    def set_playing(self, playing: bool) -> None:
        """Turn the play button into a stop button and back."""
        self._playing = playing
        self.play_button.setText(self.tr("Stop") if playing else self.tr("Play sample"))
        set_icon(self.play_button, "square" if playing else "play")
        self.sample_strip.set_playing(playing)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Accept voice files."""
        if _voice_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Emit the dropped files."""
        self.files_dropped.emit(_voice_files(event))

    def _show(self, step: QWidget, first: QWidget) -> None:
        self._steps.setCurrentWidget(step)
        self.first_control = first
        first.setFocus()

    def _listed(self) -> list[str]:
        return [self.voice_list.item(row).data(ID_ROLE) for row in range(self.voice_list.count())]

    def _fill(self) -> None:
        """List the voices that match the search."""
        shown_id = self.current_id
        matches = [voice for voice in self._items.values() if self._matches(voice)]
        with QSignalBlocker(self.voice_list):
            self.voice_list.clear()
            for voice in matches:
                name = voice_label(voice)
                item = QListWidgetItem(self.tr("⚠ {0}").format(name) if voice.problem else name)
                item.setData(ID_ROLE, voice.id)
                item.setToolTip(plain_tip(translated(voice.problem) or ", ".join((name, *voice.tags))))
                self.voice_list.addItem(item)
            ids = [voice.id for voice in matches]
            self.voice_list.setCurrentRow(ids.index(shown_id) if shown_id in ids else 0 if ids else -1)
        self.nothing_label.setVisible(not matches)
        self._draw_chosen()

    def _matches(self, voice: VoiceItem) -> bool:
        tag = self.tag_box.currentData()
        if tag and tag not in voice.tags:
            return False
        text = " ".join((voice.name, voice.notes, voice.language, *voice.tags)).casefold()
        return all(word in text for word in self.search_edit.text().casefold().split())

    def _offer_tags(self) -> None:
        tags = sorted({tag for voice in self._items.values() for tag in voice.tags}, key=str.casefold)
        chosen_tag = self.tag_box.currentData()
        with QSignalBlocker(self.tag_box):
            self.tag_box.clear()
            self.tag_box.addItem(self.tr("All tags"), "")
            for tag in tags:
                self.tag_box.addItem(tag, tag)
            self.tag_box.setCurrentIndex(max(0, self.tag_box.findData(chosen_tag)))
        self.tag_box.setVisible(bool(tags))

    def _draw_chosen(self) -> None:
        voice = self._items.get(self.current_id or "")
        self.detail.show_voice(voice)
        if voice is not None:
            self.chosen.emit(voice.id)

    def _make_finders(self) -> None:
        self.search_edit = QLineEdit()
        self.search_edit.setPlaceholderText(self.tr("Search"))
        self.search_edit.setAccessibleName(self.tr("Search in names, tags and notes"))
        self.search_edit.setToolTip(self.tr("Search in names, tags and notes (Ctrl+F)"))
        add_clear_button(self.search_edit, self.tr("Clear the search"))
        self.tag_box = ChoiceBox()
        self.tag_box.setAccessibleName(self.tr("Only voices with this tag"))
        self.nothing_label = label(self.tr("No voice matches the search."), "muted", wrap=True)
        self.name_label, self.about_label = self.detail.name_label, self.detail.about_label
        self.verdict_label = self.detail.verdict_label
        self.play_button, self.speak_button = self.detail.play_button, self.detail.speak_button
        self.rename_button, self.duplicate_button = self.detail.rename_button, self.detail.duplicate_button
        self.export_button, self.delete_button = self.detail.export_button, self.detail.delete_button

    def _build(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._steps)
        self._steps.addWidget(self._library)
        self._steps.addWidget(self.result_panel)
        column = QVBoxLayout(self._library)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Voices"), "title"), 1)
        for widget in (self.deleted_button, self.import_button, self.record_button):
            head.addWidget(widget)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        self._stack.addWidget(self._build_empty())
        self._stack.addWidget(self._build_filled())

    def _build_empty(self) -> QWidget:
        page = QWidget()
        whole = QVBoxLayout(page)
        margins(whole, Space.NONE, Space.NONE)
        whole.setSpacing(Space.M)
        whole.addWidget(self.empty_library, 1)
        whole.addWidget(self.sample_strip)
        return page

    def _build_filled(self) -> QWidget:
        filled = QWidget()
        row = QHBoxLayout(filled)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.M)
        left = QVBoxLayout()
        left.setSpacing(Space.S)
        for widget in (self.search_edit, self.tag_box, self.nothing_label):
            left.addWidget(widget)
        left.addWidget(self.voice_list, 1)
        row.addLayout(left, 2)
        row.addWidget(self.detail, 5)
        return filled

    def _order_focus(self) -> None:
        order = (
            self.deleted_button,
            self.import_button,
            self.record_button,
            self.search_edit,
            self.tag_box,
            self.voice_list,
            self.detail.again_button,
            self.speak_button,
        )
        for before, behind in pairwise(order):
            self.setTabOrder(before, behind)

    def _connect(self) -> None:
        self.voice_list.currentItemChanged.connect(lambda *_: self._draw_chosen())
        self.voice_list.itemActivated.connect(lambda _: self._ask(self.speak_requested))
        self.search_edit.textChanged.connect(self._fill)
        self.tag_box.currentIndexChanged.connect(self._fill)
        self.import_button.clicked.connect(self.import_requested)
        self.record_button.clicked.connect(self.record_requested)
        self.first_voice_button.clicked.connect(self.record_requested)
        self.empty_library.continue_requested.connect(self.continue_requested)
        self.sample_strip.play_requested.connect(self._play_or_stop_sample)
        self.sample_strip.speak_requested.connect(self.speak_requested)
        self.sample_strip.remove_requested.connect(self.delete_requested)
        self.deleted_button.bring_back_requested.connect(self.bring_back_requested)
        self.play_button.clicked.connect(self._play_or_stop)
        for action_button, signal in (
            (self.speak_button, self.speak_requested),
            (self.rename_button, self.rename_requested),
            (self.duplicate_button, self.duplicate_requested),
            (self.delete_button, self.delete_requested),
            (self.detail.again_button, self.again_requested),
            (self.detail.compare_button, self.compare_requested),
            (self.export_button, self.export_requested),
        ):
            action_button.clicked.connect(lambda _=False, signal=signal: self._ask(signal))
        self._connect_keys()

    def _connect_keys(self) -> None:
        for keys, call in (
            ("Ctrl+P", self.play_button.click),
            ("Ctrl+Return", self.speak_button.click),
            ("F2", self.rename_button.click),
            ("Ctrl+D", self.duplicate_button.click),
            ("Ctrl+E", self.export_button.click),
            ("Del", self.delete_button.click),
            ("Ctrl+R", self.detail.again_button.click),
            ("Ctrl+B", self.detail.compare_button.click),
            ("Ctrl+I", self.import_button.click),
            ("Ctrl+F", self.search_edit.setFocus),
            ("Ctrl+Z", self.undo_requested.emit),
        ):
            on_key(self._library, keys, call)  # not while a voice is compared

    def _ask(self, signal: SignalInstance) -> None:
        if self.current_id is not None:
            signal.emit(self.current_id)

    def _play_or_stop(self) -> None:
        if self._playing:
            self.stop_requested.emit()
        else:
            self._ask(self.play_requested)

    def _play_or_stop_sample(self, voice_id: str) -> None:
        if self._playing:
            self.stop_requested.emit()
        else:
            self.play_requested.emit(voice_id)


def _voice_files(event: QDropEvent) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix == SUFFIX]
