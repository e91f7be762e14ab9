"""The whole program by keyboard alone, and what a screen reader is told on the way."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QSlider,
)

from tests.app.studio.fakes import FakeChecks, FakeCloning, FakeOutput, FakeVoices
from tests.app.studio.keys_alone import NOTHING_SAID, Keys, description_of, name_of, role_of
from tests.app.studio.talk.talk_studio import talk_studio
from timbre_app.output.speaking import Saving
from timbre_app.studio.clone.takes_dialog import TakesDialog
from timbre_app.studio.export_dialog import ExportDialog
from timbre_app.studio.help.dialog import AboutDialog, HelpDialog
from timbre_app.studio.items import WordsRead
from timbre_app.studio.jobs.dialog import JobsDialog
from timbre_app.studio.speak.batch_dialog import BatchDialog
from timbre_app.studio.speak.dictionary_dialog import DictionaryDialog
from timbre_app.studio.speak.history_dialog import HistoryDialog
from timbre_app.studio.speak.page import IDLE
from timbre_app.studio.talk.options_dialog import TalkOptionsDialog
from timbre_app.studio.talk.phrase_dialog import PhraseDialog
from timbre_app.talk.options import TalkOptions

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform
Key = Qt.Key
PAGES = ("VOICES", "RECORD", "SPEAK", "DIALOGUE", "BOOKS", "TALK", "SETTINGS", "WELCOME")
TAKES = 10
TEXT = "Good morning. It rains."


@pytest.fixture
def keys(qtbot):
    return Keys(qtbot)


def all_is_good():
    """Checks that find no fault with any take."""
    checks = FakeChecks("ok")
    checks.sound = lambda path, text: []
    checks.words = lambda path, text, names=(): WordsRead(heard=text)
    return checks


def let_sound_end(qtbot, done):
    """Let the loudspeaker reach the end of what it was given."""

    def quiet():
        for output in FakeOutput.made:
            output.release.set()
        return done()

    qtbot.waitUntil(quiet)


def test_from_the_first_start_to_a_spoken_text(open_studio, keys, qtbot):
    """Welcome, a name, the room, eleven takes, the clone, speech."""
    voices = FakeVoices()
    cloning = FakeCloning(voices)
    studio = open_studio(voices=voices, cloning=cloning, checks=all_is_good(), welcomed=False)
    window, record = studio.window, studio.window.record_page
    keys.press(Key.Key_Space)  # the button that matters has the focus
    assert window.page == window.RECORD
    keys.type("Maria")
    keys.press(Key.Key_Return)
    qtbot.waitUntil(lambda: record.showing is record.room_panel and studio.record.session is not None)
    keys.tab_to(record.room_panel.continue_button)
    keys.press(Key.Key_Space)
    panel = record.session_panel
    qtbot.waitUntil(lambda: record.showing is panel and panel.record_button.isEnabled())
    for count in range(1, TAKES + 2):
        qtbot.waitUntil(panel.record_button.isEnabled)
        keys.press(Key.Key_Space)
        assert panel.record_button.text() == "Stop"
        keys.press(Key.Key_Space)
        qtbot.waitUntil(lambda count=count: len(studio.record.session.takes) == count)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0 and panel.next_button.isEnabled())
        keys.press(Key.Key_Right)
        qtbot.waitUntil(lambda count=count: f"Sentence {count} of" in panel.number_label.text())
    keys.ctrl("m")
    shown = record.clone_panel
    qtbot.waitUntil(lambda: shown.isVisible() and shown.finish_button.isEnabled())
    cloning.gate.set()
    qtbot.waitUntil(
        lambda: shown.speak_button.isVisible() and shown.stage_label.text() == "The voice is ready."
    )
    keys.tab_to(shown.speak_button)
    keys.press(Key.Key_Space)
    qtbot.waitUntil(lambda: window.page == window.SPEAK)  # the library is asked whether it has the voice
    qtbot.waitUntil(lambda: window.speak_page.voice_id == "new")
    keys.tab_to("Text to speak")
    keys.ctrl("a")
    keys.type(TEXT)
    keys.ctrl(Key.Key_Return)
    let_sound_end(
        qtbot, lambda: window.speak_page.mode == IDLE and window.speak_page.track_view.duration_s > 0
    )
    assert [text for text, *_ in studio._backstage.speech.asked]


def test_a_melody_is_changed_and_speech_is_saved(open_studio, keys, qtbot, dialogs, tmp_path):
    studio = open_studio()
    window, page = studio.window, studio.window.speak_page
    keys.ctrl("3")
    keys.tab_to("Text to speak")
    keys.type("Good morning.")
    keys.ctrl(Key.Key_Return)
    let_sound_end(qtbot, lambda: page.mode == IDLE and page.track_view.duration_s > 0)
    keys.ctrl("t")
    view = page.sentence_panel.view
    qtbot.waitUntil(lambda: view.isVisible() and bool(view.items))
    keys.tab_to("Pitch and timing of the sentence")
    keys.press(Key.Key_Right)
    keys.press(Key.Key_Up)
    qtbot.waitUntil(lambda: any(item.semitones > 0 for item in view.items))
    assert "semitones" in description_of(view)
    let_sound_end(qtbot, lambda: page.mode == IDLE and studio.tasks.busy == 0)
    dialogs.path = tmp_path / "out.wav"
    keys.ctrl("e")
    let_sound_end(qtbot, lambda: page.status_label.text().startswith("Saved"))
    assert dialogs.path.exists()
    assert window.page == window.SPEAK


def test_a_voice_is_found_renamed_deleted_and_brought_back(open_studio, keys, qtbot, dialogs):
    studio = open_studio(voices=FakeVoices("Anton", "Berta"))
    page = studio.window.voices_page
    keys.ctrl("1")
    keys.ctrl("f")
    keys.type("ber")
    keys.press(Key.Key_Return)
    keys.tab_to(page.voice_list)
    keys.press(Key.Key_Down)
    keys.press(Key.Key_Home)
    qtbot.waitUntil(page.detail.rename_button.isEnabled)
    dialogs.name = "Bertha"
    keys.press(Key.Key_F2)
    qtbot.waitUntil(lambda: "Bertha" in [item.name for item in studio._backstage.voices.items])
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    keys.tab_to(page.voice_list)
    keys.press(Key.Key_Delete)
    qtbot.waitUntil(lambda: len(studio._backstage.voices.items) == 1)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    keys.ctrl("z")
    qtbot.waitUntil(lambda: len(studio._backstage.voices.items) == 2)


def test_a_script_is_played_a_conversation_held_and_a_setting_changed(open_studio, keys, qtbot):
    studio = open_studio()
    window = studio.window
    keys.ctrl("4")
    keys.tab_to("Script")
    keys.ctrl("a")
    keys.type("Ann: Hello there.")
    assert "Ann: Hello there." in window.dialogue_page.script_edit.toPlainText()
    keys.ctrl("6")
    qtbot.waitUntil(window.talk_page.edit.hasFocus)
    keys.type("Hello.")
    keys.press(Key.Key_Return)
    qtbot.waitUntil(lambda: [text for text, *_ in studio._backstage.speech.asked] == ["Hello."])
    keys.press(Key.Key_F3)
    qtbot.waitUntil(lambda: studio._backstage.speech.asked[-1][0] == "Thank you.")
    keys.press(Key.Key_Escape)
    keys.ctrl(",")
    box = next(one for one in window.settings_page.findChildren(QComboBox) if one.isVisible())
    keys.tab_to(box)
    before = box.currentIndex()
    keys.press(Key.Key_Down)
    assert box.currentIndex() == before + 1
    keys.ctrl("j")
    close_the_dialog(keys, qtbot, window)
    keys.press(Key.Key_F1)
    close_the_dialog(keys, qtbot, window)
    keys.tab_to("About Timbre")
    keys.press(Key.Key_Space)
    close_the_dialog(keys, qtbot, window)


def test_a_conversation_with_phrases_of_ones_own(open_studio, keys, qtbot):
    """Suggestions, a new phrase under a key, search, volume, options, On top: Talk has a key for everything."""
    studio = open_studio()
    window, page = studio.window, studio.window.talk_page
    asked = studio._backstage.speech.asked
    keys.ctrl("6")
    qtbot.waitUntil(page.edit.hasFocus)
    keys.type("could you")
    keys.press("1", Qt.KeyboardModifier.AltModifier)
    assert page.text == "Could you say that again?"
    keys.ctrl("a")
    keys.type("The usual, please.")
    keys.ctrl("s")
    qtbot.waitUntil(lambda: bool(dialogs_open()))
    keys.turn_to(dialogs_open()[0])
    keys.tab_to("Key")
    keys.press(Key.Key_End)
    keys.press(Key.Key_Return)
    qtbot.waitUntil(lambda: studio.talk.phrases.text_under(12) == "The usual, please.")
    keys.turn_to(window)
    keys.press(Key.Key_F12)
    qtbot.waitUntil(lambda: [text for text, *_ in asked] == ["The usual, please."])
    keys.press(Key.Key_Escape)
    keys.ctrl("f")
    keys.type("thirsty")
    keys.press(Key.Key_Return)
    qtbot.waitUntil(lambda: asked[-1][0] == "I am thirsty.")
    volume = page.volume.value()
    keys.ctrl(Key.Key_PageDown)
    assert page.volume.value() < volume
    keys.ctrl("t")
    assert page.on_top_button.isChecked()
    keys.ctrl("o")
    close_the_dialog(keys, qtbot, window)
    keys.ctrl("l")
    assert page.edit.hasFocus()


def test_in_the_window_of_talk_alone_tab_goes_round_in_reading_order(qtbot, keys, tmp_path):
    studio = talk_studio(tmp_path)
    qtbot.addWidget(studio.window)
    studio.start()
    studio.window.activateWindow()
    qtbot.waitUntil(lambda: studio.window.isActiveWindow() and studio.window.page.voice_box.count() == 2)
    visited = keys.round()
    page = studio.window.page
    begin = next(at for at, widget in enumerate(visited) if widget is page.voice_box)
    in_order = [widget for widget in visited[begin:] + visited[:begin] if page.isAncestorOf(widget)]
    studio.window.close()
    assert {page.edit, page.speak_button, page.volume, page.phrases.list} <= set(in_order)
    assert [type(widget).__name__ for widget in visited if not name_of(widget)] == []
    assert against_the_reading_order(in_order, page) == []


def close_the_dialog(keys, qtbot, window):
    """Wait for a dialog, and leave it with Escape."""
    qtbot.waitUntil(lambda: bool(dialogs_open()))
    keys.turn_to(dialogs_open()[0])
    keys.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialogs_open())
    keys.turn_to(window)


def dialogs_open():
    """Dialogs in sight."""
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]


@pytest.mark.parametrize("name", PAGES)
def test_what_tab_visits_has_a_name_a_role_and_comes_in_reading_order(open_studio, keys, name):
    window = open_studio().window
    index = getattr(window, name)
    window.show_page(window.RECORD if index != window.RECORD else window.VOICES)
    window.show_page(index)
    visited = keys.round()
    page = window.shown_page
    last_outside = max(at for at, widget in enumerate(visited) if not page.isAncestorOf(widget))
    in_order = (
        visited[last_outside + 1 :] + visited[:last_outside]
    )  # the round began in the middle of the page
    on_page = [widget for widget in in_order if page.isAncestorOf(widget)]
    assert on_page
    assert [type(widget).__name__ for widget in visited if not name_of(widget)] == []
    mute = [w for w in visited if role_of(w) in NOTHING_SAID and not description_of(w)]
    assert [name_of(widget) for widget in mute] == []
    assert against_the_reading_order(on_page, page) == []


@pytest.mark.parametrize(
    "make",
    [
        lambda window: ExportDialog(".wav", Saving(), window),
        HistoryDialog,
        lambda window: TalkOptionsDialog(TalkOptions(), window),
        lambda window: PhraseDialog(None, "Hello.", ["Home"], window),
        lambda window: ExportDialog(".wav", Saving(), window, for_dialogue=True),
        JobsDialog,
        DictionaryDialog,
        BatchDialog,
        TakesDialog,
        HelpDialog,
        lambda window: AboutDialog("1.0", "Parts", window),
    ],
    ids=[
        "export",
        "history",
        "options",
        "phrase",
        "dialogue",
        "jobs",
        "dictionary",
        "batch",
        "takes",
        "help",
        "about",
    ],
)
def test_dialogs_name_their_controls(open_studio, make):
    dialog = make(open_studio().window)
    dialog.show()
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QListWidget, QSlider)
    controls = [
        widget
        for kind in kinds
        for widget in dialog.findChildren(kind)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not inside_a_box(widget)
    ]
    assert controls
    assert [type(widget).__name__ for widget in controls if not name_of(widget)] == []
    dialog.close()


def inside_a_box(widget):
    """Whether a line belongs to a drop-down or a number, which has the name."""
    return isinstance(widget.parent(), QComboBox | QAbstractSpinBox)


@pytest.mark.parametrize(("steps", "name"), list(enumerate(PAGES[:6])))
def test_the_sidebar_is_left_and_entered_by_tab_and_walked_by_arrows(open_studio, keys, steps, name):
    window = open_studio().window
    keys.tab_to("Voices")
    for _ in range(steps):
        keys.press(Key.Key_Down)
        keys.turn_to(window)
    keys.press(Key.Key_Space)
    assert window.page == getattr(window, name)


def against_the_reading_order(visited, page):
    """Pairs of which Tab visits the lower control before the upper one, in the same column."""

    def place(widget):
        return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())

    return [
        (name_of(before), name_of(after))
        for before, after in itertools.pairwise(visited)
        if place(after).bottom() <= place(before).top() and place(after).left() < place(before).right()
    ]
