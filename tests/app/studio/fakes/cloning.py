"""A clone that is made when the test says so, and its comparison."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np

from tests.app.studio.fakes.sounds import RATE, SENTENCES, tone
from tests.app.studio.fakes.voices import FAIR, GOOD, FakeVoices
from timbre.messages import Message
from timbre_app.studio.items import (
    CloneProgress,
    MadeVoice,
    ResultItem,
    Sketch,
    VoiceItem,
)
from timbre_app.voices.comparing import Pair
from timbre_app.voices.order import CloneOrder


class FakeCloning:
    """Makes a voice once `gate` is set, until when it stands at `progress`; with `voices`, it is put there."""

    def __init__(self, voices: FakeVoices | None = None) -> None:
        self.voices = voices
        self.progress = [
            CloneProgress("start"),
            CloneProgress("adapt", 10, 200, 0.571, 0.702, 4.0, 76.0, Message("Learning.")),
            CloneProgress(
                "adapt", 30, 200, 0.512, 0.634, 12.0, 68.0, Message("Learning."), b"at 30", 0.62, 20
            ),
        ]
        self.gate = threading.Event()
        self.error: Exception | None = None
        self.orders: list[CloneOrder] = []
        self.was_stopped = threading.Event()
        self.sketched: list[CloneOrder] = []
        self.sketch_gate = threading.Event()
        self.sketch_gate.set()
        self.sketch_error: Exception | None = None
        self.loaded = 0

    def prepare_sketch(self) -> None:
        self.loaded += 1

    def release_sketching(self) -> None:
        self.loaded = 0

    def sketch(self, order, should_stop) -> Sketch:
        self.sketched.append(order)
        while not self.sketch_gate.wait(0.01):
            if should_stop():
                raise RuntimeError("The sketch was cancelled.")
        if self.sketch_error:
            raise self.sketch_error
        return Sketch(b"sketch %d" % len(self.sketched), 6.2)

    def clone(self, order, on_progress, should_stop, should_finish) -> MadeVoice:
        self.orders.append(order)
        for progress in self.progress:
            on_progress(progress)
        while not self.gate.wait(0.01):
            if should_stop():
                self.was_stopped.set()
                raise RuntimeError("The clone was cancelled.")
            if should_finish():
                on_progress(CloneProgress("takes"))
                return MadeVoice(VoiceItem("new", order.name, verdict=FAIR))
        if self.error:
            raise self.error
        made = VoiceItem("new", order.name, verdict=GOOD)
        return MadeVoice(made, self.voices.take_place(made) if self.voices else "")


class FakeComparing:
    """Three sentences; the first samples tell the person (1) from the clone (2)."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Path]] = []
        self.error: Exception | None = None
        self.clone_error = 0.04
        self.result = ResultItem(0.83, 0.21, 20, 0.05)

    def compare(self, voice_id, takes, on_pair, should_stop) -> ResultItem:
        self.asked.append((voice_id, takes))
        for text in SENTENCES:
            sound = tone(0.5, RATE)
            person, clone = np.r_[np.int16(1), sound], np.r_[np.int16(2), sound]
            on_pair(Pair(text, person, clone, RATE, 0.02, self.clone_error))
            if self.error:
                raise self.error
        return self.result
