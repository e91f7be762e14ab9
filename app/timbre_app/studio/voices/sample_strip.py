"""The sample voice on the page of somebody who has no voice yet: hear it, speak with it, remove it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from timbre_app.studio.items import VoiceItem
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.widgets.building import button, label, margins


class SampleStrip(QFrame):
    """A strip with the sample voice; it is hidden while there is none.

    Signals:
        play_requested: Id of the voice.
        speak_requested: Id of the voice.
        remove_requested: Id of the voice.
    """

    play_requested = Signal(str)
    speak_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._voice_id = ""
        self.name_label = label(role="heading")
        self.play_button = button(
            self.tr("Listen"), self.tr("Hear one sentence in the sample voice"), icon="play"
        )
        self.speak_button = button(
            self.tr("Try it"), self.tr("Type a text and hear it in the sample voice"), icon="audio-lines"
        )
        self.remove_button = button(
            self.tr("Remove"), self.tr("Remove the sample voice"), role="danger", icon="trash-2"
        )
        self._build()
        for action_button, signal in (
            (self.play_button, self.play_requested),
            (self.speak_button, self.speak_requested),
            (self.remove_button, self.remove_requested),
        ):
            action_button.clicked.connect(lambda _=False, signal=signal: signal.emit(self._voice_id))
        self.set_voice(None)

    def set_voice(self, voice: VoiceItem | None) -> None:
        """Offer a sample voice, or none."""
        self._voice_id = voice.id if voice else ""
        self.name_label.setText(voice.name if voice else "")
        self.setVisible(voice is not None)

    def set_playing(self, playing: bool) -> None:
        """Turn the button that plays into one that stops, and back."""
        self.play_button.setText(self.tr("Stop") if playing else self.tr("Listen"))
        set_icon(self.play_button, "square" if playing else "play")

    def _build(self) -> None:
        row = QHBoxLayout(self)
        margins(row, Space.L, Space.M)
        row.setSpacing(Space.S)
        texts = QVBoxLayout()
        texts.setSpacing(Space.XXS)
        texts.addWidget(self.name_label)
        about = self.tr("Made up by a computer, it belongs to nobody: hear what Timbre sounds like.")
        texts.addWidget(label(about, "muted", wrap=True))
        row.addLayout(texts, 1)
        for action_button in (self.play_button, self.speak_button, self.remove_button):
            row.addWidget(action_button)
