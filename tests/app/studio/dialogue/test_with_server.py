"""The Dialogue page on the real server: played while it is made, then saved from the lines that were kept."""

from __future__ import annotations

import dataclasses
import json
from types import SimpleNamespace

import numpy as np
import pytest
import soundfile

from tests.app.studio.fakes import FakeDialogs, FakeOutput, FakeVoices, make_backstage
from tests.helpers.speech_server import SpeechServer
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.studio.backstage import StudioDialogue
from timbre_app.studio.dialogue.page import IDLE
from timbre_app.studio.wiring import Studio
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

TEXT = 'Maria: Hello <break time="1s"/> there.\n[tiny:1 pause=0.5] Good bye. <mark name="end"/>\n'


def test_played_and_saved_with_a_clone_and_a_built_in_voice(speech_server: SpeechServer, qtbot, tmp_path):
    VoiceLibrary().add(dataclasses.replace(speech_server.voice(), name="Maria", id="maria"), replace=True)
    server = SimpleNamespace(client=lambda: speech_server.client, forget=lambda: None)
    dialogue = StudioDialogue(server, tmp_path / "clips")  # pyright: ignore[reportArgumentType]
    dialogs = FakeDialogs()
    dialogs.path, dialogs.saving = tmp_path / "talk.wav", Saving(FileKind(), (".srt",), True)
    backstage = make_backstage(tmp_path, dialogue=dialogue, voices=FakeVoices("Maria"))
    FakeOutput.made.clear()
    studio = Studio(backstage, make_dialogs=lambda _: dialogs)
    window, page = studio.window, studio.window.dialogue_page
    qtbot.addWidget(window)
    studio.start()
    window.show_page(window.DIALOGUE)
    page.script_edit.setPlainText(TEXT)
    wanted = {"Maria": "maria", "tiny:1": "base:tiny:1"}
    qtbot.waitUntil(lambda: studio.dialogue.desk.cast == wanted)
    page.play_button.click()
    qtbot.waitUntil(lambda: all(span.is_known for span in page.tracks_view.spans))
    first, second = page.tracks_view.spans
    assert second.start_s - first.end_s == pytest.approx(0.5, abs=0.001)
    assert first.end_s - first.start_s > 1.2  # the break
    output = FakeOutput.made[-1]
    qtbot.waitUntil(lambda: sum(map(len, output.chunks)) > second.end_s * 22_050)
    output.release.set()
    qtbot.waitUntil(lambda: page.mode == IDLE)
    assert len(list((tmp_path / "clips").glob("*.json"))) == 2
    page.export_button.click()
    qtbot.waitUntil(lambda: page.status_label.property("severity") == "ok")
    saved, _ = soundfile.read(tmp_path / "talk.wav", dtype="int16")
    heard = np.concatenate(output.chunks)
    assert len(heard) == len(saved)
    assert np.corrcoef(heard, saved)[0, 1] > 0.99  # the file has the watermark too
    subtitles = (tmp_path / "talk.srt").read_text()
    assert "Maria: Hello" in subtitles
    assert "<" not in subtitles
    (mark,) = json.loads((tmp_path / "talk.marks.json").read_text())["marks"]
    assert mark == {"name": "end", "time_s": pytest.approx(second.end_s, abs=0.15)}
    assert len(list((tmp_path / "talk stems").iterdir())) == 2
    window.close()
