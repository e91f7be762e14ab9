"""Requests that a model of the speech server refuses at once, if its process lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from timbre import contract
from timbre_app.streams import Tensors

_NOTHING: Tensors = {
    "TEXT": b"",
    "TEXT_OPTIONS": b"{}",
    "PHONEME_IDS": np.zeros(1, np.int64),
    "SENTENCES": b"",
    "VOICE": np.zeros(1, np.uint8),
    "VOICE_HASH": b"",
    "PACE": np.ones(1, np.float32),
    "PITCH": np.zeros(1, np.float32),
    "ENERGY": np.zeros(1, np.float32),
    "MEL": np.zeros((contract.MEL.dims[0], 1), np.float32),
    "TIMING": b"",
}
Probe = tuple[contract.ModelContract, Tensors]
SPEECH_PROBES: Mapping[str, Sequence[Probe]] = {
    contract.TTS_MODEL.name: ((contract.FASTPITCH_MODEL, _NOTHING), (contract.HIFIGAN_MODEL, _NOTHING)),
    contract.FUSED_MODEL.name: ((contract.FUSED_MODEL, _NOTHING),),
}
"""By the model that speaks: those of its models that stream."""
CLONE_PROBES: Sequence[Probe] = (
    (contract.FINETUNE_MODEL, {"TAKES": np.zeros(0, np.uint8), "OPTIONS": b"{}"}),
)
