"""The speakers of the base model as voices, without torch."""

from __future__ import annotations

import numpy as np
from safetensors.numpy import load_file

from timbre.base import BaseModel, BaseSpeaker
from timbre.messages import InputError
from timbre.voice import PROSODY_VOICE, Delivery, PitchStats, Voice

USUAL_DYNAMICS = 1.1
"""Spread of the energy in 62 readers' sentences, divided by its spread in the prosody network's readings of them.

Source: docs/experiments.
"""


class BaseVoices:
    """The table of speakers of a base model."""

    def __init__(self, base: BaseModel) -> None:
        self.base = base
        self._weights = load_file(base.path("fastpitch.safetensors"))
        self._prosody = load_file(base.path("speakers.safetensors"))[PROSODY_VOICE]

    def _style(self, name: str, embedding: np.ndarray) -> np.ndarray:
        weight = self._weights[f"{name}.weight"].astype(np.float32)
        flat = weight @ embedding + self._weights[f"{name}.bias"].astype(np.float32)
        return flat.reshape(-1, 2, int(self.base.fastpitch["channels"]))

    def find(self, name: str) -> BaseSpeaker:
        """A speaker by name.

        Raises:
            InputError: if the base model has no such speaker.
        """
        for speaker in self.base.speakers:
            if speaker.name == name:
                return speaker
        raise InputError(
            "The base model has no speaker {name!r}: `timbre voices list --base` lists them.", name=name
        )

    def voice(self, speaker: BaseSpeaker) -> Voice:
        """The speaker as a voice."""
        sizes = self.base.fastpitch
        embedding = self._weights["speakers.weight"][speaker.speaker_id].astype(np.float32)
        adapter = (int(sizes["decoder_layers"]), int(sizes["channels"]), int(sizes["adapter_rank"]))
        tensors = {
            "speaker_embedding": embedding,
            "encoder_style": self._style("encoder_style", embedding),
            "decoder_style": self._style("decoder_style", embedding),
            "adapter_down": np.zeros(adapter, np.float32),
            "adapter_up": np.zeros((adapter[0], adapter[2], adapter[1]), np.float32),
        }
        tensors[PROSODY_VOICE] = self._prosody[speaker.speaker_id]
        return Voice(
            name=speaker.name,
            id=f"base:{speaker.name}",
            language="en-us",
            created="",
            base_id=self.base.id,
            tensors={name: value.astype(np.float16) for name, value in tensors.items()},
            pitch=PitchStats(speaker.log_hz_mean, speaker.log_hz_std),
            delivery=Delivery(melody=speaker.melody, dynamics=USUAL_DYNAMICS),
            provenance={"base_speaker": speaker.name},
            report={},
        )
