"""Joins the Voices page with the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from timbre_app.reading.sentence import HowToSpeak
from timbre_app.studio.backstage import StudioSpeech, StudioVoices
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.items import MadeVoice, VoiceDetail, VoiceItem, WaitingItem
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.voices.page import VoicesPage
from timbre_app.studio.widgets.message_bar import MessageAction

LANE = "library"
SETTLE_MS = 300
"""Other programs write a voice in several steps; the list is read once they are done."""
TAKE_CHUNK_S = 1.0


@dataclass(frozen=True)
class Undo:
    """How a voice comes back: its key, and the id of the voice that replaced it, if any."""

    key: str
    instead_of: str = ""


class VoicesController(QObject):
    """Lists, plays, renames, copies, deletes, exports and imports voices, and keeps notes about them.

    Signals:
        voices_changed: List of each VoiceItem that can speak.
        speak_with: Id of the voice to speak with.
        record_wanted: The person wants to record.
        clone_wanted: A CloneOrder that makes a voice again.
        compare: A VoiceItem to compare with the person, and the folder of its takes.
    """

    voices_changed = Signal(list)
    speak_with = Signal(str)
    record_wanted = Signal()
    continue_wanted = Signal(Path)
    clone_wanted = Signal(object)
    compare = Signal(object, Path)

    def __init__(
        self,
        page: VoicesPage,
        notices: Notices,
        tasks: Tasks,
        voices: StudioVoices,
        speech: StudioSpeech,
        playback: Playback,
        dialogs: Dialogs,
        settings: StudioSettings,
    ) -> None:
        super().__init__(page)
        self._page, self._notices = page, notices
        self._tasks, self._voices, self._speech = tasks, voices, speech
        self._playback, self._dialogs, self._settings = playback, dialogs, settings
        self._items: dict[str, VoiceItem] = {}
        self._undo: list[Undo] = []
        self._watcher = QFileSystemWatcher(self)
        self._look_again = QTimer(self)
        self._look_again.setSingleShot(True)
        self._look_again.setInterval(SETTLE_MS)
        self._connect()

    def refresh(self, then_select: str | None = None) -> None:
        """Read the library again."""

        def show(found: tuple[Sequence[VoiceItem], Any, Sequence[WaitingItem]]) -> None:
            items, deleted, waiting = found
            self._items = {item.id: item for item in items}
            self._page.set_voices(items)
            self._page.set_deleted(deleted)
            self._page.set_waiting(waiting)
            if then_select is not None:
                self._page.select(then_select)
            self._watch()
            self.voices_changed.emit([item for item in items if not item.problem])

        self._run(lambda: (self._voices.list(), self._voices.deleted(), self._voices.waiting()), show)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import voice files and choose the last one."""

        def imported(items: Sequence[VoiceItem]) -> None:
            self.refresh(then_select=items[-1].id)
            names = ", ".join(item.name for item in items)
            self._notices.show(self.tr("The voice {0} was added.").format(names), "ok")

        if paths:
            self._run(lambda: [self._voices.import_file(path) for path in paths], imported)

    def show_made(self, new_voice: MadeVoice) -> None:
        """Choose a voice that was just made; offers to bring back the voice that it replaced."""
        self.refresh(then_select=new_voice.voice.id)
        if new_voice.replaced_key:
            text = self.tr("{0} was made again. You can restore the older voice for 30 days.")
            self._offer_undo(
                text.format(new_voice.voice.name), Undo(new_voice.replaced_key, new_voice.voice.id)
            )

    def speak_if_there(self, voice_id: str) -> None:
        """Go to the Speak page with a voice that another page shows; it may have been deleted meanwhile."""
        self._if_there(voice_id, self.speak_with.emit)

    def export_if_there(self, voice_id: str) -> None:
        """Export a voice that another page shows; it may have been deleted meanwhile."""
        self._if_there(voice_id, self._export)

    @property
    def sample_id(self) -> str | None:
        """Id of the sample voice, if there is one."""
        return next((item.id for item in self._items.values() if item.is_bundled), None)

    def flush(self) -> None:
        """Keep the notes typed last; call it before the window closes."""
        self._page.detail.flush()

    def _connect(self) -> None:
        page = self._page
        page.play_requested.connect(self._play)
        page.stop_requested.connect(self._playback.stop)
        page.rename_requested.connect(self._rename)
        page.duplicate_requested.connect(self._duplicate)
        page.delete_requested.connect(self._delete)
        page.again_requested.connect(self._order_again)
        page.compare_requested.connect(self._compare)
        page.bring_back_requested.connect(lambda key: self._bring_back(Undo(key)))
        page.undo_requested.connect(self._undo_last)
        page.export_requested.connect(self._export)
        page.import_requested.connect(self._import)
        page.files_dropped.connect(self.import_files)
        page.speak_requested.connect(self.speak_with)
        page.record_requested.connect(self.record_wanted)
        page.continue_requested.connect(self.continue_wanted)
        page.chosen.connect(self._show_detail)
        page.detail.notes_changed.connect(self._keep_notes)
        page.detail.take_play_requested.connect(self._play_take)
        self._watcher.directoryChanged.connect(lambda _: self._look_again.start())
        self._look_again.timeout.connect(self.refresh)

    def _if_there(self, voice_id: str, then: Callable[[str], None]) -> None:
        """Do something with a voice that the library has; a voice that was just made may not be listed here yet."""
        if voice_id in self._items:
            then(voice_id)
            return

        def listed(items: Sequence[VoiceItem]) -> None:
            if any(item.id == voice_id for item in items):
                then(voice_id)
            else:
                text = self.tr("This voice was deleted: restore it with “Deleted” on the Voices page.")
                self._notices.show(text, "warning")

        self._run(self._voices.list, listed)

    def _watch(self) -> None:
        folder = self._voices.folder
        if folder.is_dir() and str(folder) not in self._watcher.directories():
            self._watcher.addPath(str(folder))

    def _show_detail(self, voice_id: str) -> None:
        def show(detail: Any) -> None:
            if self._page.current_id == voice_id:
                self._page.detail.show_detail(detail)

        self._run(lambda: self._voices.detail(voice_id), show)

    def _compare(self, voice_id: str) -> None:
        def show(detail: VoiceDetail) -> None:
            voice = self._items.get(voice_id)
            if voice is not None and detail.takes_folder is not None:
                self.compare.emit(voice, detail.takes_folder)

        self._run(lambda: self._voices.detail(voice_id), show)

    def _name(self, voice_id: str) -> str:
        item = self._items.get(voice_id)
        return item.name if item else ""

    def _keep_notes(self, voice_id: str, tags: tuple[str, ...], notes: str) -> None:
        self._change(lambda: self._voices.set_notes(voice_id, tags, notes))

    def _play(self, voice_id: str) -> None:
        item = self._items.get(voice_id)
        if item is not None and item.is_bundled:
            text = self.tr("This is the sample voice that comes with Timbre.")
        else:
            text = self.tr("This is {0}, a voice made with Timbre.").format(self._name(voice_id))

        def make(should_stop: Callable[[], bool]) -> Sound:
            chunks = self._speech.speak(text, voice_id, HowToSpeak(), should_stop)
            return Sound(self._speech.sample_rate, chunks)

        self._playback.play(make, on_end=lambda: self._page.set_playing(False), on_error=self._play_failed)
        self._page.set_playing(True)

    def _play_take(self, path: Path) -> None:
        if self._playback.playing:
            self._playback.stop()
            return

        def make(_should_stop: Callable[[], bool]) -> Sound:
            samples, rate = self._voices.take_sound(path)
            step = round(TAKE_CHUNK_S * rate)
            return Sound(rate, (samples[at : at + step] for at in range(0, len(samples), step)))

        detail = self._page.detail
        self._playback.play(make, on_end=lambda: detail.set_take_playing(False), on_error=self._play_failed)
        detail.set_take_playing(True)

    def _play_failed(self, error: Exception) -> None:
        self._page.set_playing(False)
        self._page.detail.set_take_playing(False)
        self._fail(error)

    def _rename(self, voice_id: str) -> None:
        old = self._name(voice_id)
        name = self._dialogs.new_name(old)
        if name and name != old:
            self._change(lambda: self._voices.rename(voice_id, name))

    def _duplicate(self, voice_id: str) -> None:
        def copied(item: VoiceItem) -> None:
            self.refresh(then_select=item.id)
            text = self.tr("{0} is a copy of {1}.").format(item.name, self._name(voice_id))
            self._notices.show(text, "ok")

        self._run(lambda: self._voices.duplicate(voice_id), copied)

    def _delete(self, voice_id: str) -> None:
        name = self._name(voice_id)
        is_sample = voice_id in self._items and self._items[voice_id].is_bundled

        def deleted(key: str) -> None:
            self.refresh()
            text = self.tr("{0} was deleted. You can restore it for 30 days; its takes are kept.")
            if is_sample:
                text = self.tr("{0} was removed. You can restore it at any time.")
            self._offer_undo(text.format(name), Undo(key))

        self._run(lambda: self._voices.delete(voice_id), deleted)

    def _order_again(self, voice_id: str) -> None:
        self._run(lambda: self._voices.order_again(voice_id), self.clone_wanted.emit)

    def _offer_undo(self, text: str, undo: Undo) -> None:
        self._undo.append(undo)
        action = MessageAction(self.tr("Undo"), lambda: self._bring_back(undo))
        self._notices.show(text, "ok", action)

    def _undo_last(self) -> None:
        if self._undo:
            self._bring_back(self._undo[-1])

    def _bring_back(self, undo: Undo) -> None:
        self._undo = [other for other in self._undo if other.key != undo.key]

        def back(item: VoiceItem | None) -> None:
            self.refresh(then_select=item.id if item else None)
            if item is not None:
                self._notices.show(self.tr("{0} was restored.").format(item.name), "ok")

        self._run(lambda: self._voices.bring_back(undo.key, undo.instead_of), back)

    def _export(self, voice_id: str) -> None:
        name = self._name(voice_id)
        path = self._dialogs.voice_export_path(self._settings.export_folder, name)
        if path is not None:
            self._settings.export_folder = path.parent
            text = self.tr("The voice was saved as {0}.").format(path.name)
            self._change(lambda: self._voices.export(voice_id, path), text)

    def _import(self) -> None:
        path = self._dialogs.voice_to_import(self._settings.import_folder)
        if path is not None:
            self._settings.import_folder = path.parent
            self.import_files([path])

    def _change(self, change: Callable[[], Any], text: str = "") -> None:
        def done(_: Any) -> None:
            self.refresh()
            if text:
                self._notices.show(text, "ok")

        self._run(change, done)

    def _run(self, work: Callable[[], Any], on_result: Callable[[Any], None]) -> None:
        self._tasks.run(lambda _: work(), on_result=on_result, on_error=self._fail, lane=LANE)

    def _fail(self, error: Exception) -> None:
        self._notices.show_error(error)
        self._look_again.start()
