"""The real things behind the window's ports: library, server, speech, clones, checks.

What is slow to import is imported when it is first needed, on the worker thread that needs it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre_app.studio.ports import (
    CheckLine,
    CloneProgress,
    SpeakOptions,
    SpokenChunk,
    SpokenWord,
    VoiceItem,
)

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.client import TimbreClient
    from timbre_app.library import VoiceLibrary
    from timbre_app.server import ServerHandle

RECOGNISER_RATE_HZ = 16_000


class NotYetReadyError(RuntimeError):
    """The speech server is not up; the message says what waits for it."""


class StudioServer:
    """The server of this person, held while the window is open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._handle: ServerHandle | None = None
        self._client: TimbreClient | None = None
        self._released = False

    def start(self) -> str:
        """Start the server or find it, wait until it speaks, and say so in a few words.

        Raises:
            ServerError: one sentence that says what is wrong.
        """
        self.client()
        handle = self._handle
        if handle is not None and not handle.local:
            return f"ready at {handle.url}"
        started = f" (started in {handle.start_s:.1f} s)" if handle is not None and handle.start_s else ""
        return f"ready on this machine{started}"

    def client(self) -> TimbreClient:
        """The connection; starts the server if that has not been done, or waits while another thread does.

        Raises:
            ServerError: as `start`.
        """
        with self._lock:
            if self._client is None:
                from timbre_app.client import TimbreClient
                from timbre_app.server import open_server

                handle = open_server()
                client = TimbreClient(handle.url)
                try:
                    client.wait_ready()
                except BaseException:
                    client.close()
                    handle.release()
                    raise
                if self._released:
                    handle.release()
                self._handle, self._client = handle, client
            return self._client

    @property
    def is_ready(self) -> bool:
        """Whether `client` returns at once."""
        return self._client is not None

    def release(self) -> None:
        """Let go of the server; it stops when nobody else holds it."""
        self._released = True
        if self._handle is not None:
            self._handle.release()


class StudioVoices:
    """The library on disk."""

    def __init__(self) -> None:
        from timbre_app.library import VoiceLibrary

        self._library: VoiceLibrary = VoiceLibrary()

    def list(self) -> list[VoiceItem]:
        """All voices, by name."""
        return [voice_item(voice) for voice in self._library.voices()]

    def has(self, name: str) -> bool:
        """Whether a voice of that name exists."""
        return self._library.has(name)

    def rename(self, voice_id: str, name: str) -> None:
        """Give a voice another name."""
        self._library.rename(voice_id, name)

    def delete(self, voice_id: str) -> None:
        """Remove a voice for good."""
        self._library.delete(voice_id)

    def export(self, voice_id: str, path: Path) -> None:
        """Copy a voice to a file; the dialog has asked about an existing one."""
        self._library.export(voice_id, path, replace=True)

    def import_file(self, path: Path) -> VoiceItem:
        """Take in a voice file."""
        return voice_item(self._library.import_file(path))


class StudioSpeech:
    """Speech from the server in a voice of the library."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    @property
    def sample_rate(self) -> int:
        """Rate of the chunks, Hz."""
        from timbre import contract

        return contract.SAMPLE_RATE

    def speak(
        self, text: str, voice_id: str, options: SpeakOptions, should_stop: Callable[[], bool]
    ) -> Iterator[SpokenChunk]:
        """Chunks of speech as they come; closing the iterator ends the work on the server."""
        from timbre_app.speaking import find_voice

        voice = find_voice(voice_id)
        client = self._server.client()
        with client.speak(text, voice, _controls(options), language=voice.language) as chunks:
            for chunk in chunks:
                if should_stop():
                    return
                words = chunk.timing.words
                yield SpokenChunk(
                    chunk.pcm,
                    tuple(SpokenWord(w.char_start, w.char_end, w.start_s, w.end_s) for w in words),
                )

    def export(
        self, text: str, voice_id: str, options: SpeakOptions, path: Path, should_stop: Callable[[], bool]
    ) -> float:
        """Speak into a file; returns the length in seconds."""
        from timbre_app.speaking import find_voice, speak_to_file

        voice = find_voice(voice_id)
        controls = _controls(options)
        spoken = speak_to_file(path, self._server.client(), text, voice, controls, should_stop=should_stop)
        return spoken.duration_s


class StudioCloning:
    """Clones on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def clone(
        self,
        takes: Path,
        name: str,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        replace: bool = False,
    ) -> VoiceItem:
        """Clone the takes of a folder; an unfinished clone of the same takes goes on where it was."""
        from timbre_app import cloning
        from timbre_app.library import VoiceLibrary

        on_progress(CloneProgress("takes"))
        found = cloning.read_takes(takes)
        voice = cloning.clone(
            found,
            cloning.CloneSettings(name, resume=True, replace=replace),
            self._server.client(),
            VoiceLibrary(),
            lambda progress: on_progress(clone_progress(progress)),
            should_stop,
        )
        return voice_item(voice)


class StudioChecks:
    """Checks of a take: its sound here, its words on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def sound(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Findings on level, clipping, noise, silence and length."""
        from timbre.takes import check_take
        from timbre_app.cloning import load_native

        waveform, sample_rate = load_native(path)
        report = check_take(waveform, sample_rate, text)
        return [CheckLine(issue.severity, issue.message) for issue in report.issues]

    def words(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Which words of the prompt were not heard.

        Raises:
            NotYetReadyError: while there is no server.
        """
        if not self._server.is_ready:
            raise NotYetReadyError("The words are compared once the speech server is up.")
        from timbre import audio
        from timbre.takes import check_take
        from timbre_app.cloning import load_native

        heard = self._server.client().transcribe(audio.load(path, RECOGNISER_RATE_HZ))
        waveform, sample_rate = load_native(path)
        known = set(check_take(waveform, sample_rate, text).issues)
        report = check_take(waveform, sample_rate, text, [word.text for word in heard.words])
        return [CheckLine(issue.severity, issue.message) for issue in report.issues if issue not in known]


def voice_item(voice: Voice) -> VoiceItem:
    """A voice as the list shows it."""
    likeness, advice = (str(voice.report.get(key) or "") for key in ("verdict", "advice"))
    verdict = f"{likeness.capitalize()} likeness. {advice}" if likeness else advice
    return VoiceItem(voice.id, voice.name, voice.created, voice.language, verdict.strip())


def clone_progress(progress: dict[str, Any]) -> CloneProgress:
    """The server's progress as the panel shows it."""
    return CloneProgress(
        stage=str(progress.get("stage") or ""),
        step=int(progress.get("step") or 0),
        max_steps=int(progress.get("max_steps") or 0),
        loss=progress.get("loss"),
        held_out_loss=progress.get("held_out_loss"),
        elapsed_s=float(progress.get("elapsed_s") or 0.0),
        eta_s=progress.get("eta_s"),
        message=str(progress.get("message") or ""),
    )


def _controls(options: SpeakOptions) -> Any:
    from timbre.synthesis import Controls

    return Controls(options.pace, options.pitch, options.energy)
