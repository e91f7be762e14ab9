"""Ctrl-C counts wherever it arrives."""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SOON_S = 0.01


@contextmanager
def interrupts_that_count() -> Iterator[None]:
    """Raise a Ctrl-C again that arrives in an object's `__del__`, where Python prints it and goes on."""
    usual = sys.unraisablehook

    def raise_again(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            # Raised at once it would be raised here, and ignored as well.
            threading.Timer(SOON_S, _thread.interrupt_main).start()
        else:
            usual(unraisable)

    sys.unraisablehook = raise_again
    try:
        yield
    finally:
        sys.unraisablehook = usual
