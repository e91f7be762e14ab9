"""The jobs in the window: what is shown, what the person can do, a window that is opened anew."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeDialogs, FakeSpeech, fake_office, make_backstage
from timbre.messages import Message
from timbre_app.jobs.job import COMMAND, Job, JobResult, State
from timbre_app.server.errors import ServerError
from timbre_app.studio.jobs.dialog import JobsDialog
from timbre_app.studio.wiring import Studio

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform


@pytest.fixture
def speech():
    return FakeSpeech()


@pytest.fixture
def studio(speaking, speech, dialogs, tmp_path):
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three. Four.")
    dialogs.path = tmp_path / "talk.wav"
    return studio


def dialog_of(qtbot, studio) -> JobsDialog:
    qtbot.keyClick(studio.window, "j", Qt.KeyboardModifier.ControlModifier)
    dialog = studio.window.findChild(JobsDialog)
    qtbot.waitUntil(lambda: dialog.list.count() > 0)
    return dialog


def test_the_status_line_tells_how_far_a_job_is_and_leads_to_it(studio, speech, qtbot):
    speech.gate.clear()
    studio.window.speak_page.export_button.click()
    status = studio.window.job_status_button
    qtbot.waitUntil(lambda: status.isVisible())
    assert status.text().startswith("talk.wav: ")
    status.click()
    dialog = studio.window.findChild(JobsDialog)
    qtbot.waitUntil(lambda: dialog.list.count() == 1 and "Sentence 1 of 3" in dialog.list.item(0).text())
    assert dialog.cancel_button.isEnabled()
    assert not dialog.folder_button.isEnabled()
    speech.gate.set()
    qtbot.waitUntil(lambda: "Done, " in dialog.list.item(0).text())
    qtbot.waitUntil(lambda: not status.isVisible())
    assert dialog.progress.value() == 100


def test_the_end_is_told_with_a_way_to_the_folder(studio, qtbot, tmp_path, monkeypatch):
    shown = []
    monkeypatch.setattr(studio.folders, "show", shown.append)
    studio.window.speak_page.export_button.click()
    bar = studio.window.message_bar
    qtbot.waitUntil(lambda: "Saved talk.wav" in bar.text)
    assert bar.action_button.text() == "Show in folder"
    bar.action_button.click()
    dialog = dialog_of(qtbot, studio)
    dialog.folder_button.click()
    assert shown == [tmp_path, tmp_path]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_a_job_that_failed_goes_on_at_its_sentence(studio, speech, qtbot, tmp_path):
    speech.dies_after = 1
    studio.window.speak_page.export_button.click()
    bar = studio.window.message_bar
    qtbot.waitUntil(lambda: "does not answer" in bar.text)
    assert not (tmp_path / "talk.wav").exists()
    said = len(speech.requests)
    speech.dies_after = None
    bar.action_button.click()
    dialog = dialog_of(qtbot, studio)
    qtbot.waitUntil(lambda: (tmp_path / "talk.wav").exists())
    assert [request.text for request in speech.requests[said:]] == ["Three.", "Four."]
    qtbot.waitUntil(lambda: dialog.current.state is State.DONE)
    dialog.remove_button.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 0)
    assert dialog.empty_label.isVisible()
    assert (tmp_path / "talk.wav").exists()


def test_a_window_that_is_opened_anew_goes_on(qtbot, tmp_path):
    speech = FakeSpeech()
    office = fake_office(tmp_path / "jobs", speech)
    given = {"text": "One. Two.", "voice": "anton", "out": str(tmp_path / "a.wav")}
    office.queue.submit("text", "a.wav", given, 2)  # whoever submitted it was killed at once
    studio = Studio(
        make_backstage(tmp_path, speech=speech, jobs=office), make_dialogs=lambda _: FakeDialogs()
    )
    qtbot.addWidget(studio.window)
    studio.start()
    qtbot.waitUntil(lambda: (tmp_path / "a.wav").exists())
    studio.window.close()


def test_the_queue_of_others_is_shown_and_a_damaged_one_is_a_sentence(studio, qtbot, tmp_path):
    queue = studio.jobs._office.queue
    job = queue.submit("text", "from elsewhere", {"text": "A.", "voice": "x"}, 1)
    queue.cancel(job.id)
    dialog = dialog_of(qtbot, studio)
    assert "from elsewhere\nCancelled" in dialog.list.item(0).text()
    (queue.folder / "jobs.sqlite").write_bytes(b"broken")
    queue._database._is_checked = False
    studio.jobs.look()
    bar = studio.window.message_bar
    qtbot.waitUntil(lambda: "The list of jobs was damaged" in bar.text)
    dialog.reject()


def job(state, **more) -> Job:
    fields = {"done": 1, "count": 4, "parts": 0, "attempts": 0, "created": 0.0, "changed": 0.0}
    return Job("id", "text", COMMAND, "title", state, **{**fields, **more})


@pytest.mark.parametrize(
    ("shown", "words", "enabled"),
    [
        (job(State.WAITING), "Waiting", ["cancel", "remove"]),
        (job(State.RUNNING), "Sentence 2 of 4, 25 %", ["cancel", "remove"]),
        (job(State.FAILED, error=Message("Why.")), "Failed", ["resume", "remove"]),
        (job(State.CANCELLED), "Cancelled", ["resume", "remove"]),
        (
            job(State.DONE, result=JobResult(("/a/b.wav",), 2.0)),
            "Done, 2.0 s of speech",
            ["folder", "remove"],
        ),
    ],
)
def test_what_can_be_done_in_each_state(qtbot, shown, words, enabled):
    dialog = JobsDialog()
    qtbot.addWidget(dialog)
    dialog.set_jobs([shown])
    assert words in dialog.list.item(0).text()
    names = ("cancel", "resume", "remove", "folder")
    assert sorted(name for name in names if getattr(dialog, f"{name}_button").isEnabled()) == sorted(enabled)


def test_a_server_that_cannot_be_reached_is_not_lost_work(studio, speech, qtbot, tmp_path):
    speech.error = ServerError("There is no speech server.")
    studio.window.speak_page.export_button.click()
    bar = studio.window.message_bar
    qtbot.waitUntil(lambda: "There is no speech server." in bar.text)
    speech.error = None
    bar.action_button.click()
    qtbot.waitUntil(lambda: (tmp_path / "talk.wav").exists())
    samples, _ = soundfile.read(tmp_path / "talk.wav")
    assert np.abs(samples).max() > 0


def test_a_look_that_began_before_a_job_does_not_hide_it(studio, speech, qtbot, monkeypatch):
    """A look is under way while a job is ordered and done at once; its end is told all the same."""
    office, began, may_end = studio._backstage.jobs, threading.Event(), threading.Event()
    look = office.list

    def slow_look():
        jobs = look()
        began.set()
        may_end.wait(60)
        return jobs

    monkeypatch.setattr(office, "list", slow_look)
    studio.jobs.look()
    qtbot.waitUntil(began.is_set)
    submitted: list[Job] = []
    studio.speak.export.submitted.connect(submitted.append)
    studio.window.speak_page.export_button.click()
    qtbot.waitUntil(lambda: len(submitted) == 1)
    may_end.set()
    qtbot.waitUntil(lambda: "Saved talk.wav" in studio.window.message_bar.text)


def test_without_a_job_the_list_says_what_it_is_for(studio, qtbot):
    qtbot.keyClick(studio.window, "j", Qt.KeyboardModifier.ControlModifier)
    dialog = studio.window.findChild(JobsDialog)
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.empty_label.isVisible()
    assert not dialog.progress.isVisible()
    dialog.set_jobs([job(State.WAITING)])
    assert not dialog.empty_label.isVisible()
    assert dialog.progress.isVisible()
