"""The acoustic model in any engine: phonemes to log mel, chunk by chunk.

```
phonemes ─ AcousticModel.encode ─ frames ─ MelStream ─ mel chunks
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file

from timbre.base import BaseModel
from timbre.engines.base import ADAPTERS, DECODER, ENCODER, Engine
from timbre.engines.select import select_engine
from timbre.mel import MelSpec
from timbre.messages import InputError
from timbre.speech.batching import Call, Results
from timbre.speech.encoded import Encoded, round_durations
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.streaming import MEL_SILENCE, DelayLine
from timbre.speech.variation import Readings, Variation
from timbre.voice import PROSODY_VOICE, Voice, VoiceError

SEMITONE_LOG_HZ = float(np.log(2) / 12)
# One decibel of amplitude in the units of a phoneme's energy (timbre_finetune.train.acoustic_losses).
DECIBEL_ENERGY = float(np.log(10) / 20 / 1.5)
_ENCODER_VOICE = ("speaker_embedding", "encoder_style", "pitch_stats", PROSODY_VOICE, "dynamics", "pauses")
"""The tensors of a voice that the encoder takes."""
PAUSE, ROOM = "pause", "room"
"""Names of two of a voice's inputs: the mel of a pause between two sentences, (n_mels, n), and one frame of it, (1,
n_mels, 1), which is the sound of the person's room."""
_DECODER_VOICE = ("decoder_style", *ADAPTERS)
"""The tensors of a voice that the decoder takes."""
VoiceInputs = Mapping[str, np.ndarray]
"""A voice's tensors as the networks take them."""


def decoder_voice(inputs: VoiceInputs) -> VoiceInputs:
    """Select the tensors of a voice that the decoder takes."""
    return {name: inputs[name] for name in _DECODER_VOICE}


MAX_SEED = 2**31 - 1


@dataclass(frozen=True)
class Controls:
    """How to speak.

    Attributes:
        pace: Factor of the voice's own speed; 2 is twice as fast.
        pitch: Semitones to add.
        energy: dB to add.
        liveliness: Factor of the melody's distance from its mean; 0 is a monotone.
        seed: Which reading of the sentence: 0 is the usual one; any other number is another, always the same one.
    """

    pace: float = 1.0
    pitch: float = 0.0
    energy: float = 0.0
    liveliness: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.liveliness <= 2:
            raise InputError(
                "liveliness {liveliness:g} is out of range: choose 0 to 2", liveliness=self.liveliness
            )
        if not 0 <= self.seed <= MAX_SEED:
            raise InputError("seed {seed} is out of range: choose 0 to {most}", seed=self.seed, most=MAX_SEED)
        if not 0.4 <= self.pace <= 2.5:
            raise InputError("pace {pace:g} is out of range: choose 0.4 to 2.5", pace=self.pace)
        if not -12 <= self.pitch <= 12:
            raise InputError("pitch {pitch:g} is out of range: choose -12 to 12 semitones", pitch=self.pitch)
        if not -12 <= self.energy <= 12:
            raise InputError("energy {energy:g} is out of range: choose -12 to 12 dB", energy=self.energy)


NEUTRAL = Controls()


def pace_of(inputs: VoiceInputs, controls: Controls) -> np.ndarray:
    """The voice's own pace times the pace of the controls, (1,) float32."""
    return inputs["pace"] * np.float32(controls.pace)


class AcousticModel:
    """FastPitch's encoder and decoder in an engine.

    Args:
        base: The base model.
        engine: Runs encoder and decoder.
        resident: Whether the mel stays where the decoder makes it, for a vocoder in the same engine.
    """

    def __init__(self, base: BaseModel, engine: Engine, resident: bool = False) -> None:
        self.base = base
        self.spec = MelSpec.from_dict(base.config["mel"])
        self.engine_name, self.max_batch = engine.name, engine.max_batch
        self.longest_chunk = engine.longest_chunk
        self.encoder, self.decoder = engine.load(base, ENCODER), engine.load(base, DECODER)
        if resident:
            self.decoder.leave("mel")
        self.delay = int(base.fastpitch["lookahead_frames"])
        self._silence = self.decoder.keep(np.zeros((1, int(base.config["fastpitch_state"])), np.float32))
        self._resident = resident

    @classmethod
    def load(cls, base_dir: Path, engine: str = "auto", threads: int = 2) -> AcousticModel:
        """Load from a base model's folder; see select_engine for engine and threads."""
        return cls(BaseModel.open(base_dir), select_engine(engine, threads))

    def voice_inputs(self, voice: Voice) -> VoiceInputs:
        """A voice's tensors as the networks take them, each (1, ...) float32; those of the decoder lie on its device.

        Raises:
            VoiceError: if the voice was made for another base model.
        """
        if voice.base_id != self.base.id:
            raise VoiceError(
                "the voice {name!r} was made for another base model: clone it again from its takes",
                name=voice.name,
            )
        inputs = {name: np.asarray(value, np.float32)[None] for name, value in voice.tensors.items()}
        stats = [[voice.pitch.log_hz_mean, voice.pitch.log_hz_std]]
        for name in _DECODER_VOICE:
            inputs[name] = self.decoder.keep(inputs[name])
        return inputs | {
            "pitch_stats": np.asarray(stats, np.float32),
            PROSODY_VOICE: self._prosody_voice(voice)[None],
            "melody": np.asarray([[voice.delivery.melody]], np.float32),
            "dynamics": np.asarray([[voice.delivery.dynamics]], np.float32),
            "pauses": np.asarray([[voice.delivery.pauses]], np.float32),
            "pace": np.asarray([voice.delivery.pace], np.float32),
            **self._pause(voice),
        }

    def _pause(self, voice: Voice) -> Mapping[str, Any]:
        """The inputs PAUSE and ROOM of a voice; they lie where the decoder leaves its mel."""
        room = np.asarray(voice.room or (MEL_SILENCE,) * self.spec.n_mels, np.float32)
        if len(room) != self.spec.n_mels:
            raise VoiceError("the voice {name!r} is broken: clone it again from its takes", name=voice.name)
        mels = {PAUSE: np.repeat(room[:, None], voice.delivery.pause_frames, 1), ROOM: room[None, :, None]}
        return {name: self.decoder.keep(mel) if self._resident else mel for name, mel in mels.items()}

    def _prosody_voice(self, voice: Voice) -> np.ndarray:
        """The vector that sets the prosody network, (P,) float32; older voices without one get the mean speaker's."""
        vector = voice.tensors.get(PROSODY_VOICE)
        vector = self._mean_prosody_voice if vector is None else vector
        whole = np.zeros(int(self.base.config[PROSODY_VOICE]), np.float32)
        if len(vector) > len(whole):
            raise VoiceError("the voice {name!r} is broken: clone it again from its takes", name=voice.name)
        whole[: len(vector)] = vector
        return whole

    @cached_property
    def _mean_prosody_voice(self) -> np.ndarray:
        rows = load_file(self.base.path("speakers.safetensors"))[PROSODY_VOICE]
        return rows.astype(np.float32).mean(0)

    def prepare(self, voice: Voice) -> None:
        """Do what engines do once (for the first sentence, for each size of chunk), so that nobody waits for it."""
        inputs = self.voice_inputs(voice)
        fixed = {**decoder_voice(inputs), "state": self._silence}
        channels = int(self.base.fastpitch["channels"]) + 2

        def sentence(n_phonemes: int) -> Results:
            return self.encode_call(np.ones(n_phonemes, np.int64), inputs).inputs

        self.encoder.prepare(sentence)
        self.decoder.prepare(lambda n: {"frames": np.zeros((1, n, channels), np.float32), **fixed})

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
            controls: How to speak.
            edits: Changes of single phonemes; they come on top of the controls.
        """
        variation = self.variation(ids, inputs, controls)
        call = self.encode_call(ids, inputs, controls, edits, variation)
        return self.encoded(call.network.run(call.inputs), inputs, controls, edits, variation)

    def variation(self, ids: np.ndarray, inputs: VoiceInputs, controls: Controls) -> Variation | None:
        """The difference of the reading with the controls' seed from the usual reading; None for the usual one."""
        if not controls.seed:
            return None
        return self._readings.vary(ids, inputs, controls.seed, controls.liveliness)

    @cached_property
    def _readings(self) -> Readings:
        return Readings(self.base)

    def encode_call(
        self,
        ids: np.ndarray,
        inputs: VoiceInputs,
        controls: Controls = NEUTRAL,
        edits: PhonemeEdits = NO_EDITS,
        variation: Variation | None = None,
    ) -> Call:
        """The encoder's call for one sentence, with what `variation` returned; other arguments are those of `encode`.

        The call runs alone, unless the engine takes sentences of any lengths together, as a GPU's does for throughput:
        in a batch the last bits of the results differ, and with them, now and then, a rounded duration.
        """
        edits.check_length(len(ids))
        shape = (1, len(ids))
        shift = np.full(shape, controls.pitch * SEMITONE_LOG_HZ, np.float32)
        energy = np.full(shape, controls.energy * DECIBEL_ENERGY, np.float32)
        if len(edits.pitch):
            shift += edits.pitch * SEMITONE_LOG_HZ
        if len(edits.energy):
            energy += edits.energy * DECIBEL_ENERGY
        if variation is not None:
            shift, energy = shift + variation.log_hz, energy + variation.energy
        return Call(
            self.encoder,
            {
                "phonemes": ids[None].astype(np.int64),
                "lens": np.asarray([len(ids)], np.int64),
                "melody": inputs["melody"] * np.float32(controls.liveliness),
                "pitch_shift": shift,
                "energy_shift": energy,
                **{name: inputs[name] for name in _ENCODER_VOICE},
            },
            "phonemes" if self.encoder.ragged else "",
        )

    def encoded(
        self,
        results: Results,
        inputs: VoiceInputs,
        controls: Controls,
        edits: PhonemeEdits = NO_EDITS,
        variation: Variation | None = None,
    ) -> Encoded:
        """The encoded sentence: what the results of `encode_call` and its arguments come to."""
        log_durations = results["log_durations"][0]
        if variation is not None:
            log_durations = log_durations + variation.log_durations
        predicted = np.expm1(log_durations)
        if len(edits.duration):
            predicted = np.maximum(predicted, 1) * edits.duration
        durations = round_durations(predicted, float(pace_of(inputs, controls)[0]))
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
    """One sentence's log mel in the making; see timbre.speech.batching."""

    def __init__(self, line: DelayLine, encoded: Encoded, sizes: Iterator[int]) -> None:
        self._line, self._encoded, self._sizes = line, encoded, sizes
        self._at = 0

    @property
    def ended(self) -> bool:
        """Whether all frames were decoded."""
        return self._at >= len(self._encoded)

    def begin(self, frames: int, results: Results) -> np.ndarray:
        """The first chunk, (n_mels, n), from results for `frames` frames that were decoded elsewhere."""
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
