"""The two models that speak, in any engine.

```
phonemes ─ AcousticModel.encode ─ frames ─ MelStream ─ mel chunks ─ VocoderStream ─ waveform chunks
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timbre.base import BaseModel
from timbre.batching import Call, Results
from timbre.encoded import Encoded, round_durations
from timbre.engines.base import (
    ADAPTERS,
    DECODER,
    ENCODER,
    VOCODER,
    Engine,
    is_ragged,
    keep,
    leave,
    longest_chunk,
    prepare,
)
from timbre.engines.select import select_engine
from timbre.mel import MelSpec
from timbre.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.streaming import MEL_SILENCE, DelayLine
from timbre.voice import Voice, VoiceError

SEMITONE_LOG_HZ = float(np.log(2) / 12)
# One decibel of amplitude in the units of the energy predictor (timbre_finetune.acoustic_losses).
DECIBEL_ENERGY = float(np.log(10) / 20 / 1.5)
PAUSE_FRAMES = 14
_DECODER_VOICE = ("decoder_style", *ADAPTERS)
"""What of a voice the decoder takes."""
VoiceInputs = Mapping[str, np.ndarray]
"""A voice's tensors as the networks take them."""


def decoder_voice(inputs: VoiceInputs) -> VoiceInputs:
    """What the decoder takes of them."""
    return {name: inputs[name] for name in _DECODER_VOICE}


@dataclass(frozen=True)
class Controls:
    """How to speak: pace as a factor, pitch in semitones, energy in dB."""

    pace: float = 1.0
    pitch: float = 0.0
    energy: float = 0.0

    def __post_init__(self) -> None:
        if not 0.4 <= self.pace <= 2.5:
            raise ValueError(f"pace {self.pace:g} is out of range: choose 0.4 to 2.5")
        if not -12 <= self.pitch <= 12:
            raise ValueError(f"pitch {self.pitch:g} is out of range: choose -12 to 12 semitones")
        if not -12 <= self.energy <= 12:
            raise ValueError(f"energy {self.energy:g} is out of range: choose -12 to 12 dB")


NEUTRAL = Controls()


class AcousticModel:
    """FastPitch's encoder and decoder in an engine.

    Args:
        base: The base model.
        engine: It.
        resident: Leave the mel where the decoder makes it, for a vocoder in the same engine.
    """

    def __init__(self, base: BaseModel, engine: Engine, resident: bool = False) -> None:
        self.base = base
        self.spec = MelSpec.from_dict(base.config["mel"])
        self.engine_name, self.max_batch = engine.name, engine.max_batch
        self.longest_chunk = longest_chunk(engine)
        self.encoder, self.decoder = engine.load(base, ENCODER), engine.load(base, DECODER)
        if resident:
            leave(self.decoder, "mel")
        self.delay = int(base.fastpitch["lookahead_frames"])
        self._silence = keep(self.decoder, np.zeros((1, int(base.config["fastpitch_state"])), np.float32))
        pause = np.full((self.spec.n_mels, PAUSE_FRAMES), MEL_SILENCE, np.float32)
        self.pause = keep(self.decoder, pause) if resident else pause
        """Mel between two sentences, (n_mels, PAUSE_FRAMES)."""

    @classmethod
    def load(cls, base_dir: Path, engine: str = "auto", threads: int = 2) -> AcousticModel:
        """Load from a base model's folder; see select_engine for engine and threads."""
        return cls(BaseModel.open(base_dir), select_engine(engine, threads))

    def voice_inputs(self, voice: Voice) -> VoiceInputs:
        """A voice's tensors as the networks take them, each (1, ...) float32, the decoder's where it keeps them.

        Raises:
            VoiceError: if the voice was made for another base model.
        """
        if voice.base_id != self.base.id:
            raise VoiceError(
                f"the voice {voice.name!r} was made for another base model: clone it again from its takes"
            )
        inputs = {name: np.asarray(value, np.float32)[None] for name, value in voice.tensors.items()}
        stats = [[voice.pitch.log_hz_mean, voice.pitch.log_hz_std]]
        for name in _DECODER_VOICE:
            inputs[name] = keep(self.decoder, inputs[name])
        return inputs | {"pitch_stats": np.asarray(stats, np.float32)}

    def prepare(self, voice: Voice) -> None:
        """Do what the first sentence and chunk of each size would do, where that takes time."""
        inputs = self.voice_inputs(voice)
        fixed = {**decoder_voice(inputs), "state": self._silence}
        channels = int(self.base.fastpitch["channels"]) + 2

        def sentence(n_phonemes: int) -> Results:
            return self.encode_call(np.ones(n_phonemes, np.int64), inputs).inputs

        prepare(self.encoder, sentence)
        prepare(self.decoder, lambda n: {"frames": np.zeros((1, n, channels), np.float32), **fixed})

    def encode(
        self,
        ids: np.ndarray,
        inputs: VoiceInputs,
        controls: Controls,
        edits: PhonemeEdits = NO_EDITS,
    ) -> Encoded:
        """Encode one sentence.

        Args:
            ids: Phoneme ids, (T_text,) int64.
            inputs: From voice_inputs.
            controls: Pace, pitch and energy.
            edits: Changes of single phonemes; they come on top of the controls.
        """
        call = self.encode_call(ids, inputs, controls, edits)
        return self.encoded(call.network.run(call.inputs), controls, edits)

    def encode_call(
        self,
        ids: np.ndarray,
        inputs: VoiceInputs,
        controls: Controls = NEUTRAL,
        edits: PhonemeEdits = NO_EDITS,
    ) -> Call:
        """The encoder's call for one sentence; arguments as of encode.

        It runs alone unless the engine takes sentences of any lengths together, as a GPU's does for throughput:
        in a batch its last bits differ, and with them, now and then, a rounded duration.
        """
        edits.check_length(len(ids))
        shape = (1, len(ids))
        shift = np.full(shape, controls.pitch, np.float32)
        if len(edits.pitch):
            shift += edits.pitch
        return Call(
            self.encoder,
            {
                "phonemes": ids[None].astype(np.int64),
                "lens": np.asarray([len(ids)], np.int64),
                "pitch_shift": (shift * SEMITONE_LOG_HZ).astype(np.float32),
                "energy_shift": np.full(shape, controls.energy * DECIBEL_ENERGY, np.float32),
                **{name: inputs[name] for name in ("speaker_embedding", "encoder_style", "pitch_stats")},
            },
            "phonemes" if is_ragged(self.encoder) else "",
        )

    def encoded(self, results: Results, controls: Controls, edits: PhonemeEdits = NO_EDITS) -> Encoded:
        """The sentence from the results of encode_call."""
        predicted = np.expm1(results["log_durations"][0])
        if len(edits.duration):
            predicted = np.maximum(predicted, 1) * edits.duration
        durations = round_durations(predicted, controls.pace)
        return Encoded(results["states"][0], durations)

    def open(self, encoded: Encoded, inputs: VoiceInputs, sizes: Iterator[int]) -> MelStream:
        """Begin to decode a sentence.

        Args:
            encoded: From encode.
            inputs: From voice_inputs.
            sizes: Frames of each chunk.
        """
        fixed = decoder_voice(inputs)
        line = DelayLine(self.decoder, "frames", 1, "mel", 2, self.delay, self._silence, fixed=fixed)
        return MelStream(line, encoded, sizes)


class MelStream:
    """One sentence's log mel in the making; see timbre.batching."""

    def __init__(self, line: DelayLine, encoded: Encoded, sizes: Iterator[int]) -> None:
        self._line, self._encoded, self._sizes = line, encoded, sizes
        self._at = 0

    @property
    def ended(self) -> bool:
        """Whether all frames were decoded."""
        return self._at >= len(self._encoded)

    def begin(self, frames: int, results: Results) -> np.ndarray:
        """The first chunk, (n_mels, n), of so many frames that were decoded elsewhere."""
        next(self._sizes)
        self._at = frames
        return self._line.begin(frames, results)[0]

    def call(self) -> Call:
        """The next chunk's call; the first chunk is longer by what the decoder looks ahead."""
        start = self._at
        self._at += next(self._sizes) + (0 if start else self._line.delay)
        return self._line.call(self._encoded.frames(start, self._at)[None], last=self.ended)

    def accept(self, results: Results) -> np.ndarray:
        """The chunk, (n_mels, n)."""
        return self._line.accept(results)[0]


class VocoderStream:
    """One waveform in the making."""

    def __init__(self, line: DelayLine) -> None:
        self._line = line

    def push(self, mel: np.ndarray, last: bool) -> np.ndarray:
        """Feed log mel (n_mels, n), n may be 0 if last; returns the waveform that is ready, (m,) float32."""
        return self._line.push(np.ascontiguousarray(mel[None], np.float32), last)[0]

    def begin(self, frames: int, results: Results) -> np.ndarray:
        """The first waveform, (m,) float32, of so many frames of mel that were fed elsewhere."""
        return self._line.begin(frames, results)[0]

    def call(self, mel: np.ndarray, last: bool) -> Call:
        """The call that feeds a mel, wherever it is, as `push` does; `accept` takes its results."""
        return self._line.call(mel[None], last)

    def accept(self, results: Results) -> np.ndarray:
        """The waveform that is ready, (m,) float32."""
        return self._line.accept(results)[0]


class Vocoder:
    """HiFi-GAN in an engine; arguments as of AcousticModel."""

    def __init__(self, base: BaseModel, engine: Engine, resident: bool = False) -> None:
        self.engine_name, self.max_batch = engine.name, engine.max_batch
        self.spec = MelSpec.from_dict(base.config["mel"])
        self.network, self._resident = engine.load(base, VOCODER), resident
        self._delay = int(base.config["hifigan_delay"])
        self._silence = keep(self.network, np.zeros((1, int(base.config["hifigan_state"])), np.float32))

    @classmethod
    def load(cls, base_dir: Path, engine: str = "auto", threads: int = 2) -> Vocoder:
        """Load from a base model's folder; see select_engine for engine and threads."""
        return cls(BaseModel.open(base_dir), select_engine(engine, threads))

    def open(self) -> VocoderStream:
        """Begin a waveform."""
        hop = self.spec.hop_length
        return VocoderStream(
            DelayLine(
                self.network,
                "mel",
                2,
                "waveform",
                1,
                self._delay,
                self._silence,
                MEL_SILENCE,
                samples_per_frame=hop,
            )
        )

    def prepare(self) -> None:
        """Do what the first chunk of each size would do, where that takes time."""

        def chunk(frames: int) -> Results:
            mel = np.zeros((1, self.spec.n_mels, frames), np.float32)
            mel = keep(self.network, mel) if self._resident else mel
            return {"mel": mel, "state": self._silence}

        prepare(self.network, chunk)

    def vocode(self, mel: np.ndarray) -> np.ndarray:
        """Whole waveform (T_mel * hop_length,) of a log mel (n_mels, T_mel): copy-synthesis."""
        return self.open().push(mel, last=True)
