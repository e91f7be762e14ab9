from __future__ import annotations

import errno
import os

import numpy as np
import pytest

from timbre import files
from timbre_app import trash
from timbre_app.sound import wave_file
from timbre_app.sound.wave_file import WaveWriter
from timbre_app.takes.deleted import DeletedRecordings
from timbre_app.takes.prompts import Prompt, PromptList, PromptsError
from timbre_app.takes.recordings import RecordingError, RecordingSession, discard_untouched, list_sessions

RATE = 48000
PROMPTS = PromptList("I am {name} and I agree.", (Prompt("p001", "One."), Prompt("p002", "Two.")))


@pytest.fixture
def session(tmp_path):
    return RecordingSession.create(tmp_path, "Maria", PROMPTS)


def record(session, prompt_id, seconds=2.0, value=1000):
    path = session.begin_take(prompt_id)
    with WaveWriter(path, RATE) as writer:
        writer.write(np.full(round(seconds * RATE), value, np.int16))
    return path


def test_consent_comes_first_and_names_the_voice(session):
    assert session.prompts[0] == Prompt("consent", "I am Maria and I agree.")
    assert not session.has_consent


def test_reopening_resumes_exactly_there(session):
    record(session, "consent")
    session.complete_take("consent")
    session.move_to(2)
    again = RecordingSession.open(session.folder)
    assert (again.voice_name, again.position, again.prompts) == ("Maria", 2, session.prompts)
    assert [take.id for take in again.takes] == ["consent"]
    assert again.has_consent
    assert again.recovered == []


def test_metadata_is_ljspeech_and_lists_complete_takes_only(session):
    for prompt_id in ("p002", "consent"):
        record(session, prompt_id)
        session.complete_take(prompt_id)
    record(session, "p001")
    lines = (session.folder / "metadata.csv").read_text().splitlines()
    assert lines == ["consent|I am Maria and I agree.", "p002|Two."]
    assert all((session.folder / "wavs" / f"{line.split('|')[0]}.wav").exists() for line in lines)


def test_the_take_before_can_be_brought_back_and_the_later_one_again(session):
    for value in (1, 2):
        record(session, "p001", value=value)
        session.complete_take("p001")
    path = session.take_path("p001")
    assert session.has_before("p001")
    for value in (1, 2, 1):
        session.swap_takes("p001")
        assert wave_file.read(path)[0][0] == value
    again = RecordingSession.open(session.folder)
    assert again.has_before("p001")
    assert [take.id for take in again.takes] == ["p001"]
    assert (session.folder / "metadata.csv").read_text() == "p001|One.\n"


def test_where_a_file_has_only_one_name_the_take_before_is_a_copy(session, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    for value in (1, 2):
        record(session, "p001", value=value)
        session.complete_take("p001")
    assert wave_file.read(session.take_path("p001"))[0][0] == 2
    for value in (1, 2):
        session.swap_takes("p001")
        assert wave_file.read(session.take_path("p001"))[0][0] == value


def test_on_a_disk_without_room_for_both_the_new_take_goes_first(session, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(files, "copy", refuse)
    for value in (1, 2):
        record(session, "p001", value=value)
        session.complete_take("p001")
    assert wave_file.read(session.take_path("p001"))[0][0] == 2
    assert not session.has_before("p001")


@pytest.mark.parametrize("done", [1, 2])
def test_a_swap_that_a_crash_interrupted_loses_neither_take(session, done):
    for value in (1, 2):
        record(session, "p001", value=value)
        session.complete_take("p001")
    wavs = session.folder / "wavs"
    os.link(wavs / "p001.wav", wavs / "p001.swap")
    if done == 2:
        (wavs / "p001.before").replace(wavs / "p001.wav")
    again = RecordingSession.open(session.folder)
    heard = []
    for _ in range(2):
        heard.append(int(wave_file.read(again.take_path("p001"))[0][0]))
        again.swap_takes("p001")
    assert heard == ([2, 1] if done == 1 else [1, 2])
    assert {path.suffix for path in wavs.iterdir()} == {".wav", ".before"}


def test_redo_keeps_the_older_take_until_the_new_one_is_complete(session):
    record(session, "p001", value=1)
    session.complete_take("p001")
    record(session, "p001", value=2)
    assert wave_file.read(session.take_path("p001"))[0][0] == 1
    session.discard_take("p001")
    assert wave_file.read(session.take_path("p001"))[0][0] == 1
    record(session, "p001", value=3)
    session.complete_take("p001")
    assert wave_file.read(session.take_path("p001"))[0][0] == 3


def test_a_take_cut_off_by_a_crash_is_found_again(session):
    writer = WaveWriter(session.begin_take("p001"), RATE)
    writer.write(np.full(3 * RATE, 7, np.int16))
    with open(writer.path, "ab") as file:
        file.write(b"\1")  # half a sample, as a torn write leaves it
    again = RecordingSession.open(session.folder)
    writer.close()
    assert [(found.prompt.id, found.duration_s) for found in again.recovered] == [("p001", 3.0)]
    samples, rate = wave_file.read(again.take_path("p001"))
    assert rate == RATE
    assert len(samples) == 3 * RATE


def test_a_cut_off_redo_does_not_replace_the_older_take(session):
    record(session, "p001", value=1)
    session.complete_take("p001")
    record(session, "p001", value=2)
    again = RecordingSession.open(session.folder)
    assert wave_file.read(again.take_path("p001"))[0][0] == 1
    assert wave_file.read(session.folder / "wavs" / "p001.interrupted.wav")[0][0] == 2


def test_a_breath_of_an_interrupted_take_is_not_kept(session):
    record(session, "p001", seconds=0.2)
    again = RecordingSession.open(session.folder)
    assert again.take_path("p001") is None
    assert again.recovered == []


@pytest.mark.parametrize("name", ["", "   ", "a/b", "..", "x" * 100])
def test_a_name_that_no_voice_can_have_is_refused(tmp_path, name):
    with pytest.raises(RecordingError):
        RecordingSession.create(tmp_path, name, PROMPTS)
    assert list_sessions(tmp_path) == []


def test_two_sessions_of_one_name_live_side_by_side(tmp_path):
    folders = {RecordingSession.create(tmp_path, "Ana", PROMPTS).folder for _ in range(3)}
    assert len(folders) == 3
    assert set(list_sessions(tmp_path)) == folders


def test_a_folder_without_a_session_is_refused(tmp_path):
    with pytest.raises(RecordingError, match="cannot be opened"):
        RecordingSession.open(tmp_path)
    (tmp_path / "session.json").write_text("{}")
    with pytest.raises(RecordingError, match="cannot be opened"):
        RecordingSession.open(tmp_path)


def test_prompt_list_skips_comments(tmp_path):
    (tmp_path / "english.txt").write_text("# about\n\nFirst.\nSecond.\n")
    (tmp_path / "consent_english.txt").write_text("# about\nI, {name}, agree.\n")
    prompts = PromptList.load(tmp_path)
    assert prompts.consent == "I, {name}, agree."
    assert [prompt.text for prompt in prompts.prompts] == ["First.", "Second."]


def test_a_missing_prompt_list_is_one_sentence(tmp_path):
    with pytest.raises(PromptsError, match=r"The prompts cannot be read: .* \(english.txt\)\."):
        PromptList.load(tmp_path)


def test_a_recording_that_could_not_be_saved_is_not_thrown_away_by_the_next(session):
    record(session, "p001", value=4)
    record(session, "p001", value=5)
    session.complete_take("p001")
    assert wave_file.read(session.take_path("p001"))[0][0] == 5
    assert wave_file.read(session.folder / "wavs" / "p001.interrupted.wav")[0][0] == 4


def test_a_session_in_which_nothing_was_recorded_is_discarded(session):
    session.move_to(1)
    RecordingSession.open(session.folder)  # lists its takes, of which there are none
    assert discard_untouched(session.folder)
    assert not session.folder.exists()


@pytest.mark.parametrize(
    "left", ["wavs/consent.wav", "wavs/p001.part", "wavs/p001.interrupted.wav", "mine.txt"]
)
def test_whatever_was_recorded_keeps_a_session_from_being_discarded(session, left):
    (session.folder / left).write_bytes(b"sound")
    assert not discard_untouched(session.folder)
    assert (session.folder / left).read_bytes() == b"sound"
    assert RecordingSession.read(session.folder).voice_name == "Maria"


def test_deleted_recordings_come_back_to_where_they_were(session, tmp_path):
    path = record(session, "p001")
    session.complete_take("p001")
    deleted = DeletedRecordings(tmp_path)
    assert deleted.put(session.folder).voice_name == "Maria"
    assert list_sessions(tmp_path) == []
    (found,) = deleted.list()
    assert found.voice_name == "Maria"
    assert deleted.bring_back(found.key) == session.folder
    assert RecordingSession.open(session.folder).take_path("p001") == path.with_suffix(".wav")
    assert deleted.list() == []
    with pytest.raises(RecordingError, match="removed for good"):
        deleted.bring_back(found.key)


def test_recordings_that_cannot_be_opened_are_deleted_and_come_back_all_the_same(session, tmp_path):
    (session.folder / "session.json").write_text("{")
    deleted = DeletedRecordings(tmp_path)
    assert deleted.put(session.folder).voice_name == session.folder.name
    assert deleted.bring_back(deleted.list()[0].key) == session.folder
    with pytest.raises(RecordingError, match="cannot be deleted"):
        deleted.put(tmp_path / "gone")


def test_deleted_recordings_go_for_good_after_a_month(session, tmp_path, monkeypatch):
    record(session, "p001")
    deleted = DeletedRecordings(tmp_path)
    deleted.put(session.folder)
    later = trash.time.time() + 29 * 86_400
    monkeypatch.setattr(trash.time, "time", lambda: later)
    assert len(deleted.list()) == 1
    monkeypatch.setattr(trash.time, "time", lambda: later + 2 * 86_400)
    assert deleted.list() == []
    assert list((tmp_path / ".deleted").iterdir()) == []
