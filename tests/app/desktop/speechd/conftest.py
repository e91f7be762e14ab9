from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.desktop.speechd.pipes import Server, Speech
from tests.helpers.voices import make_voice
from timbre_app.voices.library import VoiceLibrary


@pytest.fixture
def speech() -> Speech:
    return Speech()


@pytest.fixture
def library(tmp_path) -> VoiceLibrary:
    library = VoiceLibrary(tmp_path)
    library.add(make_voice("Ada"))
    library.add(make_voice("Zoe", 1, language="de"))
    return library


@pytest.fixture
def server(speech, library) -> Iterator[Server]:
    server = Server(speech, library)
    yield server
    speech.may_go_on.set()
    server.end()
