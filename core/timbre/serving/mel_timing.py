"""What goes from the acoustic model to the vocoder with each chunk of mel.

```
fastpitch   MelTiming {"stream", "arrived_s", "chunk": {words, final, ...}, "background"}
hifigan     ChunkTiming = that "chunk", with the sample at which its sound begins and the time that the vocoder took
```
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from timbre.contract import TIMING
from timbre.serving.limits import MAX_STREAM_CHARS
from timbre.serving.tensors import is_number, read_json


@dataclass(frozen=True)
class MelTiming:
    """The tensor TIMING between the two models.

    Attributes:
        stream: Name of the utterance, which no other has; the vocoder keeps a state for each.
        arrived_s: Time at which the utterance reached the acoustic model, by time.monotonic.
        chunk: A timbre.timing.ChunkTiming as plain values, without what the vocoder adds.
        background: See SpeechPlan.
    """

    stream: str
    arrived_s: float
    chunk: Mapping[str, Any]
    background: bool = False

    @property
    def final(self) -> bool:
        """Whether the utterance ends with this chunk."""
        return self.chunk["final"]

    def to_json(self) -> bytes:
        """The tensor's bytes."""
        return json.dumps(vars(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> MelTiming:
        """Read `to_json`'s bytes.

        Raises:
            ValueError: if they are something else.
        """
        fields = read_json(data, TIMING.name)
        stream, arrived_s, chunk = (fields.get(name) for name in ("stream", "arrived_s", "chunk"))
        if not isinstance(stream, str) or not 1 <= len(stream) <= MAX_STREAM_CHARS:
            raise ValueError(f"TIMING must name its stream with 1 to {MAX_STREAM_CHARS} characters.")
        if not isinstance(chunk, dict) or not is_number(arrived_s) or not is_number(chunk.get("frontend_ms")):
            raise ValueError("TIMING must describe a chunk as fastpitch does.")
        if type(chunk.get("final")) is not bool:
            raise ValueError("TIMING must say whether its chunk is the final one.")
        background = fields.get("background", False)
        if type(background) is not bool:
            raise ValueError("TIMING must say with true or false whether its stream is in the background.")
        return cls(stream, arrived_s, chunk, background)

    def with_sound(self, first_sample: int, vocoder_ms: float) -> bytes:
        """The bytes of the ChunkTiming that the client gets."""
        fields = {**self.chunk, "first_sample": first_sample, "vocoder_ms": vocoder_ms}
        return json.dumps(fields).encode()
