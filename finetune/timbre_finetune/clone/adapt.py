"""Clones a person: starts from a voice of the base model, and adapts this voice to the person's takes.

Only the voice is trained; the network does not change. A voice is the speaker embedding, a
difference to the scale and bias of every layer norm, and a low-rank residual in each decoder block.
Some takes are held out: training stops when the voice no longer gets better on them, and the best
voice is kept.
"""

from __future__ import annotations

import datetime
import hashlib
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from timbre import audio, files
from timbre.archive import CONSENT_ID, LEAST_SPEECH_S, LEAST_TAKES, TakeFile
from timbre.audio import AudioError
from timbre.mel import MelSpec
from timbre.messages import Message
from timbre.text import Frontend, TextError
from timbre.voice import PROSODY_VOICE, Delivery, PitchStats, Voice
from timbre_finetune.clone import consent
from timbre_finetune.clone.analysis_cache import AnalysisCache
from timbre_finetune.clone.delivery import fit_delivery
from timbre_finetune.clone.likeness import Likeness
from timbre_finetune.clone.prosody_training import learn_prosody, start_prosody
from timbre_finetune.clone.report import report_on
from timbre_finetune.clone.request import CloneCancelled, CloneError, CloneOptions, Progress
from timbre_finetune.clone.room import without_room
from timbre_finetune.clone.silence import room_of
from timbre_finetune.clone.start import Split, Start, find_start
from timbre_finetune.clone.takes_data import TakeExample, align, pitch_stats, read_take
from timbre_finetune.clone.voice_training import (
    Recipe,
    TrainingPlan,
    VoiceParameters,
    VoiceTrainer,
    measure_together,
)
from timbre_finetune.clone.workshop import Workshop
from timbre_finetune.corpus.embeddings import read_centroids
from timbre_finetune.train.training import load_checkpoint, save_checkpoint

CHECKPOINT = "clone.pt"
PERSON = "person"
"""Name under which a clone keeps the person's speaker embedding, so that a resumed clone finds it."""
FEW_TAKES = 5
MOST_HELD_OUT = 4
HEARD_TAKES = 12
"""The largest number of takes from which the person's speaker embedding is computed."""


class CloneRun:
    """One clone, which goes through its stages."""

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
        self._cache = AnalysisCache(work_dir / "examined", self.base.id, options.language)
        self._embeddings: dict[str, np.ndarray] = {}
        self._offered_step = 0
        self._prosody, self._delivery, self._room = torch.zeros(1, 0), Delivery(), ()
        self._began = time.monotonic()

    def tell(self, stage: str, **values: Any) -> None:
        """Report progress; raises CloneCancelled if the person has stopped the clone."""
        if self._should_stop():
            raise CloneCancelled("The clone was stopped; resume it to go on.")
        self._on_progress(Progress(stage, elapsed_s=round(time.monotonic() - self._began, 2), **values))

    def read(
        self,
        takes: Sequence[TakeFile],
        least_takes: int = LEAST_TAKES,
        least_speech_s: float = LEAST_SPEECH_S,
    ) -> list[TakeExample]:
        """Read, analyse and align the takes.

        Args:
            takes: Recordings with their texts.
            least_takes: The smallest number of takes that must be usable.
            least_speech_s: The smallest amount of speech that they must hold.
        Raises:
            CloneError: if too few can be used.
        """
        frontend = Frontend(self.options.language)
        examples: list[TakeExample] = []
        problem: Message | None = None
        for number, take in enumerate(takes):
            self.tell("takes", step=number, max_steps=len(takes))
            try:
                example = self._cache.take(take) or read_take(take, frontend, self.spec)
            except (AudioError, TextError) as error:
                problem = error.message
                continue
            if example is not None:
                examples.append(example)
        speech_s = sum(len(e.waveform) for e in examples) / self.spec.sample_rate
        if len(examples) < least_takes or speech_s < least_speech_s:
            shortage = Message.of(
                "The takes hold {seconds:.0f} s of speech in {count} usable recordings; a voice needs at least "
                "{least_seconds:.0f} s in {least_takes}: record more sentences.",
                seconds=speech_s,
                count=len(examples),
                least_seconds=least_speech_s,
                least_takes=least_takes,
            )
            if problem is None:
                raise CloneError(shortage)
            raise CloneError("{shortage} {problem}", shortage=shortage, problem=problem)
        count = len(examples)
        aligned = align(
            examples, self.workshop.aligner, lambda n: self.tell("features", step=n, max_steps=count)
        )
        self._cache.keep_takes(takes, aligned)
        return aligned

    def check_consent(self, takes: Sequence[TakeFile], examples: Sequence[TakeExample]) -> dict[str, float]:
        """Check whether the statement of consent, if it is among the takes, is read by the takes' person.

        Args:
            takes: All recordings, also those that the voice does not learn from.
            examples: Takes that the voice learns from.
        Returns:
            What to keep with the voice.
        Raises:
            CloneError: if somebody else reads it, or it is no recording.
        """
        statement = next((take for take in takes if take.id == CONSENT_ID), None)
        others = [example for example in examples if example.take_id != CONSENT_ID][:HEARD_TAKES]
        if statement is None or len(others) < consent.LEAST_TAKES:
            return {}
        self.tell("start")
        try:
            waveform = audio.load(statement.path, self.spec.sample_rate)
        except AudioError as error:
            raise CloneError(error.message) from error
        cleaned = without_room(waveform, self.spec.sample_rate)
        spoken = self._embed(CONSENT_ID, audio.prepare_take(cleaned, self.spec.sample_rate))
        embedded = np.stack([self._embed(e.take_id, e.waveform) for e in others])
        likeness = consent.likeness(spoken, embedded, read_centroids(self.base))
        if likeness < consent.LEAST_LIKENESS:
            raise CloneError(
                "The statement of consent sounds as if somebody else than the person of the takes had read it: "
                "record it again in the same voice and place, or make the voice of that person's takes alone."
            )
        return {"consent_likeness": round(likeness, 2)}

    def _embed(self, take_id: str, waveform: np.ndarray) -> np.ndarray:
        """The speaker embedding (256,) of a take (n,); computed once."""
        if take_id not in self._embeddings:
            self._embeddings[take_id] = self.workshop.encoder.embed(waveform, self.spec.sample_rate)
        return self._embeddings[take_id]

    def split(self, examples: list[TakeExample]) -> Split:
        """Hold out one take in ten, two to four of them; of fewer than five takes, one."""
        order = np.random.default_rng(self.options.seed).permutation(len(examples))
        count = 1 if len(examples) < FEW_TAKES else min(MOST_HELD_OUT, max(2, round(len(examples) / 10)))
        return Split([examples[i] for i in order[count:]], [examples[i] for i in order[:count]])

    def start(self, split: Split, fingerprint: str) -> Start:
        """Find where the voice starts, and the speaker whom the person sounds like."""
        person = self._cache.vector(PERSON, fingerprint)
        if person is None:
            self.tell("start")
            heard = [self._embed(e.take_id, e.waveform) for e in split.train[:HEARD_TAKES]]
            person = self.workshop.encoder.centroid(heard)
            self._cache.keep_vector(PERSON, fingerprint, person)
        return find_start(self.workshop.network, self.base, self.options.start, person)

    def guess_reading(self, split: Split, start: Start, stats: Tensor) -> None:
        """Let the voice read as people read who sound like this person and have such habits; nothing is learned.

        Args:
            split: The takes.
            start: Where the voice starts.
            stats: Mean and standard deviation of the person's log F0, (1, 2).
        """
        takes = [*split.train, *split.held_out]
        self._read_as(start_prosody(self.workshop.prosody, start.person, stats, takes), takes, stats)

    def learn_reading(self, split: Split, fingerprint: str, start: Start, stats: Tensor) -> None:
        """Learn how the person reads from all takes, unless an earlier part of this clone has learned it.

        Args:
            split: The takes.
            fingerprint: From fingerprint_of.
            start: Where the voice starts.
            stats: Mean and standard deviation of the person's log F0, (1, 2).
        """
        known = self._cache.vector(PROSODY_VOICE, fingerprint)
        flow, takes = self.workshop.prosody, [*split.train, *split.held_out]
        if known is None:
            vector = start_prosody(flow, start.person, stats, takes)
            vector = learn_prosody(flow, vector, stats, takes, self.options.seed, lambda: self.tell("start"))
            known = vector[0].cpu().numpy()
            self._cache.keep_vector(PROSODY_VOICE, fingerprint, known)
        self._read_as(torch.from_numpy(known).to(self.device)[None], takes, stats)

    def _read_as(self, vector: Tensor, takes: Sequence[TakeExample], stats: Tensor) -> None:
        """Let the voice read as a vector (1, P) says, with the delivery that fits the takes."""
        self._prosody = vector
        self._delivery = fit_delivery(self.workshop.prosody, vector, stats, takes)
        self._room = room_of(takes)

    def adapt(self, trainer: VoiceTrainer, fingerprint: str, start: Start, likeness: Likeness) -> None:
        """Train the voice until it stops getting better, from the checkpoint if there is one."""
        checkpoint = self.work_dir / CHECKPOINT
        saved = load_checkpoint(checkpoint, self.device)
        if saved is not None and saved["fingerprint"] == fingerprint:
            trainer.load_state(saved)
        measure_together([trainer])
        first_step, began, loss = trainer.step, time.monotonic(), None
        with self.workshop.batch.member():
            while not trainer.has_ended:
                self._follow(trainer, likeness)
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
                    likeness=likeness.value,
                    likeness_step=likeness.step,
                    message=start.message,
                    voice=self.new_preview(trainer),
                )
                loss = round(self.workshop.batch.advance(trainer), 4)
                if trainer.is_measured:
                    save_checkpoint(checkpoint, trainer.state() | {"fingerprint": fingerprint})

    def _follow(self, trainer: VoiceTrainer, likeness: Likeness) -> None:
        """Measure how much the best voice so far sounds like the person, if a measurement is due."""
        step = trainer.best.step
        if likeness.is_due(step):
            with self.workshop.batch.absent():
                likeness.follow(step, self.voice(trainer, {}))

    def new_preview(self, trainer: VoiceTrainer) -> bytes:
        """The file of the best voice so far; empty if it was sent before, learned nothing, or previews are off."""
        best = trainer.best
        if not self.options.previews or best.step <= self._offered_step:
            return b""
        self._offered_step = best.step
        return self.voice(trainer, {"steps": best.step}).to_bytes()

    def voice(self, trainer: VoiceTrainer, provenance: dict[str, Any]) -> Voice:
        """The best voice so far, complete except for the report."""
        network, best = self.workshop.network, trainer.best_parameters
        return Voice(
            name=self.options.name,
            id=uuid.uuid4().hex,
            language=self.options.language,
            created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            base_id=self.base.id,
            tensors={
                **best.export(network),
                PROSODY_VOICE: self._prosody.cpu().numpy()[0].astype(np.float16),
            },
            pitch=PitchStats(*(round(float(value), 5) for value in best.pitch_stats[0])),
            delivery=self._delivery,
            provenance=provenance,
            room=self._room,
        )

    def report(
        self, voice: Voice, trainer: VoiceTrainer, start: Start, likeness: Likeness, takes: int
    ) -> Voice:
        """Compare the voice with the takes that were held out; returns the voice with the report.

        Args:
            voice: The voice, complete except for the report.
            trainer: Has trained it.
            start: Where it started.
            likeness: Measures it.
            takes: Number of usable takes.
        """
        self.tell("report", message=Message.of("Comparing the voice with the takes"))
        best = trainer.best
        report = report_on(voice, best.step, likeness, start, takes) | {
            "held_out_loss_start": round(trainer.first_loss, 4),
            "held_out_loss": round(best.loss, 4),
            "seconds": round(time.monotonic() - self._began, 1),
        }
        self.tell(
            "done",
            step=trainer.step,
            max_steps=self.options.max_steps,
            held_out_loss=round(best.loss, 4),
            best_step=best.step,
            likeness=report["similarity"],
            likeness_step=best.step,
        )
        return replace(voice, report=report)


def learned_takes(takes: Sequence[TakeFile], options: CloneOptions) -> list[TakeFile]:
    """The takes that the voice learns from."""
    return [take for take in takes if options.learns_consent or take.id != CONSENT_ID]


def fingerprint_of(takes: Sequence[TakeFile], split: Split, options: CloneOptions, base_id: str) -> str:
    """A digest of what a resumed clone must not change: takes, held-out takes, options, base model."""
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
        options: How to make the voice.
        on_progress: Called at each step.
        should_stop: Called at each step; True stops the clone.
        work_dir: Folder of the checkpoint, from which a clone of the same takes and options goes on.
        recipe: How to train the voice; None for the usual recipe.
    Raises:
        CloneError: if no voice can be made of the takes.
        CloneCancelled: if should_stop returned True.
    """
    run = CloneRun(workshop, options, on_progress, should_stop, work_dir)
    files.make_folder(work_dir)
    learned = learned_takes(takes, options)
    examples = run.read(learned)
    provenance = {"consent": options.consent, **run.check_consent(takes, examples)}
    split = run.split(examples)
    stats = pitch_stats(split.train + split.held_out).to(run.device)
    fingerprint = fingerprint_of(learned, split, options, run.base.id)
    start = run.start(split, fingerprint)
    run.learn_reading(split, fingerprint, start, stats)
    parameters = VoiceParameters.start(workshop.network, start.embedding, stats, options.seed)
    plan = TrainingPlan(split.train, split.held_out, options.batch, options.max_steps, options.seed)
    trainer = VoiceTrainer(workshop.network, parameters, plan, recipe)
    likeness = Likeness(workshop, start, split, options.language)
    run.adapt(trainer, fingerprint, start, likeness)
    provenance |= _provenance(examples, split, start, trainer) | {"takes": len(learned)}
    return run.report(run.voice(trainer, provenance), trainer, start, likeness, len(examples))


def _provenance(
    examples: Sequence[TakeExample], split: Split, start: Start, trainer: VoiceTrainer
) -> dict[str, Any]:
    """What a voice keeps of how it was made."""
    samples = sum(len(example.waveform) for example in examples)
    return {
        "speech_s": round(samples / MelSpec().sample_rate, 1),
        "held_out": [example.take_id for example in split.held_out],
        "nearest_speaker": start.nearest.name,
        "start": start.kind,
        "steps": trainer.step,
        "best_step": trainer.best.step,
        "take_ids": [example.take_id for example in examples],
    }
