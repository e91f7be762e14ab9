"""What a person does in the window in the end-to-end test: `python -m tests.app.studio.end_to_end_scenes SCENE`.

The test is the person's mouth: it reads `speak NAME` from this program's output, plays that sound into the
microphone, and answers with a line when it has ended.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.app.studio.melody_and_talk import melody, talk
from tests.helpers.studio_hand import Hand, dialogs, main_window, run_program, tell
from timbre_app.studio.export_dialog import ExportDialog
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.probe import ProbedApplication
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.speak.history_dialog import HistoryDialog
from timbre_app.studio.speak.page import IDLE, PAUSED, PLAYING

Key, Modifier = Qt.Key, Qt.KeyboardModifier
VOICE = "Maria"
TAKES, KILLED_IN = 20, 11
TEXT = "The harbor was quiet. Nobody heard the bell. The boats came home before the rain."
MIDDLE_S = 1.4
SOUGHT = 0.3
CLONE_PATIENCE_S = 240.0
MOST_READINGS = 3


def begin(hand: Hand) -> None:
    """From the first start to the middle of a take, in which the program is killed."""
    window = main_window(hand)
    hand.click(window.welcome_page.record_button)
    start, room, panel = (
        window.record_page.start_panel,
        window.record_page.room_panel,
        window.record_page.session_panel,
    )
    hand.type(start.name_edit, VOICE)
    hand.key(window, Key.Key_Return)
    hand.wait(lambda: room.measure_button.isVisible() and room.measure_button.isEnabled(), "no microphone")
    hand.key(window, Key.Key_Return)
    hand.wait(lambda: panel.isVisible() and panel.record_button.isEnabled(), "no sentence to read")
    record(hand, window, "consent", by_itself=True)
    hand.click(panel.auto_stop_box, share=0.05)  # from here on Space does, however slow the machine is
    for number in range(1, KILLED_IN):
        go_to(hand, window, number)
        record(hand, window, f"{number:02}")
    go_to(hand, window, KILLED_IN)
    hand.key(window, Key.Key_Space)
    tell("begin killed")
    hand.wait(lambda: recorded_s(window) >= MIDDLE_S, "nothing is recorded")
    tell_report()
    tell("kill")
    time.sleep(60)


def go_on(hand: Hand) -> None:
    """From the resumed recordings to files of speech."""
    window = main_window(hand)
    resume(hand, window)
    record(hand, window, f"{KILLED_IN:02}", key=Key.Key_R)
    for number in range(KILLED_IN + 1, TAKES + 1):
        go_to(hand, window, number)
        record(hand, window, f"{number:02}")
    states = compared(hand, window)
    for _ in range(MOST_READINGS - 1):
        if states[0] is TakeState.BAD:
            states = consent_again(hand, window)
    tell("states " + json.dumps([state.name for state in states]))
    clone(hand, window)
    speak(hand, window)
    melody(hand, window)
    export(hand, window, Path(sys.argv[2]))
    talk(hand, window)
    hand.post(window.close)


def look_back(hand: Hand) -> None:
    """Everything is there when the program is opened again."""
    window = main_window(hand)
    page, voices = window.speak_page, window.voices_page
    hand.wait(lambda: voices.voice_list.count() == 1, "the voice is gone")
    assert hand.ask(voices.voice_list.item(0).text) == VOICE
    hand.key(window, Key.Key_2, Modifier.ControlModifier)
    sessions = window.record_page.start_panel.session_list
    hand.wait(lambda: sessions.count() == 1, "the recordings are gone")
    assert hand.ask(sessions.item(0).text) == f"{VOICE}: {TAKES + 1} takes, the voice is made"
    hand.key(window, Key.Key_3, Modifier.ControlModifier)
    hand.wait(lambda: page.text == TEXT and page.voice_name == VOICE, "the text is gone")
    hand.wait(lambda: page.track_view.duration_s > 0, "the sound is gone")
    hand.key(window, Key.Key_H, Modifier.ControlModifier)
    history = hand.find(HistoryDialog, "history")
    hand.wait(lambda: history.list.count() >= 1, "the history is empty")
    hand.key(history, Key.Key_Escape)
    hand.wait(lambda: not dialogs(), "the history stays open")
    hand.post(window.close)


def resume(hand: Hand, window: MainWindow) -> None:
    """Take up the recordings; the window must be exactly where it was killed."""
    start, panel = window.record_page.start_panel, window.record_page.session_panel
    hand.wait(lambda: window.voices_page.isVisible(), "no list of voices")
    hand.key(window, Key.Key_2, Modifier.ControlModifier)
    hand.wait(lambda: start.session_list.count() == 1, "the recordings are not offered")
    said = hand.ask(start.session_list.item(0).text)
    assert said == f"{VOICE}: {KILLED_IN} takes, the voice is not made yet", said
    hand.click(start.resume_button)
    hand.wait(lambda: panel.isVisible() and panel.record_button.isEnabled(), "the recordings do not open")
    said = hand.ask(lambda: window.message_bar.text)
    assert said.startswith("A take that was interrupted was kept"), said
    assert hand.ask(panel.number_label.text) == sentence_of(KILLED_IN)
    tell("resumed")


def record(
    hand: Hand, window: MainWindow, name: str, by_itself: bool = False, key: Key = Key.Key_Space
) -> None:
    """Record the sentence on screen as it stands in a file, and wait until the take is on the disk."""
    panel = window.record_page.session_panel
    hand.key(window, key)
    hand.wait(lambda: panel.record_button.text() == "Stop", lambda: why(window))
    tell(f"speak {name}")
    assert sys.stdin.readline(), "nobody speaks"
    if not by_itself:
        hand.key(window, Key.Key_Space)
    hand.wait(
        lambda: panel.play_button.isEnabled() and panel.note_label.text() != "Saving the take…",
        lambda: why(window),
    )


def compared(hand: Hand, window: MainWindow) -> list[TakeState]:
    """How the sentences stand when the words of all takes were compared."""
    strip = window.record_page.session_panel.strip
    hand.wait(lambda: TakeState.RECORDED not in strip.states, "the words are not compared", CLONE_PATIENCE_S)
    return hand.ask(lambda: strip.states)


def consent_again(hand: Hand, window: MainWindow) -> list[TakeState]:
    """Read the consent again, to which the window turns when it could not be understood: a busy machine garbles."""
    hand.key(window, Key.Key_M, Modifier.ControlModifier)
    label = window.record_page.session_panel.number_label
    hand.wait(lambda: label.text().endswith(sentence_of(0)), lambda: why(window))
    record(hand, window, "consent", key=Key.Key_R)
    tell("again")
    return compared(hand, window)


def go_to(hand: Hand, window: MainWindow, number: int) -> None:
    """Turn to the next sentence."""
    hand.key(window, Key.Key_Right)
    label = window.record_page.session_panel.number_label
    hand.wait(lambda: label.text() == sentence_of(number), lambda: why(window))


def clone(hand: Hand, window: MainWindow) -> None:
    """Make the voice and take it after a few steps."""
    panel = window.record_page.clone_panel
    hand.key(window, Key.Key_M, Modifier.ControlModifier)
    finish = panel.finish_button
    hand.wait(lambda: finish.isVisible() and finish.isEnabled(), lambda: why(window), CLONE_PATIENCE_S)
    hand.click(finish)
    hand.wait(
        lambda: panel.stage_label.text() == "The voice is ready.", lambda: why(window), CLONE_PATIENCE_S
    )
    hand.click(panel.speak_button)


def speak(hand: Hand, window: MainWindow) -> None:
    """Hear a text, its words lit up as they sound; hear it again from a place; pause and go on."""
    page = window.speak_page
    hand.type(page.text_edit, TEXT)
    hand.key(window, Key.Key_Return, Modifier.ControlModifier)
    lit: set[str] = set()

    def has_ended() -> bool:
        lit.update(one.cursor.selectedText() for one in page.text_edit.extraSelections())
        return page.mode == IDLE and page.track_view.duration_s > 0

    hand.wait(has_ended, lambda: why(window))
    words = set(TEXT.replace(".", "").split())
    assert len(lit & words) >= len(words) // 2, lit
    wanted_s = hand.ask(lambda: page.track_view.duration_s) * SOUGHT
    sought_at = time.monotonic()
    hand.click(page.track_view, SOUGHT)

    def plays_from_there() -> bool:
        beyond_s = place_s(window) - wanted_s  # on a busy machine it may have played on before this looks
        return page.mode == PLAYING and -0.5 < beyond_s < 0.5 + time.monotonic() - sought_at

    hand.wait(plays_from_there, lambda: why(window))
    hand.key(window, Key.Key_Space, Modifier.ControlModifier)
    hand.wait(lambda: page.mode == PAUSED, lambda: why(window))
    hand.key(window, Key.Key_Space, Modifier.ControlModifier)
    hand.wait(lambda: page.mode == PLAYING, lambda: why(window))
    hand.wait(lambda: page.mode == IDLE, lambda: why(window))


def export(hand: Hand, window: MainWindow, folder: Path) -> None:
    """Save the speech as WAV with subtitles, then as MP3."""
    status = window.speak_page.status_label
    for suffix, with_subtitles in ((".wav", True), (".mp3", False)):
        hand.key(window, Key.Key_E, Modifier.ControlModifier)
        dialog = hand.find(ExportDialog, "dialog for the export")
        hand.ask(dialog.format_box.setFocus)
        hand.key(dialog, Key.Key_M if suffix == ".mp3" else Key.Key_W)
        hand.wait(lambda dialog=dialog, suffix=suffix: dialog.suffix == suffix, f"{suffix} is not offered")
        if hand.ask(dialog.srt_box.isChecked) != with_subtitles:
            hand.click(dialog.srt_box)
        hand.key(dialog, Key.Key_Return)
        path = folder / f"speech{suffix}"
        hand.save_as(path)
        hand.wait(lambda path=path: status.text().startswith(f"Saved {path}"), lambda: why(window))
        hand.bring_to_front(window)


def sentence_of(number: int) -> str:
    """How the window names a sentence; the consent is the first."""
    return f"Sentence {number} of {TAKES}" if number else "Your consent, read aloud"


def recorded_s(window: MainWindow) -> float:
    """Length of the take under way, as the window says it."""
    return float(window.record_page.session_panel.duration_label.text().removesuffix(" s") or 0)


def place_s(window: MainWindow) -> float:
    """The place that is marked as heard."""
    return window.speak_page.track_view.position_s or 0.0


def why(window: MainWindow) -> str:
    """What the window says, for a test that failed."""
    record, speak = window.record_page, window.speak_page
    said = (
        window.message_bar.text,
        record.session_panel.number_label.text(),
        record.session_panel.note_label.text(),
        record.clone_panel.stage_label.text(),
        record.clone_panel.message_label.text(),
        speak.mode,
        speak.status_label.text(),
    )
    return " | ".join(said)


def tell_report() -> None:
    """What the probe has seen so far; a program that is killed prints nothing at its end."""
    app = QApplication.instance()
    assert isinstance(app, ProbedApplication)
    sys.stderr.write(f"{app.report()}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(run_program({"begin": begin, "go_on": go_on, "look_back": look_back}[sys.argv[1]]))
