"""Follows which microphones are plugged in, while one of them is open.

PortAudio looks for devices when it starts and never again, and it can be started anew only while no stream is
open. So a small process of its own starts it again and again and tells the names:

    follow() ◀── one line of JSON each two seconds ── python -m timbre_app.device_watch
        └─▶ on_names, when they changed
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

LOOK_EVERY_S = 2.0
WATCH = (sys.executable, "-m", "timbre_app.device_watch")


def follow(
    on_names: Callable[[list[str]], None],
    should_stop: Callable[[], bool],
    command: Sequence[str] = WATCH,
) -> None:
    """Call back with the names of the microphones each time they changed, until told to stop.

    The process ends with this call, and with this program however that ends: it waits for its input to close.

    Args:
        on_names: Gets all names, the system's choice first.
        should_stop: Asked at each look.
        command: What looks.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # piped
        known: list[str] | None = None
        try:
            for line in process.stdout:
                if should_stop():
                    return
                names = json.loads(line)
                if known is not None and names != known:
                    on_names(names)
                known = names
        finally:
            process.terminate()


def watch(look_every_s: float = LOOK_EVERY_S) -> None:
    """Print the names again and again, until the input is closed."""
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
        sys.stdout.write(json.dumps(names) + "\n")
        sys.stdout.flush()
        closed.wait(look_every_s)


if __name__ == "__main__":
    try:
        watch()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(0)
