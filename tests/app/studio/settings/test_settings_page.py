"""Settings, privacy, first run, help and the box about Timbre."""

from __future__ import annotations

import errno
import logging
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QShortcut
from PySide6.QtWidgets import QApplication, QPushButton, QTextBrowser

from tests.app.studio.fakes import STORED, FakeServer, FakeVoices
from tests.helpers.fake_tensorrt import fake_card, fake_cuda
from timbre import files, paths
from timbre.engines.card import Cuda
from timbre.engines.cuda_probe import NO_LIBRARY
from timbre.engines.select import CHOICES
from timbre_app.desktop import entry as desktop_entry
from timbre_app.server.options import PIPELINES
from timbre_app.studio import settings_table
from timbre_app.studio.app import ClosedLog, real_backstage
from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.help.controller import FOLDER, PARTS, TOPICS
from timbre_app.studio.items import ServerAbout
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.settings_table import SETTINGS, Setting

OFFSCREEN = pytest.mark.qt_log_ignore("This plugin does not support")
"""Of windows that are raised where there is no desktop."""


@pytest.fixture
def settings_of(open_studio, qtbot):
    def open_one(**replaced):
        studio = open_studio(**replaced)
        studio.window.show_page(studio.window.SETTINGS)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        return studio, studio.window.settings_page

    app = QApplication.instance()
    worn = app.property("timbre_look")
    yield open_one
    if app.property("timbre_look") != worn:  # to dress all windows anew takes seconds
        app.setProperty("timbre_look", None)


def test_each_setting_has_an_editor_that_shows_its_value(settings_of):
    _studio, page = settings_of()
    assert set(page.editors) == set(SETTINGS)
    assert page.editors["look/theme"].currentText() == "Same as the desktop"
    assert page.editors["record/stops_by_itself"].isChecked()


def test_a_value_that_cannot_be_understood_is_the_default(tmp_path):
    file = tmp_path / "studio.ini"
    file.write_text("[look]\ntext_percent=huge\ntheme=dark\n", encoding="utf-8")
    settings = StudioSettings(file)
    assert settings.value("look/text_percent") == 100
    assert settings.value("look/theme") == "dark"


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=lambda setting: setting.key)
def test_what_is_written_is_read_again(setting, tmp_path):
    values = {"choice": setting.values, "switch": (True, False)}.get(setting.kind, ("some text",))
    for value in values:
        settings = StudioSettings(tmp_path / "studio.ini")
        settings.set_value(setting.key, value)
        settings.sync()
        assert StudioSettings(tmp_path / "studio.ini").value(setting.key) == value


def test_nobody_else_reads_the_settings_and_the_log(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    settings = StudioSettings(paths.home() / "studio.ini")
    settings.prompt_size_px = 30
    settings.sync()
    log = ClosedLog(files.make_folder(paths.logs_dir()) / "studio.log", maxBytes=100, backupCount=1)
    for _ in range(3):
        log.emit(logging.makeLogRecord({"msg": "word " * 12}))
    log.close()
    assert {path.name for path in paths.logs_dir().iterdir()} == {"studio.log", "studio.log.1"}
    modes = {path: path.stat().st_mode & 0o777 for path in (paths.home(), *paths.home().rglob("*"))}
    assert set(modes.values()) == {0o700, 0o600}
    assert all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes.items())


def test_a_log_that_cannot_be_written_prints_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    log = ClosedLog(files.make_folder(paths.logs_dir()) / "studio.log", maxBytes=10_000, backupCount=1)
    log.emit(logging.makeLogRecord({"msg": "an odd name: b\udce9tes"}))
    assert "b\\udce9tes" in (paths.logs_dir() / "studio.log").read_text()
    monkeypatch.setattr(log.stream, "flush", _disk_is_full)
    log.emit(logging.makeLogRecord({"msg": "another line"}))
    monkeypatch.undo()
    log.close()
    assert capsys.readouterr().err == ""


def _disk_is_full():
    raise OSError(errno.ENOSPC, "No space left on device")


def test_each_engine_can_be_chosen():
    assert set(SETTINGS["server/engine"].values) == set(CHOICES)


def test_each_pipeline_can_be_chosen():
    assert SETTINGS["server/pipeline"].values == PIPELINES


def test_a_default_must_be_a_choice():
    with pytest.raises(ValueError, match="none of its choices"):
        Setting("general", "a/b", "choice", "x", "A", "B", (("y", "Y"),))


def test_theme_and_text_size_change_at_once_and_are_kept(settings_of):
    studio, page = settings_of()
    app = QApplication.instance()
    box = page.editors["look/theme"]
    box.setCurrentIndex(box.findData("dark"))
    assert app.palette().window().color().lightness() < 128
    size = page.editors["look/text_percent"]
    size.setCurrentIndex(size.findData(200))
    assert "font-size: 28px" in app.styleSheet()
    assert studio.settings.value("look/theme") == "dark"
    box.setCurrentIndex(box.findData("light"))
    size.setCurrentIndex(size.findData(100))
    assert app.palette().window().color().lightness() > 128


def test_the_record_page_shows_what_was_set_here(settings_of):
    studio, page = settings_of()
    panel = studio.window.record_page.session_panel
    page.changed.emit("record/counts_down", True)
    page.changed.emit("record/stops_by_itself", False)
    studio.window.show_page(studio.window.RECORD)
    assert panel.countdown_box.isChecked()
    assert not panel.auto_stop_box.isChecked()
    panel.countdown_box.setChecked(False)
    assert not studio.settings.counts_down


def test_devices_are_offered_and_an_unplugged_one_stays_chosen(settings_of, tmp_path):
    (tmp_path / "studio.ini").write_text(
        "[window]\nwelcomed=true\n[record]\nmicrophone=Gone USB\n", encoding="utf-8"
    )
    studio, page = settings_of()
    box = page.editors["record/microphone"]
    assert [box.itemText(at) for at in range(box.count())][:3] == [
        "System default",
        "Built-in microphone",
        "Studio USB",
    ]
    assert box.currentText() == "Gone USB"
    box.setCurrentIndex(2)
    assert studio.settings.microphone == "Studio USB"
    box.setCurrentIndex(0)
    assert studio.settings.microphone is None
    outputs = page.editors["play/loudspeaker"]
    assert outputs.findData("Headphones") > 0


def test_the_folder_for_exports_is_chosen_in_the_dialog_for_files(settings_of, dialogs, tmp_path):
    studio, page = settings_of()
    editor = page.editors["export/folder"]
    before = editor.text()
    (choose,) = (one for one in page.findChildren(QPushButton) if one.text() == "Choose…")
    choose.click()
    assert dialogs.asked == [f"Folder for exports: {before}"]
    assert editor.text() == before
    dialogs.path = tmp_path
    choose.click()
    assert editor.text() == str(tmp_path)
    assert studio.settings.export_folder == tmp_path


def test_the_server_tab_says_what_computes_and_connects_again(settings_of, qtbot):
    server = FakeServer()
    studio, page = settings_of(server=server)
    assert page.server_label.text() == "Speech server: ready"
    assert "Engine: ONNX Runtime." in page.server_detail.text()
    page.editors["server/url"].setText("10.0.0.7:8001")
    page.editors["server/url"].editingFinished.emit()
    qtbot.waitUntil(lambda: server.starts == 2)
    assert "10.0.0.7:8001" in page.remote_label.text()
    server.error = OSError("10.0.0.7:8001 does not answer.")
    page.reconnect_button.click()
    qtbot.waitUntil(lambda: page.server_label.text() == "Speech server: not running")
    assert studio.window.message_bar.text == "10.0.0.7:8001 does not answer."
    server.error = None
    server.about = lambda: ServerAbout("10.0.0.7:8001", is_local=False)
    page.reconnect_button.click()
    assert studio.window.message_bar.text == ""
    qtbot.waitUntil(lambda: "its own log" in page.server_detail.text())


def test_the_server_tab_says_why_a_card_is_not_used_and_who_knows_what_to_do(
    settings_of, tmp_path, monkeypatch
):
    fake_card(monkeypatch, tmp_path / "driver", driver="535.247")
    fake_cuda(monkeypatch, Cuda(0, 12020, "NVIDIA GeForce RTX 4070", "8.9"))
    monkeypatch.delenv("TIMBRE_SERVER_URL", raising=False)
    server = FakeServer()
    server.about = StudioServer().about
    text = settings_of(server=server)[1].server_detail.text()
    assert "GPU: NVIDIA GeForce RTX 4070." in text
    assert (
        "Why this engine: the NVIDIA driver 535.247 is too old for torch, which needs 580 or newer." in text
    )
    assert "`timbre doctor` says what can be done" in text
    fake_cuda(monkeypatch, Cuda(NO_LIBRARY, 0, "", ""))
    (tmp_path / "driver" / "nvidia-smi").write_text("#!/bin/sh\nexit 9\n")
    text = settings_of(server=server)[1].server_detail.text()
    assert "Why this engine: the NVIDIA driver's library for CUDA is missing." in text


def test_key_of_the_server_is_kept_for_its_owner_and_not_shown(settings_of, qtbot):
    server = FakeServer()
    studio, page = settings_of(server=server)
    field = page.editors["server/key"]
    field.setText(" a-key ")
    field.editingFinished.emit()
    assert studio.settings.value("server/key") == "a-key"
    assert field.displayText() != field.text()
    qtbot.waitUntil(lambda: server.starts == 2)  # it connects again with the key


@pytest.mark.parametrize("typed", ["somewhere", "not a url", "localhost:", "localhost:80 01", "http://a/b:1"])
def test_what_is_no_address_is_not_waited_for(settings_of, typed):
    server = FakeServer()
    studio, page = settings_of(server=server)
    page.editors["server/url"].setText(typed)
    page.editors["server/url"].editingFinished.emit()
    assert "such as localhost:8001" in studio.window.message_bar.text
    assert studio.settings.value("server/url") == ""
    assert server.starts == 1


@pytest.mark.parametrize(
    "typed",
    ["localhost:8001", "grpc://10.0.0.7:8001/", "grpcs://box.lan:443", "http://box.lan:80", "[::1]:8001"],
)
def test_each_way_to_write_an_address_is_taken(settings_of, qtbot, typed):
    server = FakeServer()
    studio, page = settings_of(server=server)
    page.editors["server/url"].setText(typed)
    page.editors["server/url"].editingFinished.emit()
    assert studio.settings.value("server/url") == typed
    qtbot.waitUntil(lambda: server.starts == 2)


def test_nothing_is_promised_that_a_server_elsewhere_does_not_keep(open_studio, monkeypatch, qtbot):
    """The address may come from the environment too."""
    monkeypatch.setenv("TIMBRE_SERVER_URL", "10.0.0.7:8001")
    studio = open_studio(welcomed=False)
    window = studio.window
    said = [window.welcome_page.private_label.text()]
    window.show_page(window.RECORD)
    said.append(window.record_page.start_panel.about_label.text())
    window.show_page(window.SETTINGS)
    said.append(window.settings_page.remote_label.text())
    assert ["10.0.0.7:8001" in text for text in said] == [True, True, True]
    monkeypatch.delenv("TIMBRE_SERVER_URL")
    for page in (window.RECORD, window.SETTINGS):
        window.show_page(page)
    assert "Nothing leaves this machine." in window.record_page.start_panel.about_label.text()
    assert "runs on this machine" in window.settings_page.remote_label.text()


def test_privacy_lists_each_folder(settings_of, tmp_path):
    _, page = settings_of()
    page.tabs.setCurrentIndex(page.tabs.count() - 1)
    shown = [button for button in page.findChildren(QPushButton) if button.text() == "Show"]
    assert len(shown) == len(STORED)
    opened = []
    page.folder_requested.disconnect()
    page.folder_requested.connect(opened.append)
    shown[0].click()
    assert opened == [tmp_path / "voices"]


def test_a_folder_that_is_not_there_yet_or_cannot_be_shown_does_not_leave_the_person_alone(
    settings_of, tmp_path, monkeypatch
):
    studio, page = settings_of()
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(Path(url.toLocalFile()))))
    page.folder_requested.emit(tmp_path / "takes" / "none yet")
    assert opened == [tmp_path]
    said = f"No file manager was found to show this folder: {tmp_path / 'takes' / 'none yet'}"
    assert studio.window.message_bar.text == said
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: True)
    studio.window.message_bar.clear()
    studio.window.voices_page.detail.folder_requested.emit(tmp_path)
    assert studio.window.message_bar.text == ""


def test_privacy_lists_all_that_the_program_keeps(settings_of, tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    stored = real_backstage().stored
    kept = {
        paths.voices_dir(), paths.takes_dir(), paths.work_dir(), paths.logs_dir(), paths.cache_dir(),
        paths.home() / "speech", paths.home() / "studio.ini",
    }  # fmt: skip
    assert kept <= set(stored.values())
    _, page = settings_of(stored=stored)
    shown = [button for button in page.findChildren(QPushButton) if button.text() == "Show"]
    assert len(shown) == len(stored)


def test_opening_voice_files_is_registered(settings_of, qtbot, monkeypatch):
    monkeypatch.setattr(desktop_entry, "register", list)
    studio, page = settings_of()
    page.register_button.click()
    qtbot.waitUntil(lambda: "Double-clicking" in studio.window.message_bar.text)


def test_the_first_run_page_comes_once_and_leads_on(open_studio, tmp_path):
    studio = open_studio(welcomed=False, voices=FakeVoices())
    window = studio.window
    assert window.page == window.WELCOME
    assert not any(button.isChecked() for button in window.page_buttons.buttons())
    window.welcome_page.record_button.click()
    assert window.page == window.RECORD
    window.close()
    again = open_studio(welcomed=False, voices=FakeVoices())
    assert again.window.page == again.window.VOICES


@pytest.mark.parametrize("button", ["skip_button", "import_button"])
def test_the_first_run_page_leads_to_the_voices(button, open_studio, dialogs):
    studio = open_studio(welcomed=False)
    getattr(studio.window.welcome_page, button).click()
    assert studio.window.page == studio.window.VOICES


@OFFSCREEN
def test_f1_opens_the_help_of_the_screen_shown(open_studio, qtbot):
    studio = open_studio()
    window = studio.window
    for page, title in ((window.SPEAK, "Speak"), (window.SETTINGS, "Settings and privacy")):
        window.show_page(page)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        qtbot.waitUntil(lambda: studio.help.dialog is not None and studio.help.dialog.isVisible())
        assert title in studio.help.dialog.page.toPlainText()
        studio.help.dialog.hide()


def test_the_handbook_is_complete_in_each_language():
    for language in ("en", "zh_CN"):
        assert sorted(path.stem for path in (FOLDER / language).iterdir()) == sorted(TOPICS)
        assert all(
            (FOLDER / language / f"{topic}.md").read_text("utf-8").startswith("# ") for topic in TOPICS
        )


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_handbook_names_each_key(open_studio, language):
    text = (FOLDER / language / "keys.md").read_text("utf-8")
    for name, shown in (("Return", "回车"), ("Space", "空格")):
        text = text.replace(shown, name)
    for arrow, name in zip("←→↑↓", ("Left", "Right", "Up", "Down"), strict=True):
        text = text.replace(arrow, name)
    named = set(re.findall(r"`([^`]+)`", text))
    keys = {shortcut.key().toString() for shortcut in open_studio().window.findChildren(QShortcut)}
    assert "F1" in keys
    assert sorted(keys - named) == []


@OFFSCREEN
def test_the_about_box_names_version_parts_and_licences(open_studio, qtbot):
    studio = open_studio()
    studio.window.about_requested.emit()
    qtbot.waitUntil(lambda: studio.help.about is not None)
    text = studio.help.about.findChild(QTextBrowser).toPlainText()
    assert all(name in text and terms in text for name, terms in PARTS)
    studio.help.about.close()


def test_each_text_of_the_table_can_be_translated():
    assert all(settings_table.translated_text(setting.title) for setting in SETTINGS.values())
