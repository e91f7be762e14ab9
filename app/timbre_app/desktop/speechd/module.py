"""Answers speech-dispatcher's commands."""

from __future__ import annotations

import logging

from timbre.messages import InputError
from timbre_app.desktop.speechd.marked_text import MarkedText, read_ssml
from timbre_app.desktop.speechd.settings import SpeechSettings
from timbre_app.desktop.speechd.speaking import Backstage, Utterance
from timbre_app.desktop.speechd.spelling import character_name, key_name, spelled

SERVER_AUDIO = "audio_output_method=server"
_LOG_LEVELS = (logging.CRITICAL, logging.ERROR, logging.WARNING, logging.WARNING, logging.INFO, logging.DEBUG)
_log = logging.getLogger("timbre_app.desktop.speechd")


class OutputModule:
    """Speaks for speech-dispatcher until it goes.

    Args:
        backstage: What speaks.
    """

    def __init__(self, backstage: Backstage) -> None:
        self._backstage, self._wire = backstage, backstage.wire
        self._settings = SpeechSettings()
        self._utterance: Utterance | None = None
        self._answers = {
            "INIT": self._init,
            "AUDIO": self._audio,
            "LOGLEVEL": self._log_level,
            "SET": self._set,
            "LIST VOICES": self._list_voices,
            "SPEAK": self._speak,
            "CHAR": self._speak,
            "KEY": self._speak,
            "SOUND_ICON": self._speak,
            "STOP": self._stop,
            "PAUSE": self._pause,
        }

    def run(self) -> None:
        """Answer commands until QUIT, or until speech-dispatcher has gone."""
        while (command := self._wire.command()) not in (None, "QUIT"):
            assert command is not None
            if command in self._answers:
                self._answers[command](command)
            elif command.startswith("LIST VOICES "):  # of one language, for which later versions may ask
                self._list_voices(command)
            elif command.startswith("DEBUG"):
                self._wire.send(
                    "200 OK DEBUGGING"
                )  # the log is standard error, which speech-dispatcher keeps
            else:
                self._wire.send("300 ERR UNKNOWN COMMAND")
        self._stop("STOP")
        if command is not None:
            self._wire.send("210 OK QUIT")

    def _init(self, _: str) -> None:
        self._backstage.session.begin()
        self._wire.send("299-Timbre speaks.", "299 OK LOADED SUCCESSFULLY")

    def _audio(self, _: str) -> None:
        self._wire.send("207 OK RECEIVING AUDIO SETTINGS")
        if SERVER_AUDIO in list(self._wire.lines()):
            self._wire.send("203 OK AUDIO INITIALIZED")
        else:
            self._wire.send("300-Timbre needs speech-dispatcher 0.11 or later.", "300 MODULE ERROR")

    def _log_level(self, _: str) -> None:
        self._wire.send("207 OK RECEIVING LOGLEVEL SETTINGS")
        for line in self._wire.lines():
            level = line.removeprefix("log_level=")
            if level.isdecimal():
                _log.setLevel(_LOG_LEVELS[min(int(level), len(_LOG_LEVELS) - 1)])
        self._wire.send("203 OK LOGLEVEL SET")

    def _set(self, _: str) -> None:
        self._wire.send("207 OK RECEIVING SETTINGS")
        is_good = True
        for line in self._wire.lines():
            try:
                self._settings = self._settings.with_line(line)
            except InputError:
                is_good = False
        self._wire.send("203 OK SETTINGS RECEIVED" if is_good else "303 ERROR INVALID PARAMETER OR VALUE")

    def _list_voices(self, _: str) -> None:
        voices = self._backstage.voices.listed()
        lines = [f"200-{_field(voice.name)}\t{voice.language}\tnone" for voice in voices]
        self._wire.send(*lines, "200 OK VOICE LIST SENT" if lines else "304 CANT LIST VOICES")

    def _speak(self, command: str) -> None:
        self._wire.send("202 OK RECEIVING MESSAGE")
        text = "\n".join(self._wire.lines())
        marked = self._marked(command, text)
        self._stop("STOP")
        self._utterance = Utterance(self._backstage, marked, self._settings)
        self._wire.send("200 OK SPEAKING")
        self._utterance.start()

    def _marked(self, command: str, text: str) -> MarkedText:
        settings = self._settings
        tells_capitals = settings.cap_let_recogn != "none"
        if command == "SPEAK":
            marked = read_ssml(text)
            is_spelled = settings.spelling_mode == "on"
            return spelled(marked, settings.language, tells_capitals) if is_spelled else marked
        text = text.strip("\n")
        if command == "KEY":
            return MarkedText(key_name(text, settings.language))
        if command == "CHAR" and len(text) == 1:
            return MarkedText(character_name(text, settings.language, tells_capitals))
        return MarkedText(
            text.replace("_", " ").replace("-", " ")
        )  # "space", or an icon such as "empty-text"

    def _stop(self, _: str) -> None:
        if self._utterance is not None:
            self._utterance.stop()

    def _pause(self, _: str) -> None:
        if self._utterance is not None:
            self._utterance.pause()


def _field(name: str) -> str:
    return " ".join(name.split())
