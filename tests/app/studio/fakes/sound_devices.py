"""A microphone and a loudspeaker without a sound card."""

from __future__ import annotations

import contextlib
import queue
import threading
from pathlib import Path
from typing import ClassVar

import numpy as np

from tests.app.studio.fakes.patience import PATIENCE_S
from tests.app.studio.fakes.sounds import tone
from timbre.messages import Message
from timbre_app.sound.device_watch import Change
from timbre_app.sound.devices import Device, DeviceError
from timbre_app.sound.meter import LevelMeter
from timbre_app.sound.recorder import FinishedTake
from timbre_app.sound.speech_end import SpeechEnd
from timbre_app.sound.wave_file import WaveWriter


class FakeRecorder:
    """Writes a tone as the take; `ready` and `trouble` can be set."""

    def __init__(self) -> None:
        self.meter = LevelMeter()
        self.ready = False
        self.trouble: Message | None = None
        self.lost = True
        self.error: DeviceError | None = None
        self.seconds = 2.0
        self.sample_rate = 48000
        self.device: Device | None = None
        self.speech = SpeechEnd(48000)
        self.peaks = [0.1, 0.4, 0.3]
        self.listener = None
        self._path: Path | None = None

    @property
    def recording(self) -> bool:
        return self._path is not None

    @property
    def duration_s(self) -> float:
        return 0.7

    def open(self, name: str | None = None) -> Device:
        if self.error:
            raise self.error
        self.ready = True
        self.meter.feed(tone(0.3)[6000:7000])
        self.device = Device(name or "Built-in microphone", 0, 48000, True)
        return self.device

    def start(self, path: Path) -> None:
        path.touch(exist_ok=False)
        path.unlink()
        self._path = path

    def finish(self) -> FinishedTake:
        path, self._path = self._path, None
        assert path is not None
        samples = tone(self.seconds)
        with WaveWriter(path, 48000) as writer:
            writer.write(samples)
        return FinishedTake(path, 48000, len(samples), 0)

    def close(self) -> None:
        self.ready = False


class FakeMicrophones:
    """`plugged` is what there is; `plug` changes it while the window is open, `move` turns what is recorded to another."""

    def __init__(self) -> None:
        self.plugged = ["Built-in microphone", "Studio USB"]
        self._changes: queue.SimpleQueue[Change] = queue.SimpleQueue()

    def names(self, look_again: bool) -> list[str]:
        return list(self.plugged)

    def plug(self, *names: str) -> None:
        self.plugged = list(names)
        self._changes.put(Change(list(names)))

    def move(self) -> None:
        self._changes.put(Change(list(self.plugged), moved=True))

    def follow(self, on_change, should_stop) -> None:
        while not should_stop():
            with contextlib.suppress(queue.Empty):
                on_change(self._changes.get(timeout=0.02))


class FakeOutput:
    """Plays at once, unless told to hold."""

    made: ClassVar[list[FakeOutput]] = []

    def __init__(self) -> None:
        self.played_samples = 0
        self.release = threading.Event()
        self.chunks: list[np.ndarray] = []
        self.stopped = False
        FakeOutput.made.append(self)

    def start(self, sample_rate: int) -> None:
        self.sample_rate = sample_rate

    def write(self, chunk: np.ndarray) -> bool:
        self.chunks.append(chunk)
        self.played_samples += len(chunk)
        return not self.stopped

    def finish(self) -> None:
        pass

    def wait(self) -> bool:
        return self.release.wait(PATIENCE_S)

    def stop(self) -> None:
        self.stopped = True
        self.release.set()

    @classmethod
    def let_end(cls) -> None:
        """Let the loudspeaker reach the end of what it was given."""
        for output in list(cls.made):
            output.release.set()
