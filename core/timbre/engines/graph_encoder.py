# pyright: reportImplicitOverride=true
"""The encoder in static buffers: sentences of any lengths run together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from timbre.engines.base import override, pad_end
from timbre.engines.graph_network import GraphNetwork, bucket_of

PHONEMES = (32, 64, 96, 128, 192, 256, 384, 512)
"""Phonemes of the sentences for which graphs are captured."""

_TEXT_INPUTS = ("phonemes", "pitch_shift", "energy_shift")
_TEXT_OUTPUTS = ("states", "log_durations", "durations")


class GraphEncoder(GraphNetwork):
    """The encoder: phonemes are padded to the length of a bucket, and the outputs cut to the sentence's own."""

    _steps = PHONEMES
    _longest_together = PHONEMES[-1]

    @property
    @override
    def ragged(self) -> bool:
        """See Network."""
        return True

    @override
    def run_rows(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """As GraphNetwork.run_rows, of sentences of any lengths."""
        lens = [row["phonemes"].shape[1] for row in rows]
        steps = bucket_of(max(lens), self._steps)
        filled = [
            {
                name: pad_end(value, 1, steps - length) if name in _TEXT_INPUTS else value
                for name, value in row.items()
            }
            for row, length in zip(rows, lens, strict=True)
        ]
        results = super().run_rows(filled)
        return [
            {name: value[:, :length] if name in _TEXT_OUTPUTS else value for name, value in result.items()}
            for result, length in zip(results, lens, strict=True)
        ]
