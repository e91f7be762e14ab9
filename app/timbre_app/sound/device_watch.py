"""Tells which microphones are plugged in, while one of them is open.

PortAudio looks for devices only when it starts, and it can be started again only while no stream is open. So a
separate small process starts it again and again, and prints the names:

    follow() ◀── a line of JSON every second ──── python -m timbre_app.sound.device_watch
        └─▶ on_change, if something has changed

PortAudio also does not notice when PulseAudio or PipeWire moves a running stream to another microphone, because the
person has chosen that elsewhere or because the microphone has gone: the sound continues, under the same name. So the
process also asks `pactl`, if it is installed, for the source of each stream of its parent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

LOOK_EVERY_S = 1.0
PACTL_TIMEOUT_S = 2.0
STREAMS = ("pactl", "--format=json", "list", "source-outputs")
NO_SOURCE = 0xFFFFFFFF
"""pactl's source number of a stream that has no source at the moment."""
WATCH = (sys.executable, "-m", "timbre_app.sound.device_watch")


class Change(NamedTuple):
    """The microphones after a change.

    Attributes:
        names: Names of all microphones, the system's choice first.
        moved: Whether the system has moved a running recording to another microphone.
    """

    names: list[str]
    moved: bool = False


def follow(
    on_change: Callable[[Change], None],
    should_stop: Callable[[], bool],
    command: Sequence[str] = WATCH,
) -> None:
    """Call back each time that the microphones have changed, until told to stop.

    The other process ends with this call. It also ends with this program, for whatever reason that ends, because it
    notices that its input is closed.

    Args:
        on_change: Gets the Change.
        should_stop: Asked at each look.
        command: The other process.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # piped
        last_names: list[str] | None = None
        sources: dict[str, int] = {}
        try:
            for line in process.stdout:
                if should_stop():
                    return
                names, current = json.loads(line)
                moved = any(sources.get(stream, source) != source for stream, source in current.items())
                if last_names is not None and (moved or names != last_names):
                    on_change(Change(names, moved))
                last_names = names
                sources |= current
        finally:
            process.terminate()


def watch(look_every_s: float = LOOK_EVERY_S) -> None:
    """Print the names, and the sources of the parent's streams, again and again, until the input is closed."""
    from timbre_app.sound.devices import DeviceError, list_devices, refresh

    closed = threading.Event()

    def wait_for_end() -> None:
        sys.stdin.read()
        closed.set()

    threading.Thread(target=wait_for_end, daemon=True).start()
    while not closed.is_set():
        try:
            refresh()
            names = [device.name for device in list_devices("input")]
        except DeviceError:
            names = []
        sys.stdout.write(json.dumps([names, recorded_from(os.getppid())]) + "\n")
        sys.stdout.flush()
        closed.wait(look_every_s)


def recorded_from(process_id: int) -> dict[str, int]:
    """The source of each stream that a process records, by the stream's number; empty if that is not known."""
    if sys.platform != "linux":
        return {}
    try:
        output = subprocess.run(STREAMS, capture_output=True, timeout=PACTL_TIMEOUT_S, check=True).stdout
        return {
            str(stream["index"]): int(stream["source"])
            for stream in json.loads(output)
            if stream["properties"].get("application.process.id") == str(process_id)
            and stream["source"] != NO_SOURCE
        }
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError, AttributeError):
        return {}  # no pactl, an old one, no sound server


if __name__ == "__main__":
    try:
        watch()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(0)
