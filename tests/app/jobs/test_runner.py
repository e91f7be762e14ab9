from __future__ import annotations

import dataclasses
import errno
import shutil

import numpy as np
import pytest
import soundfile

from tests.app.jobs.conftest import RATE, LetterNarrator
from timbre.messages import InputError
from timbre_app.client.streams import BusyError
from timbre_app.jobs import runner as runner_module
from timbre_app.jobs.job import JobsError, State
from timbre_app.jobs.kinds import KINDS, plan_of
from timbre_app.jobs.parameters import saving_fields
from timbre_app.jobs.runner import Runner
from timbre_app.output.batch import BatchRow
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.reading.clip import ClipStore
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.reading.timeline import PAUSE_S
from timbre_app.server.errors import ServerError

TEXT = "The first one. The second one! A third? The last."
SENTENCES = ["The first one.", "The second one!", "A third?", "The last."]
PAUSE = round(PAUSE_S * RATE)


class Killed(BaseException):
    """Stands for kill -9: nothing of the runner's own runs after it, but what `finally` does."""


def parameters(tmp_path, name="a.wav", text=TEXT, **more):
    unmarked = {"watermark": False}  # so that files hold the samples that the narrator gave
    return {"text": text, "voice": "ada", "out": str(tmp_path / name), "saving": unmarked, **more}


def submit(queue, kind, given):
    return queue.submit(kind, "title", given, plan_of(kind, given).count)


def run(queue, narrator, spoken=None):
    Runner(queue, lambda plan: narrator, spoken).run()


def expected(narrator, sentences=SENTENCES, how=None):
    from timbre_app.reading.sentence import SentenceRequest

    parts = []
    for text in sentences:
        job = SentenceRequest(text, "ada", how or HowToSpeak())
        parts += [chunk.pcm for chunk in narrator.say(job, lambda: False)] + [np.zeros(PAUSE, np.int16)]
    return np.concatenate(parts[:-1])


def test_a_text_becomes_a_file_at_its_goal(queue, narrator, tmp_path):
    job = submit(
        queue,
        "text",
        parameters(tmp_path, saving=saving_fields(Saving(FileKind(watermark=False), (".srt",)))),
    )
    assert job.count == 4
    run(queue, narrator)
    job = queue.get(job.id)
    assert (job.state, job.done, job.error) == (State.DONE, 4, None)
    assert job.result.files == (tmp_path / "a.srt", tmp_path / "a.wav")
    samples, rate = soundfile.read(tmp_path / "a.wav", dtype="int16")
    assert rate == RATE
    np.testing.assert_array_equal(samples, expected(LetterNarrator()))
    assert job.result.duration_s == pytest.approx(len(samples) / RATE)
    assert (tmp_path / "a.srt").read_text().count("-->") == 4
    assert not queue.clips(job.id).exists()


def test_a_file_without_a_goal_stays_with_the_job(queue, narrator, tmp_path):
    job = submit(queue, "text", {"text": TEXT, "voice": "ada", "format": "mp3"})
    run(queue, narrator)
    (path,) = queue.get(job.id).result.files
    assert path == queue.results(job.id) / "speech.mp3"
    assert path.stat().st_mode & 0o777 == 0o600
    queue.remove(job.id)
    assert not path.exists()


def test_a_job_that_broke_off_goes_on_at_its_sentence(queue, tmp_path):
    def die(text):
        if text == SENTENCES[2]:
            raise Killed

    job = submit(queue, "text", parameters(tmp_path))
    with pytest.raises(Killed):
        run(queue, LetterNarrator(die))
    assert queue.get(job.id).state is State.RUNNING
    assert list(tmp_path.glob("*a.wav*")) == []
    narrator = LetterNarrator()
    run(queue, narrator)
    assert narrator.said == SENTENCES[2:]
    samples, _ = soundfile.read(tmp_path / "a.wav", dtype="int16")
    np.testing.assert_array_equal(samples, expected(LetterNarrator()))


def test_cancelled_while_it_speaks_it_leaves_no_file_and_can_go_on(queue, tmp_path, monkeypatch):
    monkeypatch.setattr(runner_module, "LOOK_S", 0.0)
    job = submit(queue, "text", parameters(tmp_path))
    narrator = LetterNarrator(lambda text: text == SENTENCES[1] and queue.cancel(job.id))
    run(queue, narrator)
    assert queue.get(job.id).state is State.CANCELLED
    assert narrator.said == SENTENCES[:2]
    assert list(tmp_path.glob("*a.wav*")) == []
    queue.resume(job.id)
    narrator = LetterNarrator()
    run(queue, narrator)
    assert narrator.said == SENTENCES[1:]
    assert (tmp_path / "a.wav").exists()


def test_removed_while_it_speaks_nothing_is_left(queue, tmp_path, monkeypatch):
    monkeypatch.setattr(runner_module, "LOOK_S", 0.0)
    job = submit(queue, "text", parameters(tmp_path))
    run(queue, LetterNarrator(lambda text: text == SENTENCES[1] and queue.remove(job.id)))
    assert queue.list() == []
    assert not queue.folder_of(job.id).exists()
    assert list(tmp_path.glob("*a.wav*")) == []


def test_a_voice_made_anew_meanwhile_speaks_everything(queue, tmp_path):
    def change(text):
        if text == SENTENCES[2]:
            narrator.version = 2

    narrator = LetterNarrator(change)
    submit(queue, "text", parameters(tmp_path))
    run(queue, narrator)
    samples, _ = soundfile.read(tmp_path / "a.wav", dtype="int16")
    renewed = LetterNarrator()
    renewed.version = 2
    np.testing.assert_array_equal(samples, expected(renewed))


def test_what_the_window_has_spoken_is_not_made_again(queue, narrator, tmp_path):
    from timbre_app.reading.sentence import SentenceRequest

    store, line = ClipStore(tmp_path / "spoken"), SentenceRequest(SENTENCES[1], "ada")
    writer = store.begin(narrator.fingerprint(line), RATE)
    for chunk in narrator.say(line, lambda: False):
        writer.add(chunk.pcm, chunk.words)
    writer.finish()
    narrator.said.clear()
    submit(queue, "text", parameters(tmp_path))
    run(queue, narrator, store)
    assert narrator.said == [SENTENCES[0], *SENTENCES[2:]]
    samples, _ = soundfile.read(tmp_path / "a.wav", dtype="int16")
    np.testing.assert_array_equal(samples, expected(LetterNarrator()))


def test_settings_of_single_sentences(queue, narrator, tmp_path):
    own = {"how": [0.5, 0, 0, 1, 3], "pitch": [1.0], "duration": []}
    given = parameters(tmp_path, text="One. Two.", sentences=[[0, 4, {}], [5, 9, own]], how=[2, 0, 0, 1, 0])
    first, second = plan_of("text", given).parts[0].lines
    assert (first.how, second.how) == (HowToSpeak(2.0), HowToSpeak(0.5, seed=3))
    assert second.edits.pitch == (1.0,)
    submit(queue, "text", given)
    run(queue, narrator)
    assert soundfile.info(tmp_path / "a.wav").frames == 2 * 4 * (RATE // 100) + PAUSE


def test_words_without_sound_are_silent_beside_others_and_an_error_alone(queue, narrator, tmp_path):
    submit(queue, "text", parameters(tmp_path, text="Hello. 🙂. Bye."))
    alone = submit(queue, "text", parameters(tmp_path, "b.wav", text="🙂"))
    run(queue, narrator)
    assert (tmp_path / "a.wav").exists()
    assert str(queue.get(alone.id).error) == "There is nothing to speak in this text."
    assert not (tmp_path / "b.wav").exists()


def batch(folder, *texts):
    rows = [vars(BatchRow(at, text, f"row{at}")) for at, text in enumerate(texts, 1)]
    return {"rows": rows, "folder": str(folder), "suffix": ".wav", "voice": "ada"}


def test_a_batch_notes_what_cannot_be_spoken_and_goes_on(queue, narrator, tmp_path):
    job = submit(queue, "batch", batch(tmp_path / "out", "One. Two.", "🙂", "Three."))
    run(queue, narrator)
    job = queue.get(job.id)
    assert (job.state, job.done, job.parts) == (State.DONE, 4, 3)
    assert [path.name for path in job.result.files] == ["row1.wav", "row3.wav"]
    ((part, reason),) = [(failure.part, str(failure.reason)) for failure in job.result.failed]
    assert (part, reason) == ("2", "There is nothing to speak in this text.")


def test_a_batch_that_broke_off_writes_no_file_twice(queue, tmp_path):
    def die(text):
        if text == "Four.":
            raise Killed

    job = submit(queue, "batch", batch(tmp_path / "out", "One. Two.", "🙂", "Three. Four."))
    with pytest.raises(Killed):
        run(queue, LetterNarrator(die))
    stamp = (tmp_path / "out" / "row1.wav").stat().st_mtime_ns
    narrator = LetterNarrator()
    run(queue, narrator)
    assert narrator.said == ["Four."]
    assert (tmp_path / "out" / "row1.wav").stat().st_mtime_ns == stamp
    job = queue.get(job.id)
    assert [path.name for path in job.result.files] == ["row1.wav", "row3.wav"]
    assert len(job.result.failed) == 1


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ServerError("The speech server does not answer."), "The speech server does not answer."),
        (OSError(errno.ENOSPC, "No space left"), "The disk is full: free some space and try again."),
        (RuntimeError(), "Something went wrong (RuntimeError)."),
    ],
)
def test_a_job_that_fails_says_why_and_can_go_on(queue, tmp_path, error, sentence):
    def fail(text):
        if text == SENTENCES[2]:
            raise error

    job = submit(queue, "text", parameters(tmp_path))
    other = submit(queue, "text", parameters(tmp_path, "b.wav", text="Fine."))
    run(queue, LetterNarrator(fail))
    assert (queue.get(job.id).state, str(queue.get(job.id).error)) == (State.FAILED, sentence)
    assert queue.get(other.id).state is State.DONE
    queue.resume(job.id)
    narrator = LetterNarrator()
    run(queue, narrator)
    assert narrator.said == SENTENCES[2:]
    assert queue.get(job.id).error is None


def test_a_goal_that_has_gone_is_one_sentence(queue, narrator, tmp_path):
    job = submit(queue, "text", parameters(tmp_path / "disk" / "folder"))
    run(queue, narrator)
    assert "choose another place" in str(queue.get(job.id).error)


def test_a_busy_server_is_asked_again(queue, tmp_path, monkeypatch):
    monkeypatch.setattr(runner_module, "BUSY_S", 0.01)
    refusals = [1, 1]

    def refuse(text):
        if refusals:
            refusals.pop()
            raise BusyError("The speech server is busy.")

    submit(queue, "text", parameters(tmp_path))
    run(queue, LetterNarrator(refuse))
    assert (tmp_path / "a.wav").exists()


def test_a_job_that_always_breaks_off_at_the_same_sentence_is_given_up(queue, tmp_path):
    def die(text):
        raise Killed

    job = submit(queue, "text", parameters(tmp_path))
    for _ in range(runner_module.MOST_ATTEMPTS):
        with pytest.raises(Killed):
            run(queue, LetterNarrator(die))
    run(queue, LetterNarrator(die))
    assert "broke off 5 times" in str(queue.get(job.id).error)


@pytest.mark.parametrize(
    ("kind", "change", "hint"),
    [
        ("text", {"text": ""}, "needs a text as its text"),
        ("text", {"voice": None}, "needs a text as its voice"),
        ("text", {"out": "/tmp/a.doc"}, "ends in .wav, .flac"),
        ("text", {"how": [9, 0, 0, 1, 0]}, "pace"),
        ("text", {"how": ["x"]}, "five numbers"),
        ("none", {}, "no kind of job 'none'"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(kind, change, hint, tmp_path):
    with pytest.raises(InputError, match=hint):
        plan_of(kind, parameters(tmp_path) | change)


def test_each_kind_has_a_plan():
    import importlib

    assert all(callable(importlib.import_module(module).plan) for module in KINDS.values())


def test_a_kind_may_write_many_files_of_one_part_and_the_whole_after_the_parts(queue, narrator, tmp_path):
    given = parameters(tmp_path)
    (part,) = plan_of("text", given).parts
    again = dataclasses.replace(part, name="whole", goal=tmp_path / "whole")
    job = submit(queue, "text", given)

    def two_parts(kind, parameters):
        return dataclasses.replace(plan_of(kind, parameters), parts=[part, again])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner_module, "plan_of", two_parts)
        run(queue, narrator)
    assert narrator.said == SENTENCES
    assert (tmp_path / "whole" / "a.wav").read_bytes() == (tmp_path / "a.wav").read_bytes()
    assert len(queue.get(job.id).result.files) == 2
    shutil.rmtree(tmp_path / "whole")


def test_a_queue_that_is_busy_for_a_while_does_not_end_a_job(queue, narrator, tmp_path, monkeypatch):
    monkeypatch.setattr(runner_module, "LOOK_S", 0.0)
    job = submit(queue, "text", parameters(tmp_path))

    def busy(job_id, done):
        raise JobsError("Another program has been writing the list of jobs for too long; try again.")

    monkeypatch.setattr(queue, "note_progress", busy)
    run(queue, narrator)
    assert queue.get(job.id).state is State.DONE
    assert (tmp_path / "a.wav").exists()


def test_a_runner_that_is_not_alone_takes_no_job(queue, narrator, tmp_path):
    first, second = (submit(queue, "text", parameters(tmp_path, name)) for name in ("a.wav", "b.wav"))
    looks = iter([True, False])
    Runner(queue, lambda plan: narrator).run(lambda: next(looks))
    assert (queue.get(first.id).state, queue.get(second.id).state) == (State.DONE, State.WAITING)


def test_a_runner_that_cannot_use_the_queue_waits_before_it_ends(queue, narrator, monkeypatch):
    def full():
        raise JobsError("The disk is full: free some space and try again.")

    monkeypatch.setattr(queue, "take", full)
    runner = Runner(queue, lambda plan: narrator)
    waits = []
    monkeypatch.setattr(runner._ending, "wait", waits.append)
    with pytest.raises(JobsError):
        runner.run()
    assert waits == [runner_module.LOST_S]


def test_a_sentence_that_the_window_tidies_meanwhile_is_spoken(queue, narrator, tmp_path, monkeypatch):
    from timbre_app.reading.sentence import SentenceRequest

    store, line = ClipStore(tmp_path / "spoken"), SentenceRequest(SENTENCES[1], "ada")
    writer = store.begin(narrator.fingerprint(line), RATE)
    writer.add(np.zeros(100, np.int16))
    writer.finish()
    find = ClipStore.find

    def tidied(self, key):
        clip = find(self, key)
        if self is store and clip is not None:
            store.clear()
        return clip

    monkeypatch.setattr(ClipStore, "find", tidied)
    job = submit(queue, "text", parameters(tmp_path))
    run(queue, narrator, store)
    assert queue.get(job.id).error is None
    assert narrator.said == SENTENCES
