"""What travels between a client and the speech server: models, tensors, types and errors.

The `config.pbtxt` files in `triton_repo/` state the same facts literally; a test holds them against
this module, so a name is spelled twice but can never differ.

    client                                server
      TEXT, VOICE or VOICE_HASH  ──▶  tts = text_frontend ─▶ fastpitch ─▶ hifigan
      PCM, TIMING  ◀── one response a chunk ──────────────────────────────┘

Where networks run on a GPU, `tts_fused` takes the place of all four: the same in one process.
"""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass

from timbre.mel import MelSpec
from timbre.messages import Message

_MEL = MelSpec()

SAMPLE_RATE = _MEL.sample_rate
HOP_LENGTH = _MEL.hop_length
PAUSE_FRAMES = 40
"""Length of the pause between two sentences, in frames: the mean of readers' pauses (docs/experiments).

The silence that belongs to the end of one sentence and to the beginning of the next comes on top of it.
"""
TRANSCRIBE_SAMPLE_RATE = 16_000
PCM_SCALE = 32_767.0
"""A waveform of -1..1 times this is the int16 PCM of the server."""


@dataclass(frozen=True)
class Tensor:
    """One named tensor.

    Attributes:
        name: The name in `config.pbtxt`.
        dtype: Triton's wire name: "BYTES", "UINT8", "INT16", "INT64", "FP32" or "BOOL".
        dims: Sizes; -1 is any size.
        optional: Whether a client may leave it out.
    """

    name: str
    dtype: str
    dims: tuple[int, ...] = (1,)
    optional: bool = False

    @property
    def config_dtype(self) -> str:
        """The type's name inside a `config.pbtxt`."""
        return "TYPE_STRING" if self.dtype == "BYTES" else f"TYPE_{self.dtype}"


@dataclass(frozen=True)
class ModelContract:
    """The inputs and outputs of one model of the server.

    Attributes:
        name: The folder in `triton_repo/`.
        inputs: In the order of `config.pbtxt`.
        outputs: In the order of `config.pbtxt`.
        decoupled: True when one request may bring any number of responses.
    """

    name: str
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    decoupled: bool = False


# What a client sends and receives.
TEXT = Tensor("TEXT", "BYTES")
TEXT_OPTIONS = Tensor("TEXT_OPTIONS", "BYTES")  # JSON, see timbre.serving.plan.TextService
VOICE = Tensor("VOICE", "UINT8", (-1,))  # a voice file's bytes; one byte or none means "by hash"
VOICE_HASH = Tensor("VOICE_HASH", "BYTES")  # sha256 of the voice file, hex
PACE = Tensor("PACE", "FP32")  # 1 = the voice's own; 2 = twice as fast
PITCH = Tensor("PITCH", "FP32")  # semitones
ENERGY = Tensor("ENERGY", "FP32")  # dB
LIVELINESS = Tensor("LIVELINESS", "FP32", optional=True)  # factor of the melody's spread, 1 = the voice's own
SEED = Tensor("SEED", "INT64", optional=True)  # which reading; 0 = the voice's usual one
PHONEME_PITCH = Tensor("PHONEME_PITCH", "FP32", (-1,), optional=True)  # see timbre.speech.phoneme_edits
PHONEME_DURATION = Tensor("PHONEME_DURATION", "FP32", (-1,), optional=True)
WITH_PHONEMES = Tensor("WITH_PHONEMES", "BOOL", optional=True)  # whether TIMING lists the phonemes too
PCM = Tensor("PCM", "INT16", (-1,))
TIMING = Tensor("TIMING", "BYTES")  # JSON, see timbre.timing
REQUEST_ID = Tensor("REQUEST_ID", "BYTES")  # a request's id; up to its last dot it is the name of its stream
WHEN_GONE = Tensor("WHEN_GONE", "BOOL", optional=True)  # whether to wait until the client has gone
CANCELLED = Tensor("CANCELLED", "BOOL")
TAKES = Tensor("TAKES", "UINT8", (-1,))  # timbre.archive
OPTIONS = Tensor("OPTIONS", "BYTES")  # JSON of clone options
PROGRESS = Tensor("PROGRESS", "BYTES")  # JSON: stage, step, losses …, see timbre_finetune.clone.request
ON_DEMAND = "on_demand"
"""Field of OPTIONS and PROGRESS: the model was loaded for a clone, and the client of the last clone unloads it."""
AUDIO = Tensor("AUDIO", "FP32", (-1,))  # 16 kHz
LANGUAGE = Tensor("LANGUAGE", "BYTES")
WORDS = Tensor("WORDS", "BYTES")  # JSON [{word, start_s, end_s, probability}]

# Between the steps of the ensemble.
PHONEME_IDS = Tensor("PHONEME_IDS", "INT64", (-1,))  # all sentences in a row
SENTENCES = Tensor("SENTENCES", "BYTES")  # JSON, see timbre.serving.plan
MEL = Tensor("MEL", "FP32", (_MEL.n_mels, -1))

READING_INPUTS = (LIVELINESS, SEED, PHONEME_PITCH, PHONEME_DURATION, WITH_PHONEMES)

TEXT_FRONTEND_MODEL = ModelContract("text_frontend", (TEXT, TEXT_OPTIONS), (PHONEME_IDS, SENTENCES))
FASTPITCH_MODEL = ModelContract(
    "fastpitch",
    (PHONEME_IDS, SENTENCES, VOICE, VOICE_HASH, PACE, PITCH, ENERGY, *READING_INPUTS),
    (MEL, TIMING),
    decoupled=True,
)
HIFIGAN_MODEL = ModelContract("hifigan", (MEL, TIMING), (PCM, TIMING), decoupled=True)
TTS_MODEL = ModelContract(
    "tts",
    (TEXT, TEXT_OPTIONS, VOICE, VOICE_HASH, PACE, PITCH, ENERGY, *READING_INPUTS),
    (PCM, TIMING),
    decoupled=True,
)
FUSED_MODEL = ModelContract("tts_fused", TTS_MODEL.inputs, TTS_MODEL.outputs, decoupled=True)
CANCEL_MODEL = ModelContract("cancel", (REQUEST_ID, WHEN_GONE), (CANCELLED,))
FINETUNE_MODEL = ModelContract("finetune", (TAKES, OPTIONS), (PROGRESS, VOICE), decoupled=True)
TRANSCRIBE_MODEL = ModelContract("transcribe", (AUDIO, LANGUAGE), (TEXT, WORDS))

SPEECH_MODELS = (TEXT_FRONTEND_MODEL, FASTPITCH_MODEL, HIFIGAN_MODEL, TTS_MODEL, CANCEL_MODEL)
"""Loaded when the server starts."""
FUSED_MODELS = (FUSED_MODEL, CANCEL_MODEL)
"""Loaded in place of SPEECH_MODELS where the networks run on a GPU."""
TAKES_OVER = "takes_over"
"""Name of a parameter in the configuration of the fused model, when it is loaded a second time beside itself.

Its value is the engine of the process that speaks until then, from which the new process takes over.
"""
PROCESSES = {
    TTS_MODEL.name: (TEXT_FRONTEND_MODEL.name, FASTPITCH_MODEL.name, HIFIGAN_MODEL.name),
    FUSED_MODEL.name: (FUSED_MODEL.name,),
}
"""For each of the two models that clients ask for speech: the models that make it, each in a process of its own."""
ON_DEMAND_MODELS = (FINETUNE_MODEL, TRANSCRIBE_MODEL)
"""Loaded when first needed."""
ALL_MODELS = (*SPEECH_MODELS, FUSED_MODEL, *ON_DEMAND_MODELS)

ERROR_KINDS = ("text", "voice", "voice_unknown", "takes", "clone", "cancelled", "audio", "input", "busy")
"""Errors of the person's input, or of too much at once, which keep their kind on the way to the client."""

MAX_SENTENCE_BYTES = 1000
"""Longest sentence of an error. It may quote what a client sent, which may be long, or invalid Unicode."""
MAX_TEMPLATE_BYTES = 2000
_ERROR = re.compile(r"timbre\[(?P<kind>\w+)\] (?P<sentence>[^\n]*)(?:\n(?P<template>\{[^\n]*\}))?")


def encode_error(kind: str, message: Message) -> str:
    r"""Write an error so that `decode_error` finds it inside whatever Triton adds around it.

    The first line is for people. Where the sentence has something filled in, a second one is for programs that
    translate: a JSON object of the template and its arguments. It is left out if it would be too long, or if what
    is filled in is no valid Unicode.

        timbre[voice] The name 'a/b' cannot be used: leave out slashes, and dots at its beginning.
        {"template": "The name {name!r} cannot be used: ...", "arguments": {"name": "a/b"}}
    """
    if kind not in ERROR_KINDS:
        raise ValueError(f"unknown kind of error: {kind!r}")
    sentence = " ".join(str(message).split())
    data = sentence.encode(errors="backslashreplace")
    line = f"timbre[{kind}] {data[:MAX_SENTENCE_BYTES].decode(errors='ignore')}"
    template = json.dumps(message.to_json())
    is_unicode = data.decode() == sentence
    is_sent = message.arguments and is_unicode and len(template) <= MAX_TEMPLATE_BYTES
    return f"{line}\n{template}" if is_sent else line


def decode_error(text: str) -> tuple[str, Message] | None:
    """The kind and the message of an error from the server, or None for an error of another origin."""
    match = _ERROR.search(text)
    if match is None:
        return None
    message = Message(match["sentence"].strip())
    if match["template"] and len(match["template"]) <= MAX_TEMPLATE_BYTES:
        with contextlib.suppress(ValueError, RecursionError):
            message = Message.from_json(json.loads(match["template"]))
    return match["kind"], message
