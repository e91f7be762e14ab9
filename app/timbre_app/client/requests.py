"""Makes the requests for the speech of a text: their tensors hold text, voice, controls and options."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from timbre import contract
from timbre.speech.acoustic import Controls
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.text.spans import Span
from timbre.voice import Voice
from timbre_app.client.streams import Passage, Tensors


@dataclass(frozen=True)
class Detail:
    """Asks for a text in one piece, with the times of its phonemes.

    Attributes:
        edits: Changes of the phonemes.
        background: Whether nobody listens, so that all live speech goes first.
    """

    edits: PhonemeEdits = NO_EDITS
    background: bool = False


@dataclass(frozen=True)
class Markup:
    """How a text that is a part of a document of SSML differs from a plain text.

    Attributes:
        spans: Parts that are spoken otherwise than the rest, in order.
        unfinished: Whether its last sentence goes on in another text.
        background: See Detail.
        first_passage: Number of the passage that is spoken first; those before it were spoken earlier.
    """

    spans: Sequence[Span] = ()
    unfinished: bool = False
    background: bool = False
    first_passage: int = 0


@dataclass(frozen=True)
class TextRequests:
    """Makes the requests of a text, one for each passage.

    Attributes:
        voice: A voice, or the bytes of its file.
        controls: How to speak.
        language: espeak's name of the language.
        lexicon: Words with pronunciations in IPA.
        detail: Asks for the text in one piece, with phonemes and their changes; None for passages.
        markup: What an SSML document adds to the text; None for a plain text.
        sent_voices: Hashes of the voices that the server knows; a voice that a request carries is added.
    """

    voice: Voice | bytes
    controls: Controls
    language: str
    lexicon: Mapping[str, str]
    detail: Detail | None
    markup: Markup | None
    sent_voices: set[str]

    def tensors(self, passage: Passage, with_voice: bool) -> Tensors:
        """A passage's request.

        Args:
            passage: A part of the text.
            with_voice: Whether to send the voice's file even if the server should know the voice.
        """
        return {
            contract.TEXT.name: passage.text.encode(errors="replace"),  # a person may paste half a character
            contract.TEXT_OPTIONS.name: _marked_up(self._options[passage.goes_on], passage, self.markup),
            **self._voice_tensors(with_voice),
            contract.PACE.name: np.array([self.controls.pace], np.float32),
            contract.PITCH.name: np.array([self.controls.pitch], np.float32),
            contract.ENERGY.name: np.array([self.controls.energy], np.float32),
            **_reading_tensors(self.controls),
            **({} if self.detail is None else _detail_tensors(self.detail)),
        }

    def _voice_tensors(self, with_voice: bool) -> Tensors:
        voice = self.voice
        voice_hash = _sha256(voice) if isinstance(voice, bytes) else voice.content_hash
        data = b"\0"  # the server knows the voice by its hash
        if with_voice or voice_hash not in self.sent_voices:
            data = voice if isinstance(voice, bytes) else voice.to_bytes()
            self.sent_voices.add(voice_hash)
        return {
            contract.VOICE.name: np.frombuffer(data, np.uint8),
            contract.VOICE_HASH.name: voice_hash.encode(),
        }

    @functools.cached_property
    def _options(self) -> tuple[bytes, bytes]:
        """The options of the last passage, and of those that go on; made once, because a lexicon may be long."""
        fields: dict[str, Any] = {"language": self.language, "lexicon": dict(self.lexicon)}
        if any(known is not None and known.background for known in (self.detail, self.markup)):
            fields["background"] = True
        last, goes_on = (json.dumps({**fields, "goes_on": goes_on}).encode() for goes_on in (False, True))
        return last, goes_on


@functools.lru_cache(maxsize=8)
def _sha256(data: bytes) -> str:
    """The hash of a voice's file; cached, because a voice usually speaks many times."""
    return hashlib.sha256(data).hexdigest()


def _marked_up(options: bytes, passage: Passage, markup: Markup | None) -> bytes:
    """A passage's options with the spans that lie in it."""
    if markup is None:
        return options
    start, end = passage.char_start, passage.char_start + len(passage.text)
    spans = [part for span in markup.spans if (part := span.within(start, end))]
    unfinished = markup.unfinished and passage.is_last
    return json.dumps({**json.loads(options), "unfinished": unfinished, "spans": spans}).encode()


def _reading_tensors(controls: Controls) -> dict[str, np.ndarray]:
    """Tensors for another reading than the usual one; left out where they say nothing, as each costs time."""
    tensors: dict[str, np.ndarray] = {}
    if controls.liveliness != 1:
        tensors[contract.LIVELINESS.name] = np.array([controls.liveliness], np.float32)
    if controls.seed:
        tensors[contract.SEED.name] = np.array([controls.seed], np.int64)
    return tensors


def _detail_tensors(detail: Detail) -> Tensors:
    tensors: dict[str, np.ndarray | bytes] = {contract.WITH_PHONEMES.name: np.ones(1, np.bool_)}
    for tensor, values in (
        (contract.PHONEME_PITCH, detail.edits.pitch),
        (contract.PHONEME_DURATION, detail.edits.duration),
    ):
        if len(values):
            tensors[tensor.name] = np.ascontiguousarray(values, np.float32)
    return tensors
