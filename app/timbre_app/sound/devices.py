"""Microphones and loudspeakers: the only module that imports sounddevice.

Devices have names, because PortAudio's numbers change when one is plugged in. All sound is mono int16.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

import numpy as np

from timbre.messages import Message, TimbreError
from timbre_app.sound.ring import SampleRing

_log = logging.getLogger(__name__)

COMMON_RATES_HZ = (48000, 44100, 32000, 22050, 16000)
RING_S = 30.0
PREBUFFER_S = 0.04
OUTPUT_LATENCY_S = 0.1
"""With less, sound servers skip when the machine is busy."""

Direction = Literal["input", "output"]

NO_SERVICE = Message.of("The system's sound service does not answer: log in again, then open Timbre again.")
_starting = threading.Lock()
_streams: list[Any] = []
"""The streams that this process may have open; PortAudio is one for the whole process, and so is this list."""


class DeviceError(TimbreError):
    """A microphone or loudspeaker cannot be used; the message is one sentence for the person."""


@dataclass(frozen=True)
class Device:
    """One microphone or loudspeaker.

    Attributes:
        name: Name and host interface, by which the device can be found again.
        index: PortAudio's number, valid until the next `refresh`.
        sample_rate: The rate that the device prefers, Hz.
        is_default: Whether the device is the system's choice.
    """

    name: str
    index: int
    sample_rate: int
    is_default: bool = False


def _portaudio() -> ModuleType:
    try:
        import sounddevice  # imported here: it is slow to start, and a machine without sound lacks it
    except OSError as error:
        raise DeviceError("The sound library PortAudio is missing: install libportaudio2.") from error
    return sounddevice


def list_devices(direction: Direction) -> list[Device]:
    """Devices that can record ("input") or play ("output"), the system's own choice first.

    Raises:
        DeviceError: if there is no sound library.
    """
    sd = _portaudio()
    try:
        infos = list(sd.query_devices())
        apis = list(sd.query_hostapis())
        preferred = sd.default.device[0 if direction == "input" else 1]
    except sd.PortAudioError as error:
        raise DeviceError(NO_SERVICE) from error
    devices = [
        Device(
            name=f"{info['name']} ({apis[info['hostapi']]['name']})",
            index=index,
            sample_rate=round(info["default_samplerate"]),
            is_default=index == preferred,
        )
        for index, info in enumerate(infos)
        if info[f"max_{direction}_channels"] > 0
    ]
    return sorted(devices, key=lambda device: not device.is_default)


def refresh() -> None:
    """Look for devices again. No stream may be open."""
    sd = _portaudio()
    sd._terminate()
    sd._initialize()


def look_again() -> bool:
    """Look for devices again, unless a stream is open, which would end; returns whether they were looked for.

    Raises:
        DeviceError: if there is no sound library, or the system's sound service does not answer.
    """
    sd = _portaudio()
    with _starting:
        if any(not stream.closed for stream in _streams):
            return False
        try:
            refresh()
        except sd.PortAudioError as error:
            raise DeviceError(NO_SERVICE) from error
    return True


def _kind(direction: Direction) -> Message:
    return Message.of("microphone") if direction == "input" else Message.of("loudspeaker")


def find_device(direction: Direction, name: str | None = None) -> Device:
    """The named device, or the system's choice.

    Raises:
        DeviceError: if there is none, or the named one is not plugged in.
    """
    devices = list_devices(direction)
    what = _kind(direction)
    if not devices:
        raise DeviceError("No {device} was found: plug one in, then try again.", device=what)
    if name is None:
        return devices[0]
    for device in devices:
        if device.name == name:
            return device
    raise DeviceError("The {device} “{name}” is not plugged in: choose another one.", device=what, name=name)


def usable_rates(device: Device, direction: Direction, rates: Sequence[int] = COMMON_RATES_HZ) -> list[int]:
    """Sample rates at which a device can open mono int16, its preferred one first; some devices know only 48 kHz."""
    sd = _portaudio()
    check = sd.check_input_settings if direction == "input" else sd.check_output_settings
    usable = []
    for rate in dict.fromkeys((device.sample_rate, *rates)):
        try:
            check(device=device.index, channels=1, dtype="int16", samplerate=rate)
        except (sd.PortAudioError, ValueError):
            continue
        usable.append(rate)
    return usable


def open_stream(
    direction: Direction, device: Device, sample_rate: int, *, starts: bool = True, **options: Any
) -> Any:
    """Open a stream of mono int16; starts it too, unless `starts` is False.

    Raises:
        DeviceError: if the device refuses.
    """
    sd = _portaudio()
    kind = sd.InputStream if direction == "input" else sd.OutputStream
    what = _kind(direction)
    try:
        with _starting:
            stream = kind(device=device.index, samplerate=sample_rate, channels=1, dtype="int16", **options)
            _streams[:] = [*(other for other in _streams if not other.closed), stream]
        if starts:
            stream.start()
    except sd.PortAudioError as error:
        _log.warning("cannot open %s at %d Hz: %s", device.name, sample_rate, error)
        raise DeviceError(
            "The {device} “{name}” cannot be opened: is another program using it?",
            device=what,
            name=device.name,
        ) from error
    return stream


class Player:
    """Plays int16 chunks as they arrive, without gaps if they arrive in time.

    `write` may be called from any thread, and waits while the ring is full. `on_finished` is called once, on the audio
    library's thread, when the sound has ended.
    """

    def __init__(self, on_finished: Callable[[], None] | None = None, device_name: str | None = None) -> None:
        self.underruns = 0
        self._device_name = device_name
        self._on_finished = on_finished
        self._stream: Any = None
        self._resampler: Any = None
        self._ring = SampleRing(1)
        self._prebuffer = 0
        self._begun = self._running = False
        self._complete = threading.Event()
        self._stopped = threading.Event()
        self._closing = threading.Lock()
        self._played = 0
        self._held = 0.0
        self._rate_ratio = 1.0

    @property
    def played_samples(self) -> int:
        """Number of samples heard, at the source's rate: those given to the system, minus those that it still holds."""
        return round(max(0.0, self._played - self._held) / self._rate_ratio)

    def start(self, sample_rate: int, device_name: str | None = None) -> None:
        """Open the loudspeaker; sound of `sample_rate` is resampled if the device cannot do that rate.

        Raises:
            DeviceError: if it is missing or refuses.
        """
        device = self._find(device_name or self._device_name)
        rates = usable_rates(device, "output", (sample_rate, *COMMON_RATES_HZ))
        if not rates:
            raise DeviceError(
                "The loudspeaker “{name}” cannot be opened: is another program using it?", name=device.name
            )
        rate = sample_rate if sample_rate in rates else rates[0]
        if rate != sample_rate:
            import soxr

            self._resampler = soxr.ResampleStream(sample_rate, rate, 1, dtype="int16")
        self._rate_ratio = rate / sample_rate
        self._ring = SampleRing(round(RING_S * rate))
        self._prebuffer = round(PREBUFFER_S * rate)
        self._stream = open_stream(
            "output",
            device,
            rate,
            starts=False,  # otherwise the system takes silence first, and the sound comes after it
            callback=self._fill,
            finished_callback=self._tell_finished,
            latency=OUTPUT_LATENCY_S,
        )
        self._held = self._stream.latency * rate

    @staticmethod
    def _find(name: str | None) -> Device:
        """The loudspeaker; one that was plugged in since the last look is found too."""
        try:
            return find_device("output", name)
        except DeviceError:
            if not look_again():
                raise
            return find_device("output", name)

    def write(self, chunk: np.ndarray) -> bool:
        """Queue a chunk, (n,) int16; returns False if playing was stopped."""
        if self._resampler is not None:
            chunk = self._resampler.resample_chunk(chunk)
        if not self._begun:
            room = (
                self._ring.capacity - self._ring.filled
            )  # not less: a busy machine may come to the rest too late
            if not self._ring.write(chunk[:room]):
                return False
            if self._ring.filled >= round(self._held) + self._prebuffer:
                self._begin()
            chunk = chunk[room:]
        return self._ring.write(chunk)

    def finish(self) -> None:
        """Tell that no more chunks follow; queued chunks are still played."""
        if self._resampler is not None:
            self._ring.write(self._resampler.resample_chunk(np.zeros(0, dtype=np.int16), last=True))
        self._complete.set()
        self._begin()

    def stop(self) -> None:
        """Stop speaking at once and close the loudspeaker."""
        self._ring.close()
        self._complete.set()
        with self._closing:
            stream, self._stream = self._stream, None
        if stream is not None:
            stream.abort()
            stream.close()
        self._stopped.set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until everything has been played; returns False if the timeout comes first."""
        return self._stopped.wait(timeout_s)

    def _begin(self) -> None:
        """Start the stream, unless it has started already or the loudspeaker was closed."""
        with self._closing:
            if self._stream is None or self._begun:
                return
            self._begun = True
            try:
                self._stream.start()
            except _portaudio().PortAudioError as error:
                raise DeviceError("The loudspeaker was disconnected: choose another one.") from error

    def _fill(self, out: np.ndarray, frames: int, _time: Any, _status: Any) -> None:
        complete = self._complete.is_set()
        if not self._running and self._ring.filled < self._prebuffer and not complete:
            out.fill(0)
            return
        self._running = True
        count = self._ring.read_into(out[:, 0])
        out[count:] = 0
        self._played += count
        if count < frames:
            if complete:
                raise _portaudio().CallbackStop
            self._running = False
            self.underruns += 1

    def _tell_finished(self) -> None:
        self._held = 0.0
        self._stopped.set()
        if self._on_finished is not None:
            self._on_finished()
