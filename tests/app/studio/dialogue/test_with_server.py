"""The Dialogue page on the real server: played while it is made; saved by a job of the real runner."""

from __future__ import annotations

import json
import os
import signal
from types import SimpleNamespace

import numpy as np
import pytest
import soundfile

from tests.app.studio.fakes import FakeDialogs, FakeOutput, FakeVoices, make_backstage
from tests.helpers.job_queue import queue_of
from tests.helpers.runner import runner_pid
from tests.helpers.speech_server import SpeechServer, is_alive, wait_until
from timbre_app.jobs.job import WINDOW, State
from timbre_app.jobs.office import JobOffice
from timbre_app.jobs.process import spoken_folder
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.studio.backstage import StudioDialogue
from timbre_app.studio.dialogue.page import IDLE
from timbre_app.studio.wiring import Studio

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

LINES = 40
TEXT = 'Maria: Hello <break time="1s"/> there.\n[tiny:1 pause=0.5] Good bye. <mark name="end"/>\n'


@pytest.fixture
def queue(speech_server: SpeechServer):
    with queue_of(speech_server, "Maria", "maria") as queue:
        yield queue


@pytest.fixture
def open_page(speech_server, queue, qtbot, tmp_path):
    """Open a window with a script; returns the studio and its page."""
    dialogs = FakeDialogs()
    dialogs.path, dialogs.saving = tmp_path / "talk.wav", Saving(FileKind(), (".srt", ".vtt"), True)

    def begin(text: str):
        server = SimpleNamespace(client=lambda: speech_server.client, forget=lambda: None)
        dialogue = StudioDialogue(server, spoken_folder())  # pyright: ignore[reportArgumentType]
        backstage = make_backstage(
            tmp_path, dialogue=dialogue, voices=FakeVoices("Maria"), jobs=JobOffice(queue)
        )
        FakeOutput.made.clear()
        studio = Studio(backstage, make_dialogs=lambda _: dialogs)
        page = studio.window.dialogue_page
        qtbot.addWidget(studio.window)
        studio.start()
        studio.window.show_page(studio.window.DIALOGUE)
        page.script_edit.setPlainText(text)
        wanted = {"Maria": "maria", "tiny:1": "base:tiny:1"}
        qtbot.waitUntil(lambda: studio.dialogue.desk.cast == wanted)
        qtbot.waitUntil(page.export_button.isEnabled)
        return studio, page

    return begin


def test_played_and_saved_with_a_clone_and_a_built_in_voice(open_page, queue, qtbot, tmp_path):
    studio, page = open_page(TEXT)
    page.play_button.click()
    qtbot.waitUntil(lambda: all(span.is_known for span in page.tracks_view.spans))
    first, second = page.tracks_view.spans
    assert second.start_s - first.end_s == pytest.approx(0.5, abs=0.001)
    assert first.end_s - first.start_s > 1.2  # the break
    output = FakeOutput.made[-1]
    qtbot.waitUntil(lambda: sum(map(len, output.chunks)) > second.end_s * 22_050)
    output.release.set()
    qtbot.waitUntil(lambda: page.mode == IDLE)
    assert len(list(spoken_folder().glob("*.json"))) == 2
    page.export_button.click()
    qtbot.waitUntil(lambda: page.status_label.property("severity") == "ok")
    (job,) = queue.list()
    assert (job.kind, job.origin, job.state) == ("dialogue", WINDOW, State.DONE)
    saved, _ = soundfile.read(tmp_path / "talk.wav", dtype="int16")
    heard = np.concatenate(output.chunks)
    assert len(heard) == len(saved)
    assert np.corrcoef(heard, saved)[0, 1] > 0.99  # the file has the watermark too
    subtitles = (tmp_path / "talk.srt").read_text()
    assert "Maria: Hello" in subtitles
    assert "<" not in subtitles
    assert (tmp_path / "talk.vtt").exists()
    (mark,) = json.loads((tmp_path / "talk.marks.json").read_text())["marks"]
    assert mark == {"name": "end", "time_s": pytest.approx(second.end_s, abs=0.15)}
    assert len(list((tmp_path / "talk stems").iterdir())) == 2
    studio.window.close()


def test_an_export_survives_the_window_and_its_killed_runner(open_page, queue, qtbot, tmp_path):
    text = "".join(
        f"{('Maria', 'tiny:1')[number % 2]}: Line {number} of this dialogue takes a while to say.\n"
        for number in range(LINES)
    ).replace("tiny:1:", "[tiny:1]")
    studio, page = open_page(text)
    page.export_button.click()
    qtbot.waitUntil(lambda: page.export_strip.isVisible() and page.export_strip.progress_bar.value() > 0)
    (job,) = queue.list()
    pid = runner_pid(queue)
    studio.window.close()
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not is_alive(pid))
    assert queue.get(job.id).state is not State.DONE
    assert not (tmp_path / "talk.wav").exists()

    studio, page = open_page(TEXT)  # which has the job done
    qtbot.waitUntil(page.export_strip.isVisible)
    qtbot.waitUntil(lambda: page.status_label.text().startswith(f"Saved {tmp_path / 'talk.wav'} and 4 more"))
    assert not page.export_strip.isVisible()
    assert soundfile.info(tmp_path / "talk.wav").duration == pytest.approx(
        queue.get(job.id).result.duration_s, abs=0.1
    )
    assert (tmp_path / "talk.vtt").read_text().count("<v Maria>") == LINES // 2
    studio.window.close()
