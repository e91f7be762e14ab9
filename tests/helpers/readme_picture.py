"""Takes the README's picture: the real window, the real server and the shipped base model, while a voice speaks.

    QT_QPA_PLATFORM=offscreen python -m tests.helpers.readme_picture [docs/screenshots/speak.png]

The voice is a speaker of the base model. The window is as a person has it, except for its loudspeaker: it falls silent
in the middle of the text, so that the picture shows a word that is heard.
"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.app.studio.fakes import FakeOutput
from tests.helpers.camera import settle
from tests.helpers.screenshots import FOLDER
from tests.helpers.small_png import save_small
from tests.helpers.speech_server import running_server
from timbre import paths
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.studio.app import make_application, real_backstage
from timbre_app.studio.wiring import Studio
from timbre_app.voices.library import VoiceLibrary

PICTURE = FOLDER / "speak.png"
COLOURS = 48
NAME = "Narrator"
TEXT = (
    "The first ferry leaves the harbour at ten past seven. "
    "Should the fog not have lifted by then, we will have breakfast on the quay, and take the next one."
)
CLOSE_UP = "Should the fog"
HEARD_S = 4.2
PATIENCE_S = 60.0


class Loudspeaker(FakeOutput):
    """Takes all sound, and has played it up to one moment."""

    def write(self, chunk: np.ndarray) -> bool:
        """See Player."""
        goes_on = super().write(chunk)
        self.played_samples = min(self.played_samples, round(HEARD_S * self.sample_rate))
        return goes_on


def add_voice(client: TimbreClient) -> None:
    """Put a speaker of the base model into the library, and hear it once, as a person does before the next text."""
    base = BaseModel.open(paths.base_dir())
    voice = dataclasses.replace(BaseVoices(base).voice(base.speakers[0]), name=NAME)
    VoiceLibrary().add(voice)
    for _ in client.speak(TEXT, voice):
        pass


def take_picture(file: Path) -> None:
    """Speak in the window, and draw it while a word in the middle is heard, its sentence close up."""
    studio = Studio(dataclasses.replace(real_backstage(), make_output=Loudspeaker))
    studio.settings.set_value("look/theme", "light")
    studio.options.appearance.apply()
    studio.start()
    window, page = studio.window, studio.window.speak_page
    wait(lambda: "ready" in window.server_status and page.voice_id is not None)
    window.show_page(window.SPEAK)
    page.text_edit.setPlainText(TEXT)
    cursor = page.text_edit.textCursor()
    cursor.setPosition(TEXT.index(CLOSE_UP))
    page.text_edit.setTextCursor(cursor)
    page.speak_button.click()
    sentences = studio.speak.reading.sentences
    wait(lambda: all(sentence.clip and sentence.clip.is_whole for sentence in sentences))
    page.detail_button.click()
    wait(lambda: page.sentence_panel.view.has_picture)
    settle()
    save_small(window.grab(), file, COLOURS)
    window.close()


def wait(until: Callable[[], bool]) -> None:
    """Let the window work until a condition holds.

    Raises:
        TimeoutError: if it does not come to hold.
    """
    settle(until, round(1000 * PATIENCE_S))
    if not until():
        raise TimeoutError("The window does not get on.")


def main(file: Path) -> None:
    """Start the server, speak and draw."""
    make_application()
    base = paths.assets_dir() / "base"
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "home", base) as server:
        add_voice(server.client)
        take_picture(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)
