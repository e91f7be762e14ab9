"""The ways between the Voices and the Record page: takes that wait, imported ones, those that a voice was made of."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from timbre_app.studio.clone.result import ResultController
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.record.controller import RecordController
from timbre_app.studio.record.importing import ImportController
from timbre_app.studio.voices.controller import VoicesController
from timbre_app.takes.prompts import NewVoice
from timbre_app.takes.recordings import RecordingSession


class TakesRoute(QObject):
    """Leads from a voice to its takes, to a comparison with the person, and back."""

    def __init__(
        self,
        window: MainWindow,
        record: RecordController,
        importing: ImportController,
        voices: VoicesController,
        result: ResultController,
        comparison: ResultController,
    ) -> None:
        super().__init__(window)
        self._window, self._record, self._importing = window, record, importing
        self._comparison = comparison
        voices.continue_wanted.connect(self._continue)
        voices.record_wanted.connect(lambda: window.show_page(window.RECORD))
        voices.compare.connect(self._compare)
        window.voices_page.result_panel.back_requested.connect(self._back_to_voices)
        window.speak_page.record_requested.connect(lambda: window.show_page(window.RECORD))
        window.record_page.start_panel.import_requested.connect(self._import)
        importing.made.connect(self._imported)
        importing.left.connect(record.leave)
        for controller in (result, comparison):
            controller.more_takes.connect(self._record_more)

    def _import(self, voice: NewVoice, paths: list[Path]) -> None:
        self._window.record_page.show_import()
        self._importing.show(voice, paths)

    def _imported(self, session: RecordingSession) -> None:
        self._record.open(session)
        text = self.tr(
            "The recordings were imported. Now read the consent statement below, or drop a recording of it here."
        )
        self._window.notices.show(text, "ok")

    def _compare(self, voice: VoiceItem, takes: Path) -> None:
        """Show a voice of the library beside the person."""
        self._window.voices_page.show_result()
        self._comparison.show(voice, takes)

    def _back_to_voices(self) -> None:
        self._comparison.stop()
        self._window.voices_page.show_library()

    def back_to_voice(self, voice_id: str) -> None:
        """Go back to a voice that was to be made again."""
        self._back_to_voices()
        self._window.show_page(self._window.VOICES)
        self._window.voices_page.select(voice_id)

    def _continue(self, takes: Path) -> None:
        """Open recordings that no voice was made from yet."""
        self._window.show_page(self._window.RECORD)
        self._record.go_on_with(takes)

    def _record_more(self, takes: Path) -> None:
        """Go back to the sentences that a voice was made of."""
        self._back_to_voices()
        self._window.show_page(self._window.RECORD)
        self._record.go_on_with(takes)
