"""A clone: what the base model makes of a person's computed speaker embedding, adapted to the person's takes.

What is trained is the voice alone; the network stays as it is. A voice is the speaker embedding, a
difference to the scale and bias of every layer norm, and a low-rank residual in each decoder block.
Some takes are held out: training stops when the voice no longer gets better on them, and the best
voice is kept.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from timbre.archive import TakeFile
from timbre.audio import AudioError
from timbre.base import BaseSpeaker
from timbre.text import Frontend, TextError
from timbre.voice import PitchStats, Voice
from timbre_finetune.examined import Examined
from timbre_finetune.nearest import find_nearest
from timbre_finetune.takes_data import TakeExample, align, pitch_stats, read_take
from timbre_finetune.training import load_checkpoint, save_checkpoint
from timbre_finetune.voice_training import (
    BestVoice,
    Recipe,
    TrainingPlan,
    VoiceParameters,
    VoiceTrainer,
    measure_together,
)
from timbre_finetune.workshop import Workshop

LEAST_SPEECH_S = 10.0
LEAST_TAKES = 3
CHECKPOINT = "clone.pt"
STARTS = ("computed", "nearest", "mean")
FEW_TAKES = 5
MOST_HELD_OUT = 4
HEARD_TAKES = 12
"""The person's speaker embedding is computed from so many takes at most."""


class CloneError(ValueError):
    """A voice cannot be made; the message is one sentence for the person."""


class CloneCancelled(Exception):  # noqa: N818 - it is no error
    """The person stopped the clone; it can be resumed."""


@dataclass(frozen=True)
class CloneOptions:
    """How to make a voice.

    Attributes:
        name: The voice's name.
        language: Language of the takes, as espeak-ng names it.
        max_steps: Steps at most.
        batch: Takes a step.
        seed: For the choice of held-out takes and their order.
        start: What the base model makes of the "computed" speaker embedding of the takes, the "nearest" speaker,
            or the "mean" of all. A base model that knows no computed embeddings starts from the nearest speaker.
        consent: What was said to allow it, kept with the voice.
        previews: Whether progress brings the voice as it is, each time that it has become better.
    """

    name: str
    language: str = "en-us"
    max_steps: int = 80
    batch: int = 2
    seed: int = 1
    start: str = "computed"
    consent: str = ""
    previews: bool = False

    def __post_init__(self) -> None:
        if self.start not in STARTS:
            raise ValueError(f"start must be one of {', '.join(STARTS)}")
        if self.batch < 1 or self.max_steps < 1:
            raise ValueError("batch and max_steps must be at least 1")


@dataclass(frozen=True)
class Progress:
    """Where a clone stands.

    Attributes:
        stage: waiting (beside other clones), takes, features, nearest, adapt, report or done.
        step: Of max_steps, in units of the stage.
        loss: Of the last step; None outside of adapt.
        held_out_loss: Mel distance on the held-out takes; None before the first measurement.
        best_step: Where that was lowest.
        voice: The file of the best voice so far, when there is a new one and it is asked for.
    """

    stage: str
    step: int = 0
    max_steps: int = 0
    loss: float | None = None
    held_out_loss: float | None = None
    best_step: int | None = None
    elapsed_s: float = 0.0
    eta_s: float | None = None
    message: str = ""
    voice: bytes = b""

    def to_json(self, **more: Any) -> str:
        """The fields but the voice, and more of them, as a JSON object."""
        return json.dumps({name: value for name, value in asdict(self).items() if name != "voice"} | more)


class Split(NamedTuple):
    """Takes to train on and takes to measure on."""

    train: list[TakeExample]
    held_out: list[TakeExample]


class Start(NamedTuple):
    """Where a voice begins.

    Attributes:
        kind: One of STARTS.
        embedding: The base model's own speaker embedding, (1, D).
        person: Computed speaker embedding of the person, (256,).
        nearest: The base model's speaker whom the person sounds like most.
    """

    kind: str
    embedding: Tensor
    person: np.ndarray
    nearest: BaseSpeaker


class CloneRun:
    """One clone on its way through the stages."""

    def __init__(
        self,
        workshop: Workshop,
        options: CloneOptions,
        on_progress: Callable[[Progress], None],
        should_stop: Callable[[], bool],
        work_dir: Path,
    ) -> None:
        self.workshop, self.options, self.work_dir = workshop, options, work_dir
        self.base, self.device, self.spec = workshop.base, workshop.device, workshop.spec
        self._on_progress, self._should_stop = on_progress, should_stop
        self._examined = Examined(work_dir / "examined", self.base.id, options.language)
        self._offered_step = 0
        self._began = time.monotonic()

    def tell(self, stage: str, **values: Any) -> None:
        """Report progress; raises CloneCancelled if the person has stopped the clone."""
        if self._should_stop():
            raise CloneCancelled("The clone was stopped; resume it to go on.")
        self._on_progress(Progress(stage, elapsed_s=round(time.monotonic() - self._began, 2), **values))

    def read(self, takes: Sequence[TakeFile]) -> list[TakeExample]:
        """Read, analyse and align the takes.

        Raises:
            CloneError: if too few can be used.
        """
        frontend = Frontend(self.options.language)
        examples: list[TakeExample] = []
        problem = ""
        for number, take in enumerate(takes):
            self.tell("takes", step=number, max_steps=len(takes))
            try:
                example = self._examined.take(take) or read_take(take, frontend, self.spec)
            except (AudioError, TextError) as error:
                problem = str(error)
                continue
            if example is not None:
                examples.append(example)
        speech_s = sum(len(e.waveform) for e in examples) / self.spec.sample_rate
        if len(examples) < LEAST_TAKES or speech_s < LEAST_SPEECH_S:
            raise CloneError(
                f"The takes hold {speech_s:.0f} s of speech in {len(examples)} usable recordings; a voice needs "
                f"at least {LEAST_SPEECH_S:.0f} s in {LEAST_TAKES}: record more sentences. {problem}".strip()
            )
        count = len(examples)
        aligned = align(
            examples, self.workshop.aligner, lambda n: self.tell("features", step=n, max_steps=count)
        )
        self._examined.keep_takes(takes, aligned)
        return aligned

    def split(self, examples: list[TakeExample]) -> Split:
        """Hold out one take in ten, two to four of them; of fewer than five takes, one."""
        order = np.random.default_rng(self.options.seed).permutation(len(examples))
        count = 1 if len(examples) < FEW_TAKES else min(MOST_HELD_OUT, max(2, round(len(examples) / 10)))
        return Split([examples[i] for i in order[count:]], [examples[i] for i in order[:count]])

    def start(self, split: Split, fingerprint: str) -> Start:
        """Listen to the takes: where the voice begins, and whom the person sounds like."""
        person = self._examined.person(fingerprint)
        if person is None:
            self.tell("nearest", message="Looking for the nearest speaker")
            encoder, heard = self.workshop.encoder, split.train[:HEARD_TAKES]
            person = encoder.centroid([encoder.embed(e.waveform, self.spec.sample_rate) for e in heard])
            self._examined.keep_person(fingerprint, person)
        nearest = find_nearest(self.base, person)
        network, kind = self.workshop.network, self.options.start
        if kind == "computed" and network.reference_in is None:
            kind = "nearest"
        if kind == "computed":
            embedding = network.embed_reference(torch.from_numpy(person).float().to(self.device)[None])
        elif kind == "nearest":
            embedding = network.speakers.weight[nearest.speaker_id][None]
        else:
            embedding = network.speakers.weight.mean(0, keepdim=True)
        return Start(kind, embedding, person, nearest)

    def adapt(self, trainer: VoiceTrainer, fingerprint: str) -> BestVoice:
        """Train the voice until it stops getting better, from the checkpoint if there is one."""
        checkpoint = self.work_dir / CHECKPOINT
        saved = load_checkpoint(checkpoint, self.device)
        if saved is not None and saved["fingerprint"] == fingerprint:
            trainer.load_state(saved)
        measure_together([trainer])
        first_step, began, loss = trainer.step, time.monotonic(), None
        with self.workshop.batch.member():
            while not trainer.has_ended:
                pace_s = (time.monotonic() - began) / max(1, trainer.step - first_step)
                self.tell(
                    "adapt",
                    step=trainer.step,
                    max_steps=self.options.max_steps,
                    loss=loss,
                    held_out_loss=round(trainer.best.loss, 4),
                    best_step=trainer.best.step,
                    eta_s=round(pace_s * (self.options.max_steps - trainer.step), 1)
                    if trainer.step > first_step
                    else None,
                    voice=self.new_preview(trainer),
                )
                loss = round(self.workshop.batch.advance(trainer), 4)
                if trainer.is_measured:
                    save_checkpoint(checkpoint, trainer.state() | {"fingerprint": fingerprint})
        return trainer.best

    def new_preview(self, trainer: VoiceTrainer) -> bytes:
        """The file of the best voice so far; nothing if it was sent before, learned nothing, or is not asked for."""
        best = trainer.best
        if not self.options.previews or best.step <= self._offered_step:
            return b""
        self._offered_step = best.step
        return self.voice(trainer.parameters, {"steps": best.step}, best).to_bytes()

    def voice(self, parameters: VoiceParameters, provenance: dict[str, Any], best: BestVoice) -> Voice:
        """The best voice so far as a file keeps it, without a report."""
        return Voice(
            name=self.options.name,
            id=uuid.uuid4().hex,
            language=self.options.language,
            created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            base_id=self.base.id,
            tensors=parameters.export(self.workshop.network, best.parameters),
            pitch=PitchStats(*(round(float(value), 5) for value in parameters.pitch_stats[0])),
            provenance=provenance,
        )


def fingerprint_of(takes: Sequence[TakeFile], split: Split, options: CloneOptions, base_id: str) -> str:
    """What must be the same for a clone to be resumed: the takes, those held out, the options, the base model."""
    digest = hashlib.sha256(f"{base_id} {options.start} {options.seed} {options.batch}".encode())
    digest.update(" ".join(example.take_id for example in split.held_out).encode())
    for take in takes:
        digest.update(take.text.encode() + take.path.read_bytes())
    return digest.hexdigest()


def clone(
    takes: Sequence[TakeFile],
    workshop: Workshop,
    options: CloneOptions,
    on_progress: Callable[[Progress], None],
    should_stop: Callable[[], bool],
    work_dir: Path,
    recipe: Recipe | None = None,
) -> Voice:
    """Make a voice of a person's takes.

    Args:
        takes: Recordings with their texts.
        workshop: The base model; clones that share it train together.
        options: How.
        on_progress: Called at each step.
        should_stop: Asked at each step.
        work_dir: Keeps what a resume needs; the same takes and options go on where they stopped.
        recipe: How the voice is trained, if not as usual.
    Raises:
        CloneError: if no voice can be made of the takes.
        CloneCancelled: if should_stop said so.
    """
    from timbre_finetune.clone_report import report_on

    run = CloneRun(workshop, options, on_progress, should_stop, work_dir)
    work_dir.mkdir(parents=True, exist_ok=True)
    split = run.split(run.read(takes))
    stats = pitch_stats(split.train + split.held_out).to(run.device)
    fingerprint = fingerprint_of(takes, split, options, run.base.id)
    start = run.start(split, fingerprint)
    parameters = VoiceParameters.start(workshop.network, start.embedding, stats, options.seed)
    plan = TrainingPlan(split.train, split.held_out, options.batch, options.max_steps, options.seed)
    trainer = VoiceTrainer(workshop.network, parameters, plan, recipe)
    best = run.adapt(trainer, fingerprint)
    provenance = {
        "takes": len(takes),
        "speech_s": round(
            sum(len(e.waveform) for e in split.train + split.held_out) / run.spec.sample_rate, 1
        ),
        "held_out": [e.take_id for e in split.held_out],
        "nearest_speaker": start.nearest.name,
        "start": start.kind,
        "steps": trainer.step,
        "best_step": best.step,
        "consent": options.consent,
    }
    voice = run.voice(parameters, provenance, best)
    run.tell("report", message="Comparing the voice with the takes")
    report = report_on(voice, start, split, workshop) | {
        "held_out_loss_start": round(trainer.first_loss, 4),
        "held_out_loss": round(best.loss, 4),
        "seconds": round(time.monotonic() - run._began, 1),
    }
    run.tell(
        "done",
        step=trainer.step,
        max_steps=options.max_steps,
        held_out_loss=round(best.loss, 4),
        best_step=best.step,
    )
    return replace(voice, report=report)
