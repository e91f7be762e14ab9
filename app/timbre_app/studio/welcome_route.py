"""The ways from the first-run page into the studio."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.speak.controller import SpeakController
from timbre_app.studio.voices.controller import VoicesController


class WelcomeRoute(QObject):
    """Leads from the first-run page to recording, importing, the sample voice or the voices."""

    def __init__(self, window: MainWindow, voices: VoicesController, speak: SpeakController) -> None:
        super().__init__(window)
        self._window, self._voices, self._speak = window, voices, speak
        welcome = window.welcome_page
        welcome.record_requested.connect(lambda: window.show_page(window.RECORD))
        welcome.import_requested.connect(lambda: window.show_page(window.VOICES))
        welcome.import_requested.connect(window.voices_page.import_requested)
        welcome.sample_requested.connect(self._try_sample)
        welcome.skip_requested.connect(lambda: window.show_page(window.VOICES))

    def _try_sample(self) -> None:
        """Show the Speak page with the sample voice, and a text if there is none, and speak it."""
        window = self._window
        if not window.speak_page.text.strip():
            text = self.tr("Hello! This is the sample voice. Type anything here, and press Speak.")
            window.speak_page.text_edit.setPlainText(text)
        if self._voices.sample_id is not None:
            self._speak.choose(self._voices.sample_id)
        window.show_page(window.SPEAK)
        window.speak_page.speak_button.click()
