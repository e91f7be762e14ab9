from __future__ import annotations

import re
import sqlite3
import stat
import threading

import pytest

from timbre.messages import Message
from timbre_app.jobs import queue as queue_module
from timbre_app.jobs.job import JobsError, State, UnknownJobError
from timbre_app.jobs.process import RunnerLock, RunnerStarter
from timbre_app.jobs.queue import JobQueue

SECRET = "A text that nobody else may read."


def submit(queue, title="a.wav", text=SECRET):
    return queue.submit("text", title, {"text": text}, 3)


def test_a_job_is_what_was_submitted(queue):
    job = submit(queue)
    again = JobQueue().get(job.id)
    assert again == job
    assert (job.state, job.done, job.count, job.kind, job.title) == (State.WAITING, 0, 3, "text", "a.wav")
    assert queue.parameters(job.id) == {"text": SECRET}
    with pytest.raises(UnknownJobError, match="There is no job 'none'"):
        queue.get("none")


def test_jobs_are_taken_in_their_order_and_one_that_broke_off_first(queue):
    first, second = submit(queue), submit(queue)
    assert queue.take().id == first.id
    assert queue.take().id == first.id  # its runner has died
    assert queue.get(first.id).attempts == 2
    queue.note_progress(first.id, 1)
    assert queue.get(first.id).attempts == 0
    queue.finish(first.id)
    assert queue.take().id == second.id
    queue.fail(second.id, Message.of("The disk is full: free some space and try again."))
    assert queue.take() is None
    assert str(queue.get(second.id).error) == "The disk is full: free some space and try again."
    assert [job.state for job in queue.list()] == [State.FAILED, State.DONE]


def test_cancel_resume_and_remove(queue):
    job = submit(queue)
    queue.take()
    assert queue.cancel(job.id).state is State.CANCELLED
    assert not queue.note_progress(job.id, 2)
    assert queue.get(job.id).done == 0
    queue.finish(job.id)
    assert queue.get(job.id).state is State.CANCELLED
    assert queue.resume(job.id).state is State.WAITING
    assert queue.take().id == job.id
    queue.finish(job.id)
    assert queue.cancel(job.id).state is State.DONE
    assert queue.resume(job.id).state is State.DONE
    queue.clips(job.id).mkdir(parents=True)
    queue.remove(job.id)
    assert not queue.folder_of(job.id).exists()
    assert queue.list() == []


def test_texts_are_private_and_go_with_the_job(queue):
    job = submit(queue)
    with queue._database.transaction(writes=False) as connection:
        connection.execute("SELECT * FROM jobs").fetchall()
        files = [path for path in queue.folder.rglob("*") if path.is_file()]
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}
    assert modes["jobs.sqlite"] == 0o600
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(queue.folder.stat().st_mode) == 0o700
    assert SECRET.encode() in b"".join(path.read_bytes() for path in queue.folder.glob("jobs.sqlite*"))
    queue.remove(job.id)
    assert SECRET.encode() not in b"".join(path.read_bytes() for path in queue.folder.glob("jobs.sqlite*"))


def test_old_jobs_are_forgotten_but_not_those_that_wait(queue, monkeypatch):
    ended, waiting = submit(queue), submit(queue)
    queue.cancel(ended.id)
    queue.clips(ended.id).mkdir(parents=True)
    monkeypatch.setattr(queue_module, "KEPT_S", -1.0)
    assert [job.id for job in queue.list()] == [waiting.id]
    assert not queue.folder_of(ended.id).exists()


@pytest.mark.parametrize("damage", [b"no database at all", b""], ids=["other", "torn"])
def test_a_damaged_queue_is_moved_aside_with_one_sentence(queue, damage):
    for _ in range(50):
        job = submit(queue, text=SECRET * 100)
    queue.clips(job.id).mkdir(parents=True)
    path = queue.folder / "jobs.sqlite"
    content = path.read_bytes()
    path.write_bytes(damage or content[:4096] + b"\xff" * 8192 + content[12288:])
    fresh = JobQueue()
    with pytest.raises(JobsError, match=re.escape("submit again what was not done")):
        fresh.list()
    (aside,) = queue.folder.glob("jobs.sqlite.broken-*")
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    assert fresh.list() == []
    assert submit(fresh).state is State.WAITING
    assert queue.clips(job.id).is_dir()


def test_a_queue_of_a_newer_timbre_is_left_alone(queue):
    submit(queue)
    connection = sqlite3.connect(queue.folder / "jobs.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(JobsError, match="newer Timbre"):
        JobQueue().list()
    assert list(queue.folder.glob("*broken*")) == []


def test_many_submit_at_once(home):
    def work():
        queue = JobQueue()
        for _ in range(10):
            submit(queue)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(JobQueue().list()) == 40


def test_one_runner_holds_the_lock(queue):
    lock, other = RunnerLock(queue), RunnerLock(queue)
    assert not lock.is_held
    assert lock.acquire()
    assert other.is_held
    assert not other.acquire()
    lock.release()
    assert not other.is_held
    assert other.acquire()
    other.release()


def test_no_runner_is_started_for_an_empty_queue(queue):
    RunnerStarter(queue).ensure()
    assert not (queue.folder.parent / "logs").exists()


def test_new_work_gets_a_runner_though_one_that_is_about_to_end_still_lives(queue, monkeypatch):
    """A runner that has seen an empty queue and given up the lock does not look again."""
    started = []

    class Child:
        returncode = None

        def __init__(self, *_args, **_options) -> None:
            started.append(self)

        def poll(self) -> None:
            return None

    monkeypatch.setattr("timbre_app.jobs.process.subprocess.Popen", Child)
    starter = RunnerStarter(queue)
    submit(queue)
    starter.ensure()
    starter.ensure(is_new=False)
    assert len(started) == 1
    submit(queue)
    starter.ensure()
    assert len(started) == 2


def test_a_queue_that_another_program_has_mended_is_not_moved_aside(queue):
    def meet_damage(before=lambda: None):
        with queue._database.transaction():
            before()
            raise sqlite3.DatabaseError(
                "database disk image is malformed"
            )  # as of a file that was moved aside

    job = submit(queue)
    with pytest.raises(JobsError):
        meet_damage()
    assert list(queue.folder.glob("*broken*")) == []
    assert [found.id for found in queue.list()] == [job.id]
    with pytest.raises(JobsError):
        meet_damage((queue.folder / "jobs.sqlite").unlink)
    assert not (queue.folder / "jobs.sqlite").exists()


def test_what_a_killed_runner_has_left_is_swept(queue):
    done, waiting, gone = submit(queue), submit(queue), submit(queue)
    for job in done, waiting, gone:
        queue.clips(job.id).mkdir(parents=True)
        queue.results(job.id).mkdir()
    with queue._database.transaction() as connection:  # a runner that is killed afterwards has not tidied
        connection.execute("UPDATE jobs SET state = 'done' WHERE id = ?", (done.id,))
        connection.execute("DELETE FROM jobs WHERE id = ?", (gone.id,))
    (queue.folder / "mine").mkdir()
    queue.sweep()
    assert not queue.folder_of(gone.id).exists()
    assert not queue.clips(done.id).exists()
    assert queue.results(done.id).is_dir()
    assert queue.clips(waiting.id).is_dir()
    assert (queue.folder / "mine").is_dir()


def test_a_lock_whose_file_was_removed_is_lost(queue):
    submit(queue)
    lock = RunnerLock(queue)
    assert lock.acquire()
    assert not lock.is_lost
    (queue.folder / "runner.lock").unlink()
    other = RunnerLock(queue)
    assert other.acquire()
    assert (lock.is_lost, other.is_lost) == (True, False)
    lock.release()
    other.release()
