"""Probes: requests that a model of the speech server refuses at once if its process lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from timbre import contract
from timbre_app.client.streams import Tensors

_NOTHING: Tensors = {
    contract.TEXT.name: b"",
    contract.TEXT_OPTIONS.name: b"{}",
    contract.PHONEME_IDS.name: np.zeros(1, np.int64),
    contract.SENTENCES.name: b"",
    contract.VOICE.name: np.zeros(1, np.uint8),
    contract.VOICE_HASH.name: b"",
    contract.PACE.name: np.ones(1, np.float32),
    contract.PITCH.name: np.zeros(1, np.float32),
    contract.ENERGY.name: np.zeros(1, np.float32),
    contract.MEL.name: np.zeros((contract.MEL.dims[0], 1), np.float32),
    contract.TIMING.name: b"",
}
Probe = tuple[contract.ModelContract, Tensors]
SPEECH_PROBES: Mapping[str, Sequence[Probe]] = {
    contract.TTS_MODEL.name: ((contract.FASTPITCH_MODEL, _NOTHING), (contract.HIFIGAN_MODEL, _NOTHING)),
    contract.FUSED_MODEL.name: ((contract.FUSED_MODEL, _NOTHING),),
}
"""Probes of the models that stream, by the model that speaks."""
CLONE_PROBES: Sequence[Probe] = (
    (contract.FINETUNE_MODEL, {contract.TAKES.name: np.zeros(0, np.uint8), contract.OPTIONS.name: b"{}"}),
)
