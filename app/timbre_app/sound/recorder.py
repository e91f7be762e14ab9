"""Records takes from a microphone: measures the level, and writes files that are valid whatever happens."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from timbre import full_disk
from timbre.messages import Message
from timbre_app.sound.devices import Device, DeviceError, find_device, open_stream, usable_rates
from timbre_app.sound.meter import LevelMeter
from timbre_app.sound.pcm import FULL_SCALE
from timbre_app.sound.pre_roll import PreRoll
from timbre_app.sound.speech_end import SpeechEnd
from timbre_app.sound.take_writer import TakeWriter
from timbre_app.sound.wave_file import WaveWriter

INPUT_BLOCK_S = 0.02
STALLED_AFTER_S = 2.0
"""A microphone that has sent sound, and then nothing for this time, not even silence, has gone."""


def _not_saved(error: OSError) -> Message:
    """The message about a take that is not on the disk in full."""
    if full_disk.is_full(error):
        return full_disk.RECORD_AGAIN
    return Message.of(
        "The recording stopped because it could not be saved ({reason}): check that the disk can be written to, "
        "then record the sentence again; what was saved is kept.",
        reason=error.strerror or error,
    )


@dataclass(frozen=True)
class FinishedTake:
    """A take that `Recorder.finish` has ended; its file is on the disk."""

    path: Path
    sample_rate: int
    sample_count: int
    overflows: int

    @property
    def duration_s(self) -> float:
        """Length of the take."""
        return self.sample_count / self.sample_rate


class Recorder:
    """Listens to one microphone, shows its level, and writes takes.

    audio thread ─ block ─▶ pre-roll ─▶ queue ─▶ writer thread ─▶ file (valid after each block)
          ├────────────────▶ meter, peaks, end of speech
          └────────────────▶ the listener (the measurement of the room, the monitor)

    Attributes:
        meter: Measures the level.
        speech: Tells whether somebody has spoken in this take, and has fallen silent.
        peaks: Highest sample of each block of this take, 0 to 1.
        listener: Gets each block, (n,) int16, on the audio thread; must not wait.
    """

    def __init__(self, meter: LevelMeter | None = None) -> None:
        self.meter = meter or LevelMeter()
        self.device: Device | None = None
        self.sample_rate = 0
        self.speech = SpeechEnd(1)
        self.peaks: list[float] = []
        self.listener: Callable[[np.ndarray], None] | None = None
        self._stream: Any = None
        self._take: TakeWriter | None = None
        self._rolling: TakeWriter | None = None
        self._pre_roll = PreRoll(1)
        self._heard_at: float | None = None

    @property
    def ready(self) -> bool:
        """Whether sound arrives. Some systems need a second for that, and would cut off the first words."""
        return self._stream is not None and self._heard_at is not None

    @property
    def listening(self) -> bool:
        """Whether the microphone is open."""
        return self._stream is not None

    @property
    def recording(self) -> bool:
        """Whether a take is being written."""
        return self._take is not None

    @property
    def duration_s(self) -> float:
        """Length of the take so far."""
        take = self._take
        return take.sample_count / self.sample_rate if take else 0.0

    @property
    def trouble(self) -> Message | None:
        """Why this take cannot go on (a full disk, a microphone that has gone); None if it can."""
        take = self._take
        if take and take.error:
            return _not_saved(take.error)
        if self.lost:
            return Message.of(
                "The microphone was disconnected; the take so far is kept. Plug it in again, or choose another one."
            )
        return None

    @property
    def lost(self) -> bool:
        """Whether the open microphone was unplugged or has failed; until it is back, it cannot record."""
        return self._stream is not None and (self._has_stalled() or not self._stream.active)

    def _has_stalled(self) -> bool:
        heard_at = self._heard_at
        return heard_at is not None and time.monotonic() - heard_at > STALLED_AFTER_S

    def open(self, name: str | None = None) -> Device:
        """Open the named microphone (or the system's choice) and start the meter.

        Raises:
            DeviceError: if it is missing or refuses.
        """
        self.close()
        device = find_device("input", name)
        rates = usable_rates(device, "input")
        if not rates:
            raise DeviceError(
                "The microphone “{name}” cannot be opened: is another program using it?", name=device.name
            )
        self.meter.reset()
        self._heard_at = None
        self.speech = SpeechEnd(rates[0])
        self._pre_roll = PreRoll(rates[0])
        self._stream = open_stream(
            "input", device, rates[0], blocksize=round(INPUT_BLOCK_S * rates[0]), callback=self._take_block
        )
        self.device, self.sample_rate = device, rates[0]
        return device

    def start(self, path: Path) -> None:
        """Begin a take in a new file; the half second before this moment is part of it.

        Raises:
            DeviceError: if no microphone is open or the file cannot be made.
        """
        if self._stream is None:
            raise DeviceError("No microphone is open: choose one first.")
        self.meter.reset()
        self.speech.begin()
        self.peaks = []
        try:
            self._take = TakeWriter(WaveWriter(path, self.sample_rate))
        except OSError as error:
            raise DeviceError(
                "The take cannot be saved: {reason}.", reason=error.strerror or error
            ) from error

    def finish(self) -> FinishedTake:
        """End the take and wait until it is on the disk.

        Raises:
            DeviceError: if part of the take could not be written; the part that was written is kept.
        """
        take, self._take = self._take, None
        if take is None:
            raise DeviceError("No take is being recorded.")
        take.finish()
        if take.error:
            raise DeviceError(_not_saved(take.error))
        return FinishedTake(take.writer.path, self.sample_rate, take.sample_count, take.overflows)

    def close(self) -> None:
        """End the take, if there is one (it stays on the disk), and close the microphone."""
        take, self._take = self._take, None
        if take is not None:
            take.finish()
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _take_block(self, block: np.ndarray, _frames: int, _time: Any, status: Any) -> None:
        samples = block[:, 0].copy()
        self._heard_at = time.monotonic()
        self.meter.feed(samples)
        self.speech.feed(samples)
        self._pre_roll.add(samples)
        listener = self.listener
        if listener is not None:
            listener(samples)
        take = self._take
        if take is None:
            return
        overflowed = bool(status and status.input_overflow)
        if take is not self._rolling:  # at the first block of this take, add the blocks before it
            self._rolling = take
            for earlier in self._pre_roll.take():
                take.add(earlier, overflowed=False)
            take.overflows += overflowed
        else:
            take.add(samples, overflowed)
        self.peaks.append(float(np.max(np.abs(samples.astype(np.float32)))) / FULL_SCALE)
