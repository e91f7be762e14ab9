"""Follows which microphones are plugged in, while one of them is open.

PortAudio looks for devices when it starts and never again, and it can be started anew only while no stream is
open. So a small process of its own starts it again and again and tells the names:

    follow() ◀── one line of JSON each two seconds ── python -m timbre_app.device_watch
        └─▶ on_change, when something did

Nor does PortAudio notice when PulseAudio or PipeWire moves a running stream to another microphone, because the person
says so elsewhere or because the microphone has gone: sound goes on, under the same name. So the process also asks
`pactl`, where there is one, from which source each stream of its parent is taken.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

LOOK_EVERY_S = 2.0
STREAMS = ("pactl", "--format=json", "list", "source-outputs")
NO_SOURCE = 0xFFFFFFFF
"""What pactl says of a stream that is taken from nowhere just now."""
WATCH = (sys.executable, "-m", "timbre_app.device_watch")


class Change(NamedTuple):
    """What is different since the last look.

    Attributes:
        names: Names of all microphones, the system's choice first.
        moved: Whether the system has turned a running recording to another microphone.
    """

    names: list[str]
    moved: bool = False


def follow(
    on_change: Callable[[Change], None],
    should_stop: Callable[[], bool],
    command: Sequence[str] = WATCH,
) -> None:
    """Call back each time that something changed about the microphones, until told to stop.

    The process ends with this call, and with this program however that ends: it waits for its input to close.

    Args:
        on_change: Gets the Change.
        should_stop: Asked at each look.
        command: What looks.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # piped
        known: list[str] | None = None
        sources: dict[str, int] = {}
        try:
            for line in process.stdout:
                if should_stop():
                    return
                names, found = json.loads(line)
                moved = any(sources.get(stream, source) != source for stream, source in found.items())
                if known is not None and (moved or names != known):
                    on_change(Change(names, moved))
                known = names
                sources |= found
        finally:
            process.terminate()


def watch(look_every_s: float = LOOK_EVERY_S) -> None:
    """Print the names, and the sources of the parent's streams, again and again, until the input is closed."""
    from timbre_app.devices import DeviceError, list_devices, refresh

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
    """The source of each stream that a process records, by the stream's number; nothing where nobody can say."""
    if sys.platform != "linux":
        return {}
    try:
        said = subprocess.run(STREAMS, capture_output=True, timeout=LOOK_EVERY_S, check=True).stdout
        return {
            str(stream["index"]): int(stream["source"])
            for stream in json.loads(said)
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
