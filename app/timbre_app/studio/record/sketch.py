"""Lets the person hear a sketch of the voice while the takes go on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from timbre_app.studio.backstage import StudioCloning, StudioSpeech
from timbre_app.studio.items import Sketch
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.record.session_items import SketchState
from timbre_app.studio.record.session_panel import RecordSessionPanel
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.voices.order import CloneOrder

LANE = "sketch"
SAMPLE = "This is a first sketch of my voice, made of a few seconds."
"""The sentence is English in every language of the window, because the voices are English."""


class SketchController(QObject):
    """Makes a sketch of the takes when it is asked for, and speaks a sentence with it."""

    def __init__(
        self,
        panel: RecordSessionPanel,
        notices: Notices,
        tasks: Tasks,
        cloning: StudioCloning,
        speech: StudioSpeech,
        playback: Playback,
    ) -> None:
        super().__init__(panel)
        self._panel, self._notices, self._tasks = panel, notices, tasks
        self._cloning, self._speech, self._playback = cloning, speech, playback
        self._making: Task | None = None
        self._playing = self._is_prepared = False

    @property
    def busy(self) -> bool:
        """Whether a sketch is being made or speaks."""
        return self._playing or self._making is not None

    def prepare(self) -> None:
        """Have what makes sketches loaded before one is asked for; an error comes when one is asked for."""
        if not self._is_prepared:
            self._is_prepared = True
            self._tasks.run(lambda _: self._cloning.prepare_sketch(), lane=LANE)

    def release(self) -> None:
        """Stop, and free the memory that sketches have taken."""
        self.stop()
        if self._is_prepared:
            self._is_prepared = False
            self._tasks.run(lambda _: self._cloning.release_sketching(), lane=LANE)

    def hear(self, order: CloneOrder) -> None:
        """Make a sketch of an order's takes, unless the latest is of the same takes, and speak with it."""
        self.stop()
        self._is_prepared = True
        self._panel.set_sketch(SketchState.MAKING)
        self._panel.set_sketch_note(self.tr("Sketching the voice…"))
        self._making = self._tasks.run(
            lambda task: self._cloning.sketch(order, lambda: task.cancelled),
            self._made,
            self._failed,
            lane=LANE,
        )

    def stop(self) -> None:
        """Stop making and playing; a take begins, or the person leaves."""
        if self._making is not None:
            self._making.cancel()
            self._making = None
            self._show_idle()
        if self._playing:
            self._playback.stop()

    def _made(self, sketch: Sketch) -> None:
        self._making = None
        note = self.tr("A sketch of {0:.0f} s of speech; no learning yet")
        self._panel.set_sketch_note(note.format(sketch.speech_s))

        def make(should_stop: Callable[[], bool]) -> Sound:
            return Sound(self._speech.sample_rate, self._speech.try_out(SAMPLE, sketch.voice, should_stop))

        self._playback.play(make, on_end=self._ended, on_error=self._failed)
        self._playing = True
        self._panel.set_sketch(SketchState.PLAYING)

    def _ended(self) -> None:
        self._playing = False
        self._show_idle()

    def _failed(self, error: Exception) -> None:
        self._making = None
        self._ended()
        self._notices.show_error(error)

    def _show_idle(self) -> None:
        self._panel.set_sketch(SketchState.IDLE)
        self._panel.set_sketch_note("")
