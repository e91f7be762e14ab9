"""The first chunk of a stream in one call, where an engine can do that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from timbre.engines.base import Engine, Network, OpeningSizes
from timbre.speech.acoustic import NEUTRAL, AcousticModel, Controls, VoiceInputs, decoder_voice, pace_of
from timbre.speech.batching import Call, Results
from timbre.speech.encoded import Encoded
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder


class Opened(NamedTuple):
    """The results of an opening.

    Attributes:
        encoded: The sentence.
        mel_frames: Frames that the decoder was fed.
        mel: The decoder's results.
        heard_frames: Frames that the vocoder was fed.
        heard: The vocoder's results.
    """

    encoded: Encoded
    mel_frames: int
    mel: Results
    heard_frames: int
    heard: Results


@dataclass(frozen=True)
class Opening:
    """A network from phonemes to the first waveform.

    Attributes:
        acoustic: The model that encodes.
        network: The joined networks, from Engine.opening.
        first: Frames of the chunk.
    """

    acoustic: AcousticModel
    network: Network
    first: int

    @classmethod
    def of(cls, acoustic: AcousticModel, vocoder: Vocoder, engine: Engine) -> Self | None:
        """The opening of two models, or None if their engine has none."""
        first, config = ChunkSchedule.first, acoustic.base.config
        sizes = OpeningSizes(
            first, acoustic.delay, int(config["fastpitch_state"]), int(config["hifigan_state"])
        )
        network = engine.opening(acoustic.encoder, acoustic.decoder, vocoder.network, sizes)
        return None if network is None else cls(acoustic, network, first)

    def suits(self, schedule: ChunkSchedule, controls: Controls, edits: PhonemeEdits) -> bool:
        """Whether a stream may begin with it: the network knows no changed durations and one size of chunk."""
        return schedule.first == self.first and not controls.seed and not len(edits.duration)

    def prepare(self, inputs: VoiceInputs) -> None:
        """Do what the first call of each size would do, with any voice."""

        def sentence(phonemes: int) -> Mapping[str, np.ndarray]:
            return self.call(np.ones(phonemes, np.int64), inputs).inputs

        self.network.prepare(sentence)

    def call(
        self,
        ids: np.ndarray,
        inputs: VoiceInputs,
        controls: Controls = NEUTRAL,
        edits: PhonemeEdits = NO_EDITS,
    ) -> Call:
        """The call for a stream's first sentence; arguments as of AcousticModel.encode."""
        encode = self.acoustic.encode_call(ids, inputs, controls, edits)
        pace = pace_of(inputs, controls)
        return Call(self.network, {**encode.inputs, "pace": pace, **decoder_voice(inputs)}, encode.source)

    def opened(self, results: Results) -> Opened | None:
        """The results of the call; None for a sentence that ends within its first chunk: the steps make that."""
        encoded = Encoded(results["states"][0], results["durations"][0])
        frames = self.first + self.acoustic.delay
        if len(encoded) <= frames:
            return None
        mel = {"mel": results["mel"], "next_state": results["decoder_state"]}
        heard = {"waveform": results["waveform"], "next_state": results["vocoder_state"]}
        return Opened(encoded, frames, mel, self.first, heard)
