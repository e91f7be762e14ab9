"""Speech from the server, to play and to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.ports import SpeakOptions, SpokenChunk, SpokenWord

if TYPE_CHECKING:
    from timbre.synthesis import Controls


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


def _controls(options: SpeakOptions) -> Controls:
    from timbre.synthesis import Controls

    return Controls(options.pace, options.pitch, options.energy)
