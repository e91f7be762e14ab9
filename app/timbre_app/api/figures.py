"""What the API counts, for Prometheus, in the text format of its exposition.

```
timbre_api_requests_total{path="/v1/audio/speech",status="200"}   requests that were answered
timbre_api_requests_in_flight                                     requests for speech and transcripts at work
timbre_api_first_audio_seconds_sum, _count                        time to the first sound of a text
```
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

from starlette.types import Message, Send

OTHER = "other"


class ApiFigures:
    """Counts of one API. All calls come from its event loop.

    Args:
        paths: The paths that are counted by their names; all others are counted together.
    """

    def __init__(self, paths: tuple[str, ...]) -> None:
        self._paths = frozenset(paths)
        self._requests: Counter[tuple[str, int]] = Counter()
        self._first_audio_s, self._first_audio_count = 0.0, 0
        self.in_flight = 0

    def counted(self, path: str, send: Send) -> Send:
        """Wrap what sends an answer, so that the answer is counted."""

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._requests[path if path in self._paths else OTHER, message["status"]] += 1
            await send(message)

        return count

    @contextlib.contextmanager
    def flight(self) -> Iterator[None]:
        """Count a request as long as it is at work."""
        self.in_flight += 1
        try:
            yield
        finally:
            self.in_flight -= 1

    def on_first_audio(self, seconds: float) -> None:
        """Note the time from a request to its first sound."""
        self._first_audio_s += seconds
        self._first_audio_count += 1

    def exposition(self) -> str:
        """The figures as Prometheus reads them."""
        requests = [
            f'timbre_api_requests_total{{path="{path}",status="{status}"}} {count}'
            for (path, status), count in sorted(self._requests.items())
        ]
        lines = [
            "# HELP timbre_api_requests_total Requests that the speech API has answered",
            "# TYPE timbre_api_requests_total counter",
            *requests,
            "# HELP timbre_api_requests_in_flight Requests for speech and transcripts at work",
            "# TYPE timbre_api_requests_in_flight gauge",
            f"timbre_api_requests_in_flight {self.in_flight}",
            "# HELP timbre_api_first_audio_seconds Time from a request to its first sound",
            "# TYPE timbre_api_first_audio_seconds summary",
            f"timbre_api_first_audio_seconds_sum {self._first_audio_s:.6f}",
            f"timbre_api_first_audio_seconds_count {self._first_audio_count}",
        ]
        return "\n".join(lines) + "\n"
