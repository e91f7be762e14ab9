"""Finds what keeps the window waiting: how long each event takes on the GUI thread, and where in the code.

`TIMBRE_PROBE=1 timbre studio` prints the ten longest events, the time to the first window and the memory at the end.

    event loop ─▶ filter(receiver, event) ─▶ slots, painting …     a span
                       └─ a dialog's event loop inside cuts the span: its longest piece counts, its waiting does not
    sampler    ─▶ looks at the GUI thread's stack once a span has taken half of the time that it may take

A span has two lengths: the time that passed, and the time that the thread itself computed. On a busy machine the first
includes the turns of other programs (such as the display server); the second is Timbre's own work.
"""

from __future__ import annotations

import heapq
import os
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QEvent, QObject, QThread
from PySide6.QtWidgets import QApplication, QMainWindow

VARIABLE = "TIMBRE_PROBE"
LIMIT_MS = 16.0
KEPT = 10
SAMPLE_EVERY_S = 0.004
_SOURCES = str(Path(__file__).resolve().parents[2])


@dataclass(frozen=True, order=True)
class Span:
    """Time that one event took.

    Attributes:
        ms: Time that passed.
        what: Receiver and kind of the event.
        work_ms: Time that the thread computed.
        where: The innermost lines of Timbre's own code that were seen most often, or empty.
    """

    ms: float
    what: str = field(compare=False)
    work_ms: float = field(compare=False, default=0.0)
    where: str = field(compare=False, default="")

    def __str__(self) -> str:
        """The span as text, without the time that passed."""
        where = f"  at {self.where}" if self.where else ""
        return f"{self.work_ms:.1f} of work  {self.what}{where}"


class Probe:
    """Keeps the longest spans; pure bookkeeping, knows no event loop."""

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        work_clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self.count = 0
        self.over_limit = 0
        self.work_over_limit = 0
        self._clock, self._work_clock = clock, work_clock
        self._longest: list[tuple[float, Span]] = []
        self._hardest: list[tuple[float, Span]] = []
        self._open: list[_OpenSpan] = []
        self._idle = False
        self._lock = threading.Lock()

    @property
    def longest(self) -> list[Span]:
        """The longest spans, the longest first."""
        return [span for _, span in sorted(self._longest, reverse=True)]

    @property
    def hardest(self) -> list[Span]:
        """The spans with the most work, the hardest first."""
        return [span for _, span in sorted(self._hardest, reverse=True)]

    @property
    def running_ms(self) -> float:
        """How long the innermost span has taken so far; 0 between spans."""
        with self._lock:
            return 1000 * (self._clock() - self._open[-1].since) if self._open else 0.0

    def begin(self, level: int) -> bool:
        """Begin a span in the event loop of this depth; returns False if the event is part of a span already."""
        if self._open and self._open[-1].level >= level:
            return False
        with self._lock:
            self._cut()
            self._open.append(_OpenSpan(level, self._clock(), self._work_clock()))
            self._idle = False
        return True

    def saw(self, where: str) -> None:
        """Count the code that the innermost span runs."""
        with self._lock:
            if self._open:
                self._open[-1].seen[where] += 1

    def idle(self) -> None:
        """Note that a dialog's event loop is about to wait; this does not keep the window waiting."""
        with self._lock:
            self._cut()
            self._idle = True

    def awake(self) -> None:
        """Note that an event loop goes on."""
        with self._lock:
            if self._idle:
                self._start_anew()
            else:
                self._cut()
            self._idle = False

    def end(self, what: str) -> None:
        """End the innermost span."""
        with self._lock:
            self._cut()
            span = self._open.pop()
            self._start_anew()
        self._keep(Span(span.ms, what, span.work_ms, span.where))

    def report(self) -> str:
        """The ten longest spans, one a line; then the spans with much work, or at least the one with the most."""
        count = f"{self.count} events on the GUI thread, {self.over_limit} longer than {LIMIT_MS:.0f} ms"
        lines = [f"{count}; {self.work_over_limit} with more work than that"]
        lines += [f"{span.ms:8.1f} ms, {span}" for span in self.longest]
        hardest = self.hardest
        much = [span for span in hardest if span.work_ms > LIMIT_MS] or hardest[:1]
        lines += [f"The most work: {span}" for span in much]
        return "\n".join(lines)

    def _keep(self, span: Span) -> None:
        self.count += 1
        self.over_limit += span.ms > LIMIT_MS
        self.work_over_limit += span.work_ms > LIMIT_MS
        for heap, length_ms in ((self._longest, span.ms), (self._hardest, span.work_ms)):
            heapq.heappush(heap, (length_ms, span))
            if len(heap) > KEPT:
                heapq.heappop(heap)

    def _cut(self) -> None:
        """End a piece of the innermost span, unless its event loop was waiting."""
        if self._open and not self._idle:
            span = self._open[-1]
            span.ms = max(span.ms, 1000 * (self._clock() - span.since))
            span.work_ms = max(span.work_ms, 1000 * (self._work_clock() - span.work_since))
            self._start_anew()

    def _start_anew(self) -> None:
        if self._open:
            self._open[-1].since, self._open[-1].work_since = self._clock(), self._work_clock()


@dataclass
class _OpenSpan:
    level: int
    since: float
    work_since: float
    ms: float = 0.0
    work_ms: float = 0.0
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def where(self) -> str:
        """The code that was seen most often."""
        return max(self.seen, key=self.seen.__getitem__, default="")


class Sampler:
    """Looks at the stack of another thread, the GUI thread.

    A frame that somebody holds outlives its function and keeps its local variables. The looks hold frames for a moment,
    and a painter or a widget must not end on their thread: so the GUI thread itself lets go of the frames.
    """

    def __init__(self) -> None:
        self._held: deque[list[FrameType]] = deque()

    def look(self, thread: int) -> str:
        """The innermost lines of Timbre's own code that a thread is at."""
        held = [frame for ident, frame in sys._current_frames().items() if ident == thread]
        where = _own_code(held)
        self._held.append(held)
        return where

    def let_go(self) -> None:
        """Let go of the frames of all looks; called on the thread that was looked at."""
        while self._held:
            self._held.popleft().clear()


class _Watcher(QObject):
    """Measures each event that an event loop delivers, but not the events inside it.

    A dialog causes thousands of events, and a call of Python for each would make it three times as slow. So the filter
    is removed while an event is delivered, until an event loop inside it wakes up.
    """

    def __init__(self, app: QApplication, probe: Probe, sampler: Sampler) -> None:
        super().__init__(app)
        self.first_window_s: float | None = None
        self._app, self._probe, self._sampler = app, probe, sampler
        dispatcher = QThread.currentThread().eventDispatcher()
        if dispatcher is not None:
            dispatcher.aboutToBlock.connect(probe.idle)
            dispatcher.awake.connect(self._awake)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Deliver an event and measure how long that takes."""
        self._app.removeEventFilter(self)
        if not self._probe.begin(self.thread().loopLevel()):
            return False  # part of another event, in which an event loop has ended
        what = f"{_name(receiver)} {event.type().name}"
        try:
            self._app.notify(receiver, event)
        finally:
            self._probe.end(what)
            self._sampler.let_go()
            self._app.installEventFilter(self)
        return True

    def _awake(self) -> None:
        self._probe.awake()
        if self.first_window_s is None and self._is_shown():
            self.first_window_s = process_age_s()
        if self.first_window_s is not None:  # before that, no window can be kept waiting
            self._app.installEventFilter(self)

    def _is_shown(self) -> bool:
        """Whether the window is on the display; it is painted as soon as it is there."""
        windows = (
            widget.windowHandle() for widget in self._app.topLevelWidgets() if isinstance(widget, QMainWindow)
        )
        return any(window is not None and window.isExposed() for window in windows)


class ProbedApplication(QApplication):
    """An application that measures each event."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.probe = Probe()
        self._sampler = Sampler()
        self._watcher = _Watcher(self, self.probe, self._sampler)
        threading.Thread(target=self._sample, args=(threading.get_ident(),), daemon=True).start()

    def report(self) -> str:
        """The report, to be printed."""
        first_s = self._watcher.first_window_s
        first = "no window was shown" if first_s is None else f"{first_s:.2f} s"
        return f"First window after {first}; memory {memory_mb():.0f} MB\n{self.probe.report()}"

    def _sample(self, gui_thread: int) -> None:
        while True:
            time.sleep(SAMPLE_EVERY_S)
            if self.probe.running_ms > LIMIT_MS / 2:
                self.probe.saw(self._sampler.look(gui_thread))


def wanted() -> bool:
    """Whether the person asked for the probe."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def memory_mb() -> float:
    """Memory that this process holds now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def process_age_s() -> float:
    """Seconds since this process was started; 0 where the system does not tell."""
    try:
        start_ticks = int(Path("/proc/self/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[19])
    except (OSError, ValueError, IndexError):
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - start_ticks / os.sysconf("SC_CLK_TCK")


def _name(receiver: QObject) -> str:
    try:
        return " ".join(part for part in (type(receiver).__name__, receiver.objectName()) if part)
    except RuntimeError:  # the receiver deleted itself while it handled the event
        return "(gone)"


def _own_code(held: list[FrameType]) -> str:
    """The innermost two frames of Timbre's own code; `held` has the innermost frame of all."""
    lines: list[str] = []
    frame = held[0] if held else None
    while frame is not None and len(lines) < 2:
        code = frame.f_code
        if code.co_filename.startswith(_SOURCES) and code.co_filename != __file__:
            place = Path(code.co_filename).relative_to(_SOURCES)
            lines.append(f"{place}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(lines)
