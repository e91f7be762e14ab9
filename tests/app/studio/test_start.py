from __future__ import annotations

import subprocess
import sys

from PySide6.QtWidgets import QLabel

from timbre_app.studio.probe import LIMIT_MS

HEAVY = (
    "torch",
    "pyqtgraph",
    "librosa",
    "tritonclient",
    "scipy",
    "sounddevice",
    "faster_whisper",
    "onnxruntime",
    "numba",
)
OTHER_PAGES = ("speak.page", "record.page", "voices.page", "settings.page", "clone.panel", "main_window")


def test_the_window_imports_nothing_heavy():
    code = (
        "import sys, timbre_app.studio.app as app; app.real_backstage();"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_the_window_for_talking_imports_no_other_page():
    code = (
        "import sys, timbre_app.studio.talk_app as app; app.real_backstage();"
        f"pages = ['timbre_app.studio.' + name for name in {OTHER_PAGES!r}];"
        f"print([name for name in (*pages, *{HEAVY!r}) if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_the_collector_does_not_look_at_what_was_imported():
    code = (
        "import gc; from timbre_app.studio.clone import loss_plot; loss_plot.prepare();"
        "print(gc.get_freeze_count() > 30_000)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "True", done.stdout + done.stderr


def test_a_busy_worker_lets_the_window_have_its_turn(qapp):
    assert 1000 * sys.getswitchinterval() < LIMIT_MS / 10


def test_the_qt_binding_keeps_its_references(qtbot):
    """PySide6 6.12.0 on Python 3.11 loses one reference to None per call, until the interpreter aborts."""
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.setText("text")
    assert sys.getrefcount(None) > before - 500
