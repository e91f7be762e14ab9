"""Which process goes first when the models' processes want the same cores.

```
hifigan        0    the first chunk of mel is there: its sound goes before the mel of the second
fastpitch      5
transcribe    10    nobody listens to it, and the window keeps moving while takes are checked
finetune      19    a clone takes what speech leaves
```

A thread that is woken does not run at once either: the thread that is running keeps the core until its time slice is
over. Speech is made and delivered in many short turns, so its threads and the client's ask for short slices: threads
with the shorter slice go first. Linux has this since 6.12.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct

BEHIND_THE_VOCODER = 5
BEHIND_THE_WINDOW = 10
BEHIND_SPEECH = 19
SHORT_SLICE_NS = 100_000
"""The shortest that Linux grants."""
SYSTEM_SLICE_NS = 0
"""Stands for the slice that the system gives to threads that ask for none."""

_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
"""Number of the system call, by machine."""
_ATTRIBUTES = struct.Struct("<IIQiIQQQ")
"""struct sched_attr: size, policy, flags, nice, priority, runtime (the slice), deadline, period."""


def step_back(niceness: int) -> None:
    """Lower the priority of this thread, and of the threads that it starts from now on.

    Call it before networks are loaded: they start threads.

    Args:
        niceness: By how much, from 1 to 19 (the lowest priority).
    """
    os.nice(niceness)


def ask_for_slices(slice_ns: int = SHORT_SLICE_NS) -> None:
    """Let this thread, and those that it starts from now on, run in short turns, so that they are woken sooner.

    On a system that has no such slices nothing changes.

    Args:
        slice_ns: Length of one turn, or SYSTEM_SLICE_NS.
    """
    number = _SCHED_SETATTR.get(platform.machine())
    if number is None or not hasattr(os, "sched_getscheduler"):
        return
    policy, niceness = os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)
    if policy not in (os.SCHED_OTHER, os.SCHED_BATCH):
        return  # somebody has chosen another policy for this thread
    attributes = _ATTRIBUTES.pack(_ATTRIBUTES.size, policy, 0, niceness, 0, slice_ns, 0, 0)
    ctypes.CDLL(None).syscall(number, 0, attributes, 0)
