"""Dialogues for the window: performed with voices of the library and of the base model."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from timbre.contract import SAMPLE_RATE
from timbre_app.dialogue.performance import DialogueSpeech, How, perform
from timbre_app.dialogue.script import Script
from timbre_app.reading.clip import ClipStore
from timbre_app.reading.dictionary import Dictionary
from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.items import VoiceItem

if TYPE_CHECKING:
    from timbre_app.dialogue.mixer import MixBlock

_NAMED = re.compile(r".*:[a-z]{2}_(?P<name>[a-z]+)$")
MOST_BUILT_IN = 30


class StudioDialogue:
    """Performs dialogues through the server; keeps each line's speech in a folder.

    Args of the constructor:
        server: The server.
        folder: Folder of the clips.
        dictionary: The person's pronunciations.
    """

    def __init__(self, server: StudioServer, folder: Path, dictionary: Dictionary | None = None) -> None:
        self._server, self._folder = server, folder
        self._dictionary = dictionary or Dictionary()
        self._gains: dict[str, float] = {}

    @property
    def sample_rate(self) -> int:
        """Rate of the mix, Hz."""
        return SAMPLE_RATE

    def built_in_voices(self) -> list[VoiceItem]:
        """The speakers of the base model that have a first name; all if none has."""
        from timbre import paths
        from timbre.base import BaseModel
        from timbre_app.output.speaking import BASE_PREFIX

        names = [speaker.name for speaker in BaseModel.open(paths.base_dir()).speakers]
        named = [name for name in names if _NAMED.match(name)] or names
        return [
            VoiceItem(BASE_PREFIX + name, _first_name(name), language="en-us", is_bundled=True)
            for name in named[:MOST_BUILT_IN]
        ]

    def perform(self, script: Script, cast: Mapping[str, str], how: How) -> Generator[MixBlock, None, None]:
        """Perform a script; see timbre_app.dialogue.performance.

        Args:
            script: The script.
            cast: Ids of voices by the speakers' names.
            how: How to perform it.
        """
        try:
            yield from perform(script.lines, self.speech(cast), how)
        except ServerError:
            self._server.forget()
            raise

    def speech(self, cast: Mapping[str, str]) -> DialogueSpeech:
        """Speech of a cast; each speaker's voice is found now."""
        from timbre_app.dialogue.speech import ServerSpeech
        from timbre_app.output.speaking import find_voice

        voices = {speaker: find_voice(voice_id) for speaker, voice_id in cast.items()}
        store = ClipStore(self._folder)
        lexicon = self._dictionary.usable()
        return ServerSpeech(self._server.client(), voices, lexicon, None, store, self._gains)


def _first_name(name: str) -> str:
    found = _NAMED.match(name)
    return found["name"].title() if found else name
