"""The Dialogue page: script, cast, tracks, playing and saving."""

from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.app.studio.fakes import RATE, FakeDialogue, FakeOutput, FakeVoices
from tests.helpers.written import holds_no_file
from timbre_app.jobs import desk
from timbre_app.jobs import dialogue as jobs_of_dialogues
from timbre_app.jobs.job import WINDOW, Job, State
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.server.errors import ServerError
from timbre_app.studio.dialogue.page import IDLE, PLAYING

TEXT = "Ann: One two three four.\nBen (pause 0.5): Five six.\nAnn: Seven.\n"


class AnyVoices:
    """Has a voice of every name."""

    def find(self, name: str) -> str:
        return name


@pytest.fixture
def dialogue(open_studio, qtbot, monkeypatch):
    """A studio that shows its Dialogue page, and that page; with a script if one is given."""
    monkeypatch.setattr(jobs_of_dialogues, "Voices", AnyVoices)

    def open_one(text: str = "", **replaced):
        speech = replaced.setdefault("dialogue", FakeDialogue())
        monkeypatch.setattr(
            jobs_of_dialogues, "ServerSpeech", lambda _client, cast, *_, **__: speech.speech(cast)
        )
        studio = open_studio(**replaced)
        window = studio.window
        window.show_page(window.DIALOGUE)
        page = window.dialogue_page
        if text:
            page.script_edit.setPlainText(text)
            qtbot.waitUntil(lambda: len(page.tracks_view.spans) > 0)
        return studio, page

    return open_one


def ended(page, qtbot):
    def has_ended():
        FakeOutput.let_end()
        return page.mode == IDLE

    qtbot.waitUntil(has_ended)


def test_an_example_is_one_click_away(dialogue, qtbot):
    _, page = dialogue()
    assert not page.play_button.isEnabled()
    page.example_button.click()
    qtbot.waitUntil(lambda: page.play_button.isEnabled())
    assert list(page.cast_panel.boxes) == ["Ann", "Ben", "Clara"]
    assert len(page.tracks_view.spans) == 8
    assert not page.example_button.isVisible()


def test_each_speaker_has_a_voice_of_their_own(dialogue):
    studio, _ = dialogue(TEXT + "Maria: Hello.\nBELLA: Hi.\nEve: Hi.\n")
    cast = studio.dialogue.desk.cast
    assert list(cast) == ["Ann", "Ben", "Maria", "BELLA", "Eve"]
    assert (cast["Maria"], cast["BELLA"]) == ("maria", "base:Bella")
    assert {cast["Ann"], cast["Ben"]} == {"anton", "base:George"}
    assert cast["Eve"]


def test_a_chosen_voice_is_kept_and_used(dialogue, qtbot):
    speech = FakeDialogue()
    studio, page = dialogue(TEXT, dialogue=speech)
    box = page.cast_panel.boxes["Ben"]
    box.setFocus()
    others = {name: voice for name, voice in studio.dialogue.desk.cast.items() if name != "Ben"}
    box.setCurrentIndex(box.findData("base:George"))
    box.activated.emit(box.currentIndex())
    assert studio.dialogue.desk.cast == {**others, "Ben": "base:George"}
    assert box.hasFocus()
    page.play_button.click()
    qtbot.waitUntil(lambda: len(speech.asked) == 3)
    assert ("Five six.", "base:George") in speech.asked
    ended(page, qtbot)


def test_an_error_names_the_line_and_leaves_the_cast(dialogue, qtbot):
    _, page = dialogue(TEXT)
    page.script_edit.appendPlainText("Ben (loud 3): No.")
    qtbot.waitUntil(lambda: not page.play_button.isEnabled())
    assert page.status_label.text().startswith("Line 5: 'loud' is no setting")
    assert page.status_label.property("severity") == "error"
    assert list(page.cast_panel.boxes) == ["Ann", "Ben"]
    page.script_edit.setPlainText(TEXT)
    qtbot.waitUntil(lambda: page.play_button.isEnabled())
    assert page.status_label.text() == ""


def test_a_line_may_be_ssml(dialogue, dialogs, qtbot, tmp_path):
    _, page = dialogue('Ann: One <break time="3s"/> two.\nBen: <mark name="a"/> Three.\n')
    first, _ = page.tracks_view.spans
    assert first.end_s - first.start_s > 3
    assert page.tracks_view._texts == ["One two.", "Three."]
    dialogs.path, dialogs.saving = tmp_path / "talk.wav", Saving(FileKind(), (".srt",))
    page.export_button.click()
    qtbot.waitUntil(lambda: page.status_label.property("severity") == "ok")
    assert json.loads((tmp_path / "talk.marks.json").read_text()) == {"marks": []}  # tones have none
    assert "<" not in (tmp_path / "talk.srt").read_text()
    page.script_edit.appendPlainText("Ben: <blink>Four.</blink>")
    qtbot.waitUntil(
        lambda: page.status_label.text().startswith("Line 4: Timbre does not know the element <blink>")
    )
    assert page.status_label.property("severity") == "error"


def test_playing_shows_who_speaks_when_and_where_it_is(dialogue, qtbot):
    _, page = dialogue(TEXT)
    assert not any(span.is_known for span in page.tracks_view.spans)
    page.play_button.click()
    assert page.mode == PLAYING
    qtbot.waitUntil(lambda: all(span.is_known for span in page.tracks_view.spans))
    spans = page.tracks_view.spans
    assert [span.speaker for span in spans] == ["Ann", "Ben", "Ann"]
    assert [span.end_s - span.start_s for span in spans] == pytest.approx([0.4, 0.2, 0.1], abs=0.01)
    assert spans[1].start_s - spans[0].end_s == pytest.approx(0.5, abs=0.001)
    FakeOutput.made[-1].played_samples = round(1.05 * RATE)
    qtbot.waitUntil(lambda: page.script_edit.marked_line == 2)
    (mark,) = page.script_edit.extraSelections()
    assert mark.cursor.selectedText() == TEXT.splitlines()[1]  # all of it, where it is wrapped too
    assert page.tracks_view.position_s == pytest.approx(1.05, abs=0.01)
    assert page.time_label.text() == "0:01 / 0:01"
    ended(page, qtbot)
    assert page.script_edit.marked_line is None
    assert page.tracks_view.position_s is None


def test_a_click_plays_from_there(dialogue, qtbot):
    speech = FakeDialogue()
    _, page = dialogue(TEXT, dialogue=speech)
    page.play_button.click()
    qtbot.waitUntil(lambda: all(span.is_known for span in page.tracks_view.spans))
    qtbot.waitUntil(lambda: sum(map(len, FakeOutput.made[-1].chunks)) > 1.3 * RATE)
    whole = np.concatenate(FakeOutput.made[-1].chunks)
    speech.asked.clear()
    view = page.tracks_view
    target = view.spans[1].start_s + 0.1
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(view._x(target)), 20))
    assert page.mode == PLAYING
    qtbot.waitUntil(lambda: len(speech.asked) == 2)
    assert [text for text, _ in speech.asked] == ["Five six.", "Seven."]
    qtbot.waitUntil(lambda: sum(map(len, FakeOutput.made[-1].chunks)) > 0.3 * RATE)
    rest = np.concatenate(FakeOutput.made[-1].chunks)
    assert len(rest) / RATE == pytest.approx(len(whole) / RATE - target, abs=0.05)
    FakeOutput.made[-1].played_samples = round(0.02 * RATE)
    qtbot.waitUntil(lambda: view.position_s == pytest.approx(target + 0.02, abs=0.03))
    ended(page, qtbot)


def test_play_from_the_line_with_the_cursor_and_stop(dialogue, qtbot):
    speech = FakeDialogue()
    speech.gate.clear()
    _, page = dialogue(TEXT, dialogue=speech)
    page.script_edit.go_to_line(2)
    page.here_button.click()
    qtbot.waitUntil(lambda: len(speech.asked) > 0)
    assert speech.asked[0][0] == "Five six."
    QTest.keyClick(page.script_edit, Qt.Key.Key_Escape)
    assert page.mode == IDLE
    assert page.status_label.text() == "Stopped."
    speech.gate.set()


def test_the_tracks_with_keys_alone(dialogue, qtbot):
    speech = FakeDialogue()
    _, page = dialogue(TEXT, dialogue=speech)
    view = page.tracks_view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.chosen == 1
    assert view.accessibleDescription() == "Ben at 0:01: Five six."
    assert page.script_edit.cursor_line == 2
    QTest.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(speech.asked) == 2)
    assert speech.asked[0][0] == "Five six."
    ended(page, qtbot)


def test_a_lost_server_is_one_sentence_and_looked_for_again(dialogue, qtbot):
    speech = FakeDialogue()
    speech.error = ServerError("The speech server does not answer.")
    studio, page = dialogue(TEXT, dialogue=speech)
    page.play_button.click()
    qtbot.waitUntil(lambda: page.mode == IDLE)
    assert studio.window.message_bar.text == "The speech server does not answer."
    assert speech.forgotten == 1


def test_export_writes_mix_stems_and_subtitles(dialogue, dialogs, qtbot, tmp_path):
    dialogs.path, dialogs.saving = tmp_path / "talk.flac", Saving(FileKind(), (".vtt",), True)
    studio, page = dialogue(TEXT)
    page.export_button.click()
    qtbot.waitUntil(lambda: page.status_label.property("severity") == "ok")
    assert page.status_label.text().startswith(f"Saved {tmp_path / 'talk.flac'} and 3 more files")
    assert soundfile.info(tmp_path / "talk stems" / "Ben.flac").frames == soundfile.info(dialogs.path).frames
    assert "<v Ben>Five six." in (tmp_path / "talk.vtt").read_text()
    assert studio.settings.export_folder == tmp_path


def jobs_of(studio) -> list[Job]:
    return studio._backstage.jobs.queue.list()


@pytest.fixture
def held(dialogs, tmp_path):
    """Speech that waits in its first line until the gate opens; exports go to a folder of their own."""
    speech = FakeDialogue()
    speech.gate.clear()
    folder = tmp_path / "out"
    folder.mkdir()
    dialogs.path, dialogs.saving = folder / "talk.wav", Saving(FileKind(), (".srt", ".vtt"), True)
    yield speech
    speech.gate.set()


def begin_export(page, qtbot) -> None:
    page.export_button.click()
    qtbot.waitUntil(lambda: page.export_strip.text_label.text() == "Saving talk.wav: line 1 of 3")
    assert page.export_strip.isVisible()


def test_an_export_is_a_job_and_the_page_can_be_used_meanwhile(dialogue, held, qtbot, dialogs):
    studio, page = dialogue(TEXT, dialogue=held)
    begin_export(page, qtbot)
    (job,) = jobs_of(studio)
    assert (job.kind, job.origin, job.title, job.count) == ("dialogue", WINDOW, "talk.wav", 3)
    assert page.mode == IDLE
    assert page.play_button.isEnabled()
    qtbot.waitUntil(lambda: studio.window.job_status_button.text().startswith("talk.wav: "))
    page.script_edit.setPlainText("Ann: Another text.\n")  # the job keeps the script that was exported
    held.gate.set()
    qtbot.waitUntil(lambda: page.status_label.text().startswith(f"Saved {dialogs.path} and 4 more files"))
    assert not page.export_strip.isVisible()
    assert "Five six." in dialogs.path.with_suffix(".srt").read_text()
    assert "<v Ben>Five six." in dialogs.path.with_suffix(".vtt").read_text()
    assert {path.name for path in (dialogs.path.parent / "talk stems").iterdir()} == {"Ann.wav", "Ben.wav"}


def test_a_window_that_is_opened_anew_follows_the_export(dialogue, held, qtbot, dialogs):
    studio, page = dialogue(TEXT, dialogue=held)
    begin_export(page, qtbot)
    office = studio._backstage.jobs
    studio.window.close()
    _, page = dialogue(dialogue=held, jobs=office)
    qtbot.waitUntil(lambda: page.export_strip.isVisible())
    assert page.export_strip.text_label.text() == "Saving talk.wav: line 1 of 3"
    held.gate.set()
    qtbot.waitUntil(lambda: page.status_label.text().startswith(f"Saved {dialogs.path}"))
    assert dialogs.path.exists()


def test_a_stopped_export_leaves_no_file_and_can_be_continued(dialogue, held, qtbot, dialogs, monkeypatch):
    monkeypatch.setattr(desk, "LOOK_S", 0.0)  # the job sees that it was stopped before its last line
    studio, page = dialogue(TEXT, dialogue=held)
    begin_export(page, qtbot)
    page.export_strip.stop_button.setFocus()
    page.export_strip.stop_button.click()
    qtbot.waitUntil(lambda: page.status_label.text().startswith("Stopped. No half-written file is left"))
    assert not page.export_strip.isVisible()
    assert page.export_button.hasFocus()
    held.gate.set()
    qtbot.waitUntil(lambda: holds_no_file(dialogs.path.parent))
    (job,) = jobs_of(studio)
    assert job.state is State.CANCELLED
    studio._backstage.jobs.resume(job.id)
    studio.jobs.look()
    qtbot.waitUntil(lambda: page.status_label.text().startswith(f"Saved {dialogs.path}"))


def test_an_export_that_fails_says_why_and_goes_on_from_there(dialogue, dialogs, qtbot, tmp_path):
    speech = FakeDialogue()
    speech.error = ServerError("The speech server does not answer.")
    dialogs.path = tmp_path / "talk.flac"
    studio, page = dialogue(TEXT, dialogue=speech)
    page.export_button.click()
    bar = studio.window.message_bar
    qtbot.waitUntil(lambda: "talk.flac: The speech server does not answer." in bar.text)
    assert page.status_label.text() == "Not saved; no half-written file is left."
    speech.error = None
    bar.action_button.click()
    qtbot.waitUntil(lambda: page.status_label.text().startswith("Saved"))


def test_an_export_into_a_folder_that_is_gone_says_so(dialogue, dialogs, qtbot, tmp_path):
    dialogs.path = tmp_path / "gone" / "talk.flac"
    studio, page = dialogue(TEXT)
    page.export_button.click()
    qtbot.waitUntil(lambda: "gone" in studio.window.message_bar.text)
    assert jobs_of(studio) == []
    assert not page.export_strip.isVisible()


def test_an_export_leaves_the_focus_where_it_is(dialogue, held, qtbot):
    _, page = dialogue(TEXT, dialogue=held)
    page.script_edit.setFocus()
    begin_export(page, qtbot)
    assert page.window().focusWidget() is page.script_edit
    held.gate.set()
    qtbot.waitUntil(lambda: page.status_label.property("severity") == "ok")
    assert page.window().focusWidget() is page.script_edit


def test_a_table_is_opened_as_text(dialogue, dialogs, qtbot, tmp_path):
    dialogs.path = tmp_path / "a.csv"
    dialogs.path.write_text("speaker,text,pause\nAnn,Hello.,\nBen,Hi.,0.2\n")
    _, page = dialogue()
    page.open_button.click()
    qtbot.waitUntil(lambda: page.play_button.isEnabled())
    assert page.text == "Ann: Hello.\nBen (pause 0.2): Hi.\n"
    dialogs.path.write_text("who,text\nAnn,Hello.\n")
    page.open_button.click()
    qtbot.waitUntil(lambda: page.window().message_bar.text.startswith("The table has no column named"))
    assert page.text == "Ann: Hello.\nBen (pause 0.2): Hi.\n"


def test_script_and_cast_are_there_the_next_time(dialogue, qtbot, tmp_path):
    voices = FakeVoices("Maria", "Anton", "Zoe")
    studio, page = dialogue(TEXT, voices=voices)
    box = page.cast_panel.boxes["Ben"]
    box.setCurrentIndex(box.findData("zoe"))
    box.activated.emit(box.currentIndex())
    studio.window.close()
    assert json.loads((tmp_path / "speech" / "dialogue.json").read_text())["text"] == TEXT
    studio, page = dialogue(voices=voices)
    qtbot.waitUntil(lambda: page.text == TEXT and page.play_button.isEnabled())
    assert studio.dialogue.desk.cast["Ben"] == "zoe"


def test_a_voice_that_is_gone_gives_its_part_to_another(dialogue, qtbot):
    voices = FakeVoices("Maria", "Anton")
    studio, _ = dialogue(TEXT, voices=voices)
    assert "maria" in studio.dialogue.desk.cast.values()
    voices.delete("maria")
    studio.voices.refresh()
    qtbot.waitUntil(lambda: "maria" not in studio.dialogue.desk.cast.values())
    assert all(studio.dialogue.desk.cast.values())


def test_a_long_dialogue_can_be_zoomed_and_stays_in_view(dialogue, qtbot):
    _, page = dialogue("Ann: One two three four.\nBen: Five six seven.\n" * 300)
    view = page.tracks_view
    assert view.view == pytest.approx((0, view.duration_s))
    view.setFocus()
    for _ in range(8):
        QTest.keyClick(view, Qt.Key.Key_Plus)
    first_s, last_s = view.view
    assert last_s - first_s == pytest.approx(view.duration_s / 1.5**8, rel=0.01)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.view[1] >= view.spans[-1].start_s
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.view[0] <= view.spans[0].start_s
    view.set_position(500.0)
    assert view.view[0] <= 500 <= view.view[1]
    for _ in range(20):
        QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.view == pytest.approx((0, view.duration_s))
