"""Joins the Voices page with the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.ports import SpeakOptions, Speech, VoiceItem, Voices
from timbre_app.studio.settings import StudioSettings
from timbre_app.tasks import Tasks


class VoicesController(QObject):
    """Lists, plays, renames, deletes, exports and imports voices.

    Signals:
        voices_changed: The list of VoiceItem now.
        speak_with: Id of the voice to speak with.
        record_wanted: The person wants to record.
    """

    voices_changed = Signal(list)
    speak_with = Signal(str)
    record_wanted = Signal()

    def __init__(
        self,
        window: MainWindow,
        tasks: Tasks,
        voices: Voices,
        speech: Speech,
        playback: Playback,
        dialogs: Dialogs,
        settings: StudioSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._page = window, window.voices_page
        self._tasks, self._voices, self._speech = tasks, voices, speech
        self._playback, self._dialogs, self._settings = playback, dialogs, settings
        self._names: dict[str, str] = {}
        page = self._page
        page.play_requested.connect(self._play)
        page.stop_requested.connect(playback.stop)
        page.rename_requested.connect(self._rename)
        page.delete_requested.connect(self._delete)
        page.export_requested.connect(self._export)
        page.import_requested.connect(self._import)
        page.speak_requested.connect(self.speak_with)
        page.record_requested.connect(self.record_wanted)

    def refresh(self, then_select: str | None = None) -> None:
        """Read the library again."""

        def show(items: Sequence[VoiceItem]) -> None:
            self._names = {item.id: item.name for item in items}
            self._page.set_voices(items)
            if then_select is not None:
                self._page.select(then_select)
            self.voices_changed.emit(list(items))

        self._tasks.run(lambda _: self._voices.list(), on_result=show, on_error=self._fail, lane="library")

    def _play(self, voice_id: str) -> None:
        text = self.tr("This is {0}, a voice made with Timbre.").format(self._names.get(voice_id, ""))

        def make(should_stop: Callable[[], bool]) -> Sound:
            chunks = self._speech.speak(text, voice_id, SpeakOptions(), should_stop)
            return Sound(self._speech.sample_rate, chunks)

        self._playback.play(make, on_end=lambda: self._page.set_playing(False), on_error=self._play_failed)
        self._page.set_playing(True)

    def _play_failed(self, error: Exception) -> None:
        self._page.set_playing(False)
        self._fail(error)

    def _rename(self, voice_id: str) -> None:
        old = self._names.get(voice_id, "")
        name = self._dialogs.new_name(old)
        if name and name != old:
            self._change(lambda: self._voices.rename(voice_id, name))

    def _delete(self, voice_id: str) -> None:
        if self._dialogs.confirm_delete(self._names.get(voice_id, "")):
            self._change(lambda: self._voices.delete(voice_id))

    def _export(self, voice_id: str) -> None:
        name = self._names.get(voice_id, "")
        path = self._dialogs.voice_export_path(self._settings.export_folder, name)
        if path is not None:
            self._settings.export_folder = path.parent
            said = self.tr("The voice was saved as {0}.").format(path.name)
            self._change(lambda: self._voices.export(voice_id, path), said)

    def _import(self) -> None:
        path = self._dialogs.voice_to_import(self._settings.export_folder)
        if path is None:
            return
        self._settings.export_folder = path.parent

        def imported(item: VoiceItem) -> None:
            self.refresh(then_select=item.id)
            self._window.show_message(self.tr("The voice {0} was added.").format(item.name), "ok")

        self._tasks.run(
            lambda _: self._voices.import_file(path), on_result=imported, on_error=self._fail, lane="library"
        )

    def _change(self, change: Callable[[], Any], said: str = "") -> None:
        def done(_: Any) -> None:
            self.refresh()
            if said:
                self._window.show_message(said, "ok")

        self._tasks.run(lambda _: change(), on_result=done, on_error=self._fail, lane="library")

    def _fail(self, error: Exception) -> None:
        self._window.show_message(sentence(error))
