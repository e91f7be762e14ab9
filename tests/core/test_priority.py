"""Who goes first."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from timbre.priority import step_back


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_a_thread_steps_back_with_those_that_it_starts_and_no_other():
    before, seen = niceness(), []

    def work():
        step_back(2)
        child = threading.Thread(target=lambda: seen.append(niceness()))
        child.start()
        child.join()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [min(before + 2, 19)]
    assert niceness() == before


def in_a_process(code: str) -> list[str]:
    """What a program prints, line by line."""
    command = [sys.executable, "-c", f"from timbre.priority import *\nimport os\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout.split("\n")


SLICE = (
    "print(next((line.split()[-1] for line in open('/proc/thread-self/sched') if 'se.slice' in line), ''))"
)


@pytest.mark.skipif(not Path("/proc/self/sched").exists(), reason="this kernel does not tell slices")
def test_threads_ask_for_short_slices_and_hand_them_on():
    code = f"""
import threading
before = os.getpriority(os.PRIO_PROCESS, 0)
ask_for_slices(SYSTEM_SLICE_NS)  # whoever runs the tests may have asked
{SLICE}
ask_for_slices()
thread = threading.Thread(target=lambda: {SLICE})
thread.start()
thread.join()
ask_for_slices(SYSTEM_SLICE_NS)
{SLICE}
print(os.getpriority(os.PRIO_PROCESS, 0) == before)"""
    system, short, again, same_niceness = in_a_process(code)[:4]
    if not system:
        pytest.skip("this kernel has no slices")
    assert int(short) < int(system)
    assert again == system
    assert same_niceness == "True"
