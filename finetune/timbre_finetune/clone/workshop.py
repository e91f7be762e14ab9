"""The workshop of a process: the networks and the training batch that all its clones share."""

from __future__ import annotations

import threading
from pathlib import Path

import torch

from timbre.base import BaseModel
from timbre.engines.select import select_engine
from timbre.mel import MelSpec
from timbre.models.loading import load_aligner, load_fastpitch
from timbre.speech.acoustic import AcousticModel
from timbre.speech.synthesizer import Synthesizer
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend
from timbre_finetune.clone.voice_batch import VoiceBatch
from timbre_finetune.corpus.speaker_encoder import SpeakerEncoder


class Workshop:
    """The base model's networks, loaded once, and the batch in which voices train; safe to share between threads.

    Attributes:
        base: The base model.
        device: Where voices train.
        spec: Mel numbers.
        network: The acoustic model on that device; it is never trained itself.
        prosody: Its prosody.
        aligner: The aligner, on the CPU.
        encoder: The speaker encoder, on the CPU.
        batch: Makes the training steps of all voices.
    """

    def __init__(self, base_dir: Path) -> None:
        self.base = BaseModel.open(base_dir)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.spec = MelSpec.from_dict(self.base.config["mel"])
        self.network = load_fastpitch(self.base).to(self.device).requires_grad_(False)
        assert self.network.prosody is not None
        self.prosody = self.network.prosody
        self.aligner = load_aligner(self.base)
        self.encoder = SpeakerEncoder()
        self.batch = VoiceBatch()
        self._lock = threading.Lock()
        self._speaking: tuple[AcousticModel, Vocoder] | None = None

    def synthesizer(self, language: str) -> Synthesizer:
        """The synthesizer that speaks the sentences of reports.

        It does not use CUDA graphs: none may be captured while another thread trains, and it would not pay for
        a few sentences.
        """
        with self._lock:
            if self._speaking is None:
                on_gpu = self.device.type == "cuda"
                engine = select_engine("torch" if on_gpu else "onnx")
                self._speaking = AcousticModel(self.base, engine), Vocoder(self.base, engine)
        return Synthesizer(*self._speaking, Frontend(language))
