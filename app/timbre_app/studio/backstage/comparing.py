"""A voice beside the person, on the server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.ports.results import PairItem, ResultItem


class StudioComparing:
    """Speaks and recognises on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def compare(
        self,
        voice_id: str,
        takes: Path,
        on_pair: Callable[[PairItem], None],
        should_stop: Callable[[], bool],
    ) -> ResultItem:
        """Tell each pair as it is made, and return what was measured."""
        from timbre_app import comparing
        from timbre_app.speaking import find_voice
        from timbre_app.studio.backstage.voices import voice_report

        voice = find_voice(voice_id)
        client = self._server.client()
        for take in comparing.held_out_takes(voice, takes):
            if should_stop():
                break
            on_pair(PairItem(*comparing.compare_take(client, voice, take)))
        report, shares = voice_report(voice), comparing.remarked_shares(takes, should_stop)
        return ResultItem(
            report.similarity,
            report.nearest_similarity,
            report.take_count or 0,
            shares.get("noisy", 0.0),
            shares.get("echo", 0.0),
        )
