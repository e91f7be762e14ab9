"""Compares a voice with its person, on the server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.items import ResultItem

if TYPE_CHECKING:
    from timbre_app.voices.comparing import Pair


class StudioComparing:
    """Speaks and recognises on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def compare(
        self,
        voice_id: str,
        takes: Path,
        on_pair: Callable[[Pair], None],
        should_stop: Callable[[], bool],
    ) -> ResultItem:
        """Compare a voice with its held-out takes; calls `on_pair` for each take, and returns the figures."""
        from timbre_app.output.speaking import find_voice
        from timbre_app.studio.backstage.voices import voice_report
        from timbre_app.voices import comparing
        from timbre_app.voices.takes_used import left_out_takes

        voice = find_voice(voice_id)
        client = self._server.client()
        for take in comparing.held_out_takes(voice, takes):
            if should_stop():
                break
            on_pair(comparing.compare_take(client, voice, take))
        left_out = left_out_takes(voice, takes)
        report, shares = voice_report(voice), comparing.remarked_shares(takes, should_stop)
        return ResultItem(
            report.similarity,
            report.nearest_similarity,
            report.take_count or 0,
            shares.get("noisy", 0.0),
            shares.get("echo", 0.0),
            tuple((take.text, take.reason) for take in left_out),
        )
