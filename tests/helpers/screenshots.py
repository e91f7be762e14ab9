"""Draws every screen of the window into a folder, light and dark, at 100 % and 200 %.

    python -m tests.helpers.screenshots [docs/screenshots [only this scene]]

A scale is a setting of the whole process, so each is drawn by a process of its own. Without a folder the pictures of
the documentation are drawn anew; those of screens that are gone are removed. The windows are on stand-ins; the README's
picture shows real speech (`readme_picture`).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.app.studio.fakes import (
    RATE,
    SENTENCES,
    FakeOutput,
)
from tests.helpers.camera import Camera, settle
from timbre.messages import Message
from timbre_app.output.speaking import Saving
from timbre_app.server.errors import ServerError
from timbre_app.studio.app import make_application
from timbre_app.studio.books.page import EXPORTING
from timbre_app.studio.export_dialog import ExportDialog
from timbre_app.studio.items import CloneProgress, VoiceItem
from timbre_app.studio.language import use_language
from timbre_app.studio.record.sessions import CLAIM_FILE
from timbre_app.studio.speak.dictionary_dialog import DictionaryDialog
from timbre_app.studio.speak.history_dialog import HistoryDialog
from timbre_app.studio.speak.page import IDLE
from timbre_app.takes.importing import FoundTake
from timbre_app.takes.prompts import NewVoice
from timbre_app.takes.recordings import STATE_FILE
from timbre_app.voices.outdated import WITH_TAKES

FOLDER = Path("docs/screenshots")
SCALES = (1, 2)
TEXT = "The weather will be fine tomorrow. Bring a coat all the same, because evenings by the lake are cool."
NEWER = Message.of(
    "{source} was made by a newer version of Timbre: update Timbre to use it.", source="Zoe.timbre"
)


def draw_first_run(camera: Camera) -> None:
    """What somebody sees first, and a library without voices."""
    camera.shot("welcome")
    sample = VoiceItem("base:af_heart", "Sample voice", language="en-us", is_bundled=True)
    items, camera.voices.items = camera.voices.items, [sample]
    camera.window.show_page(camera.window.VOICES)
    camera.studio.voices.refresh()
    settle()
    camera.shot("voices-empty")
    camera.voices.items = []
    camera.studio.voices.refresh()
    settle()
    camera.window.show_page(camera.window.SPEAK)
    camera.shot("speak-no-voice")
    camera.voices.items = items


def draw_voices(camera: Camera) -> None:
    """The library: a voice, the same beside the person, one that was deleted, one that cannot be used."""
    window, page = camera.window, camera.window.voices_page
    window.show_page(window.VOICES)
    camera.studio.voices.refresh(then_select="maria")
    settle()
    camera.shot("voices")
    page.compare_requested.emit("maria")
    settle(lambda: page.showing_result and camera.studio.tasks.busy <= 1, 1500)
    camera.shot("comparison")
    page.result_panel.back_requested.emit()
    camera.voices.items.append(VoiceItem("file:Zoe.timbre", "Zoe", problem=NEWER))
    page.delete_requested.emit("anton")
    settle()
    page.select("file:Zoe.timbre")
    camera.shot("voices-deleted-and-broken")
    window.message_bar.clear()
    narrator = next(item for item in camera.voices.items if item.id == "narrator")
    camera.voices.items.remove(narrator)
    camera.voices.items.append(replace(narrator, problem=WITH_TAKES, can_be_made_again=True))
    camera.studio.voices.refresh(then_select="narrator")
    settle()
    camera.shot("voices-outdated")


def draw_talk(camera: Camera) -> None:
    """A conversation while something is typed and said, in high contrast, and what can be set."""
    window, page, talk = camera.window, camera.window.talk_page, camera.studio.talk
    window.message_bar.clear()
    window.show_page(window.TALK)
    talk.say("I will be there at eight.")
    page.edit.setPlainText("Th")
    settle(lambda: page.stop_button.isEnabled(), 1000)
    camera.shot("talk")
    page.stop_requested.emit()
    usual = talk.options
    talk.set_options(replace(usual, high_contrast=True))
    camera.shot("talk-contrast")
    talk.set_options(usual)
    page.options_requested.emit()
    settle(lambda: talk.dialog is not None)
    camera.shot("talk-options", talk.dialog)
    talk.dialog.close()
    page.edit.clear()


BOOK = "Title: The Lamp Keeper\nAuthor: Ada Reader\n\nA story.\n\n" + "".join(
    f"CHAPTER {number}. {title}\n\n{' '.join(SENTENCES)}\n\n{TEXT}\n\n"
    for number, title in enumerate(("The Stairs", "A Letter from the Harbour Master", "Fog", "The Sea"), 1)
)


def draw_books(camera: Camera) -> None:
    """No book yet; a book of which a chapter was spoken; its export."""
    window, page = camera.window, camera.window.books_page
    os.environ["TIMBRE_HOME"] = str(camera.data / "home")  # not the person's own books
    window.show_page(window.BOOKS)
    camera.shot("books-empty")
    book = camera.data / "keeper.txt"
    book.write_text(BOOK, encoding="utf-8")
    camera.studio.books.open(book)
    settle(lambda: page.sentence_list.count() > 0, 2000)
    page.chapter_list.tick([2])
    page.start_button.click()
    settle(lambda: page.mode == IDLE, 5000)
    page.chapter_list.tick([2, 3, 4, 5])
    page.sentence_list.setCurrentRow(2)
    camera.shot("books")
    page.set_mode(EXPORTING)
    page.set_progress(0.27)
    page.set_status("27.4 % of the book, 14 min left")
    camera.shot("books-export")
    page.set_mode(IDLE)


def draw_settings(camera: Camera) -> None:
    """Each tab of the settings, the handbook, the box about Timbre."""
    window, tabs = camera.window, camera.window.settings_page.tabs
    window.show_page(window.SETTINGS)
    for at, name in enumerate(("general", "sound", "server", "privacy")):
        tabs.setCurrentIndex(at)
        camera.shot(f"settings-{name}")
    window.help_requested.emit()
    settle(lambda: camera.studio.help.dialog is not None)
    camera.shot("help", camera.studio.help.dialog)
    camera.studio.help.dialog.close()
    window.about_requested.emit()
    settle(lambda: camera.studio.help.about is not None)
    camera.shot("about", camera.studio.help.about)
    camera.studio.help.about.close()


def learning(step: int, max_steps: int) -> CloneProgress:
    """A clone at a step, half a second each; every twentieth can be heard."""
    losses = 0.3 + 8 / step, 0.4 + 9 / (step // 20 * 20)
    voice = b"voice" if step % 20 == 0 else b""
    likeness = (1 - 6 / step, step // 20 * 20)
    times_s = step / 2, (max_steps - step) / 2
    return CloneProgress("adapt", step, max_steps, *losses, *times_s, None, voice, *likeness)


def draw_recording(camera: Camera) -> None:
    """From the name to the voice."""
    window, page = camera.window, camera.window.record_page
    panel = page.session_panel
    window.show_page(window.RECORD)
    settle()
    camera.shot("record-start")
    page.import_panel.begin("Maria")
    names = ("kitchen-1", "kitchen-2", "speech at the wedding")
    page.import_panel.set_found(
        [
            FoundTake(Path(f"{name}.wav"), text, 4.2 + at, 0, 1)
            for at, (name, text) in enumerate(zip(names, (*SENTENCES[:2], ""), strict=True))
        ]
    )
    page.show_import()
    camera.shot("import")
    page.show_start()
    page.start_panel.begin_requested.emit(NewVoice("Maria"))
    settle(lambda: panel.record_button.isEnabled())
    camera.shot("record-room")
    page.room_panel.continue_requested.emit()
    camera.shot("record-consent")
    for number in range(12):
        panel.record_toggled.emit()
        settle(timeout_ms=120)
        if number == 11:
            camera.shot("recording")
        panel.record_toggled.emit()
        settle(lambda: len(panel.findings) > 1, 2000)
        if number < 11:
            panel.next_requested.emit()
            settle(lambda: panel.findings == [], 500)
    camera.shot("record-take")
    panel.sketch_toggled.emit()
    settle()
    camera.shot("record-sketch")
    panel.sketch_toggled.emit()
    camera.cloning.progress = [learning(step, 200) for step in range(20, 150, 5)]
    panel.clone_requested.emit()
    settle(lambda: page.clone_panel.figure("step") == "145 / 200", 2000)
    camera.shot("clone")
    camera.cloning.error = ServerError("The speech server does not answer; it may just be starting again.")
    camera.cloning.gate.set()
    settle(lambda: page.clone_panel.resume_button.isVisible(), 2000)
    camera.shot("clone-failed")
    window.set_clone_status("")
    page.show_result()
    assert camera.studio.record.session is not None
    camera.studio.result.show(VoiceItem("maria", "Maria"), camera.studio.record.session.folder)
    settle(lambda: camera.studio.tasks.busy <= 1, 1500)
    camera.shot("result")
    draw_recordings(camera)


def draw_recordings(camera: Camera) -> None:
    """Recordings made before, of which some were just deleted."""
    record, start = camera.studio.record, camera.window.record_page.start_panel
    assert record.session is not None
    for at, name in enumerate(("Anton", "Grandmother Elisabeth", "Narrator")):
        folder = record.session.folder.with_name(name)
        shutil.copytree(record.session.folder, folder, ignore=shutil.ignore_patterns(CLAIM_FILE))
        state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        state |= {"voice_name": name, "takes_in_voice": 4 * at}
        (folder / STATE_FILE).write_text(json.dumps(state), encoding="utf-8")
    record.leave()
    settle(lambda: start.session_list.count() == 4, 1500)
    start.session_list.setCurrentRow(1)
    start.delete_button.click()
    settle(lambda: start.session_list.count() == 3, 1500)
    camera.shot("recordings")


def draw_speaking(camera: Camera) -> None:
    """A text before, while and after it is spoken, a sentence close up, and an error."""
    window, page = camera.window, camera.window.speak_page
    window.message_bar.clear()
    window.show_page(window.SPEAK)
    camera.shot("speak-empty")
    page.text_edit.setPlainText(TEXT)
    page.speak_requested.emit()
    settle(timeout_ms=700)
    camera.shot("speaking")
    if FakeOutput.made:
        FakeOutput.made[-1].release.set()
    settle(lambda: page.mode == IDLE, 2000)
    page.detail_button.click()
    settle(lambda: page.sentence_panel.view.has_picture, 2000)
    camera.shot("sentence")
    page.detail_button.click()
    for name, request, kind in (
        ("history", page.history_requested, HistoryDialog),
        ("dictionary", page.dictionary_requested, DictionaryDialog),
    ):
        request.emit()
        settle()
        dialog = page.findChild(kind)
        camera.shot(name, dialog)
        dialog.close()
    camera.shot("export", ExportDialog(".wav", Saving(), window))
    window.notices.show(
        "The microphone was disconnected: plug it in again, then refresh the list of devices."
    )
    camera.shot("error")


def draw_dialogue(camera: Camera) -> None:
    """A script with three speakers: before anything is written, before it is played, while it is played, an error."""
    window, page = camera.window, camera.window.dialogue_page
    window.message_bar.clear()
    window.show_page(window.DIALOGUE)
    settle()
    camera.shot("dialogue-empty")
    page.example_requested.emit()
    settle(lambda: bool(page.tracks_view.spans), 2000)
    camera.shot("dialogue")
    page.play_requested.emit()
    settle(lambda: all(span.is_known for span in page.tracks_view.spans), 2000)
    FakeOutput.made[-1].played_samples = round(2.4 * RATE)
    settle()
    camera.shot("dialogue-playing")
    page.stop_requested.emit()
    page.export_strip.show_progress("Saving Dialogue - Ann - Ben.wav: line 3 of 8", 0.25)
    settle()
    camera.shot("dialogue-export-running")
    page.hide_export()
    page.script_edit.appendPlainText("Ben (loudness 3): Who said that?")
    settle(lambda: page.status_label.property("severity") == "error", 2000)
    camera.shot("dialogue-error")
    camera.shot("dialogue-export", ExportDialog(".wav", Saving(), window, for_dialogue=True))


SCENES = (
    *(draw_first_run, draw_voices, draw_settings, draw_recording),
    *(draw_speaking, draw_dialogue, draw_talk, draw_books),
)


def draw(folder: Path, scale: int, only: str = "", language: str = "en") -> None:
    """Draw the scenes at this process's scale, light and dark."""
    app = make_application()
    assert isinstance(app, QApplication)
    use_language(app, language)
    folder.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        with tempfile.TemporaryDirectory() as data:
            camera = Camera(folder, theme, scale, Path(data))
            for scene in SCENES:
                if only in scene.__name__:
                    scene(camera)
            camera.close()


def draw_all(folder: Path, only: str = "", language: str = "en") -> None:
    """Draw at each scale; in a whole run, pictures of screens that are gone are removed."""
    if not only:
        for old in folder.glob("*.png"):
            old.unlink()
    for scale in SCALES:
        environment = {**os.environ, "QT_SCALE_FACTOR": str(scale), "SCREENSHOT_SCALE": str(scale)}
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        subprocess.run(
            [sys.executable, "-m", "tests.helpers.screenshots", str(folder), only, language],
            env=environment,
            check=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("only", nargs="?", default="", help="name of the one scene to draw")
    parser.add_argument("language", nargs="?", default="en")
    wanted = parser.parse_args()
    at_scale = os.environ.get("SCREENSHOT_SCALE")
    if at_scale:
        draw(wanted.folder, int(at_scale), wanted.only, wanted.language)
    else:
        draw_all(wanted.folder, wanted.only, wanted.language)
