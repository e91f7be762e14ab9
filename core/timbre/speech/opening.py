"""The opening of a stream: its first chunk, from phonemes to waveform, in one call of an engine that can do that.

```
opening   encoder ─ durations ─ decoder ─ vocoder     one call; the first chunk
ending    decoder ─ vocoder                           one launch; all that follows, for a listener who is alone
```
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from timbre.engines.base import IN_PAUSE, IN_SPEECH, Engine, Network, OpeningSizes
from timbre.speech.acoustic import (
    NEUTRAL,
    PAUSE,
    ROOM,
    AcousticModel,
    Controls,
    VoiceInputs,
    decoder_voice,
    pace_of,
)
from timbre.speech.batching import Call, Results
from timbre.speech.encoded import Encoded
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder

_log = logging.getLogger(__name__)


class Rest(NamedTuple):
    """The ending of a sentence, which the device is computing.

    Attributes:
        call: The call whose results are the ending; running it waits for the device.
        samples: Length of the ending's waveform.
    """

    call: Call
    samples: int

    def waveform(self, results: Results) -> np.ndarray:
        """The waveform (samples,) of the call's results."""
        return results["waveform"][0, : self.samples]


class Opened(NamedTuple):
    """The results of an opening.

    Attributes:
        encoded: The encoded sentence.
        decoder_frames: Frames that the decoder was fed.
        decoder_results: The decoder's results.
        vocoder_frames: Frames that the vocoder was fed.
        vocoder_results: The vocoder's results.
        rest: The frames that follow, (1, R, C + 2), on the device; R is 0 where there are none.
    """

    encoded: Encoded
    decoder_frames: int
    decoder_results: Results
    vocoder_frames: int
    vocoder_results: Results
    rest: Any


@dataclass
class Opening:
    """A network from phonemes to the first waveform.

    Attributes:
        acoustic: The model that encodes.
        network: The joined networks, from Engine.opening.
        first: Frames of the first chunk.
        vocoder: The model that makes the waveform.
        ending: From Engine.ending; None where the engine has none, or where it has failed.
    """

    acoustic: AcousticModel
    network: Network
    first: int
    vocoder: Vocoder
    ending: Network | None

    @classmethod
    def of(cls, acoustic: AcousticModel, vocoder: Vocoder, engine: Engine) -> Self | None:
        """The opening of two models, or None if their engine has none."""
        first, config = ChunkSchedule.first, acoustic.base.config
        sizes = OpeningSizes(
            first, acoustic.delay, int(config["fastpitch_state"]), int(config["hifigan_state"])
        )
        network = engine.opening(acoustic.encoder, acoustic.decoder, vocoder.network, sizes)
        ending = engine.ending(acoustic.decoder, vocoder.network)
        return None if network is None else cls(acoustic, network, first, vocoder, ending)

    def suits(self, schedule: ChunkSchedule, controls: Controls, edits: PhonemeEdits) -> bool:
        """Whether a stream may begin with it: the network takes no changed durations, and makes one size of chunk."""
        return schedule.first == self.first and not controls.seed and not len(edits.duration)

    def prepare(self, inputs: VoiceInputs) -> None:
        """Do what the first call of each size would do, so that nobody waits for it; any voice will do."""

        def sentence(phonemes: int) -> Mapping[str, np.ndarray]:
            return self.call(np.ones(phonemes, np.int64), inputs).inputs

        self.network.prepare(sentence)
        if self.ending is not None:
            results = self.network.run(sentence(1))
            rest, states = results["rest"], (results["decoder_state"], results["vocoder_state"])
            self.ending.prepare(lambda frames: _ending_inputs(rest, states, inputs, frames, 0, frames))

    @contextmanager
    def uncaptured(self) -> Generator[None, None, None]:
        """A context in which this opening computes step by step, without graphs (see Network.uncaptured)."""
        with self.network.uncaptured(), self.acoustic.decoder.uncaptured(), self.vocoder.network.uncaptured():
            yield

    def call(
        self,
        ids: np.ndarray,
        inputs: VoiceInputs,
        controls: Controls = NEUTRAL,
        edits: PhonemeEdits = NO_EDITS,
    ) -> Call:
        """The call for a stream's first sentence; the arguments are those of AcousticModel.encode."""
        encode = self.acoustic.encode_call(ids, inputs, controls, edits)
        pace = pace_of(inputs, controls)
        return Call(self.network, {**encode.inputs, "pace": pace, **decoder_voice(inputs)}, encode.source)

    def opened(self, results: Results) -> Opened | None:
        """Unpack the results of the call; None for a sentence within one chunk, which has to go step by step."""
        encoded = Encoded(results["states"][0], results["durations"][0])
        frames = self.first + self.acoustic.delay
        if len(encoded) <= frames:
            return None
        decoder_results = {"mel": results["mel"], "next_state": results["decoder_state"]}
        vocoder_results = {"waveform": results["waveform"], "next_state": results["vocoder_state"]}
        return Opened(encoded, frames, decoder_results, self.first, vocoder_results, results["rest"])

    def launch_rest(self, opened: Opened, inputs: VoiceInputs, goes_on: bool) -> Rest | None:
        """Begin to compute the ending, all that follows the first chunk, in one run; None where that is not possible.

        If it fails, a warning says so once, and no other stream tries it. An error that breaks the card will show in
        the next call as well.

        Args:
            opened: The opening's results.
            inputs: The voice.
            goes_on: Whether a pause follows the sentence.
        """
        speech = len(opened.encoded) - self.first
        pause = inputs[PAUSE].shape[1] if goes_on else 0
        frames = speech + pause + self.vocoder.delay
        if self.ending is None or self.ending.round_frames(frames) > opened.rest.shape[1]:
            return None
        states = opened.decoder_results["next_state"], opened.vocoder_results["next_state"]
        length = self.ending.round_frames(frames)
        row = _ending_inputs(opened.rest, states, inputs, speech, pause, length)
        try:
            launched = self.ending.launch(row)
        except Exception as error:  # noqa: BLE001  whatever a card or its library makes of it
            _log.warning(
                "The end of a sentence in one launch failed (%s); speech is made chunk by chunk.", error
            )
            self.ending = None
            return None
        return Rest(Call(launched, {}), frames * self.vocoder.spec.hop_length)


def _ending_inputs(
    rest: Any, states: tuple[Any, Any], inputs: VoiceInputs, speech: int, pause: int, frames: int
) -> Mapping[str, Any]:
    """The inputs of an ending.

    Args:
        rest: See Opened.
        states: States of the decoder and of the vocoder, on the device.
        inputs: The voice.
        speech: Frames of speech.
        pause: Frames of the pause that follows.
        frames: Frames in all; those after speech and pause are silent.
    """
    heard = np.zeros((1, frames), np.float32)
    heard[:, :speech] = IN_SPEECH
    heard[:, speech : speech + pause] = IN_PAUSE
    decoder_state, vocoder_state = states
    held = {"rest": rest, "decoder_state": decoder_state, "vocoder_state": vocoder_state}
    return {"heard": heard, "room": inputs[ROOM], **held, **decoder_voice(inputs)}
