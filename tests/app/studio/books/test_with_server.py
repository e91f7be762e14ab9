"""The Books page's export on the real server, as a job of the real runner, paused and killed on its way."""

from __future__ import annotations

import os
import signal
from types import SimpleNamespace

import pytest
import soundfile

from tests.app.studio.fakes import FakeDialogs, FakeVoices, make_backstage
from tests.helpers.job_queue import queue_of
from tests.helpers.runner import runner_pid
from tests.helpers.speech_server import SpeechServer, is_alive, wait_until
from timbre_app.jobs.job import WINDOW, State
from timbre_app.jobs.office import JobOffice
from timbre_app.jobs.process import RunnerLock
from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.books.page import EXPORTING, PAUSED
from timbre_app.studio.wiring import Studio

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SENTENCES = 60


@pytest.fixture
def queue(speech_server: SpeechServer):
    with queue_of(speech_server, "Maria", "maria") as queue:
        yield queue


@pytest.fixture
def open_page(speech_server, queue, qtbot, tmp_path):
    """Open a window that shows the book; returns its page and the window."""
    book = tmp_path / "long.md"
    spoken = " ".join(
        f"Sentence {number} of this window's book takes a while to say." for number in range(SENTENCES)
    )
    book.write_text(f"# The only part\n\n{spoken}\n")
    dialogs = FakeDialogs()
    dialogs.batch, dialogs.path = book, tmp_path / "out"

    def begin():
        server = SimpleNamespace(client=lambda: speech_server.client, forget=lambda: None)
        backstage = make_backstage(
            tmp_path,
            speech=StudioSpeech(server),
            voices=FakeVoices("Maria"),
            jobs=JobOffice(queue),
        )
        studio = Studio(backstage, make_dialogs=lambda _: dialogs)
        qtbot.addWidget(studio.window)
        studio.start()
        studio.window.show_page(studio.window.BOOKS)
        page = studio.window.books_page
        page.open_button.click()
        qtbot.waitUntil(lambda: page.sentence_list.count() == SENTENCES + 1)
        page.format_box.setCurrentIndex(page.format_box.findData("flac"))
        return page, studio.window

    return begin


def test_an_export_is_paused_killed_and_found_again(open_page, queue, qtbot, tmp_path):
    page, window = open_page()
    page.export_button.click()
    qtbot.waitUntil(lambda: page.mode == EXPORTING and page.progress_bar.value() > 50)
    page.start_button.click()
    qtbot.waitUntil(lambda: page.mode == PAUSED)
    (job,) = queue.list()
    assert (job.state, job.origin) == (State.CANCELLED, WINDOW)
    qtbot.waitUntil(lambda: not RunnerLock(queue).is_held)
    assert not (tmp_path / "out").exists()

    page.start_button.click()
    qtbot.waitUntil(lambda: RunnerLock(queue).is_held)
    pid = runner_pid(queue)
    window.close()
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not is_alive(pid))
    assert queue.get(job.id).state is not State.DONE

    page, window = open_page()  # which has the job done
    qtbot.waitUntil(lambda: page.mode == EXPORTING)
    qtbot.waitUntil(lambda: page.status_label.text().startswith(f"Saved {tmp_path}"))
    (path,) = (tmp_path / "out").iterdir()
    job = queue.get(job.id)
    assert job.result.files == (path,)
    assert soundfile.info(path).duration == pytest.approx(job.result.duration_s, abs=0.1)
    marks = [page.sentence_list.item(row).text()[0] for row in range(page.sentence_list.count())]
    qtbot.waitUntil(lambda: page.sentence_list.item(SENTENCES).text().startswith("✓"))
    assert len(marks) == SENTENCES + 1
    window.close()
