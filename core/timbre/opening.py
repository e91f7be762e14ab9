"""The first chunk of a stream in one call, where an engine can make it so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from timbre.batching import Call, Results
from timbre.encoded import Encoded
from timbre.engines.base import Engine, Network, opening, prepare
from timbre.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.streaming import ChunkSchedule
from timbre.synthesis import NEUTRAL, AcousticModel, Controls, Vocoder, VoiceInputs, decoder_voice


class Opened(NamedTuple):
    """What came of it.

    Attributes:
        encoded: The sentence.
        mel_frames: Frames that the decoder was fed, and what it made of them.
        mel: See mel_frames.
        heard_frames: Frames that the vocoder was fed, and what it made of them.
        heard: See heard_frames.
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
        network: It.
        first: Frames of the chunk.
    """

    acoustic: AcousticModel
    network: Network
    first: int

    @classmethod
    def of(cls, acoustic: AcousticModel, vocoder: Vocoder, engine: Engine) -> Self | None:
        """Of two models in an engine, if that has one."""
        first, config = ChunkSchedule.first, acoustic.base.config
        sizes = first, acoustic.delay, int(config["fastpitch_state"]), int(config["hifigan_state"])
        network = opening(engine, acoustic.encoder, acoustic.decoder, vocoder.network, sizes)
        return None if network is None else cls(acoustic, network, first)

    def suits(self, schedule: ChunkSchedule, edits: PhonemeEdits) -> bool:
        """Whether a stream may begin with it: the network knows no edited durations and one size of chunk."""
        return schedule.first == self.first and not len(edits.duration)

    def prepare(self, inputs: VoiceInputs) -> None:
        """Do what the first call of each size would do, with any voice."""

        def sentence(phonemes: int) -> Mapping[str, np.ndarray]:
            return self.call(np.ones(phonemes, np.int64), inputs).inputs

        prepare(self.network, sentence)

    def call(
        self,
        ids: np.ndarray,
        inputs: VoiceInputs,
        controls: Controls = NEUTRAL,
        edits: PhonemeEdits = NO_EDITS,
    ) -> Call:
        """The call for a stream's first sentence; arguments as of AcousticModel.encode."""
        encode = self.acoustic.encode_call(ids, inputs, controls, edits)
        pace = np.asarray([controls.pace], np.float32)
        return Call(self.network, {**encode.inputs, "pace": pace, **decoder_voice(inputs)}, encode.source)

    def opened(self, results: Results) -> Opened | None:
        """What came of the call; None for a sentence that ends within its first chunk, which is made step by step."""
        encoded = Encoded(results["states"][0], results["durations"][0])
        frames = self.first + self.acoustic.delay
        if len(encoded) <= frames:
            return None
        mel = {"mel": results["mel"], "next_state": results["decoder_state"]}
        heard = {"waveform": results["waveform"], "next_state": results["vocoder_state"]}
        return Opened(encoded, frames, mel, self.first, heard)
