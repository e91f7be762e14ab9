"""Sketches a voice: makes a clone without learning.

A sketch is where a clone starts: the base model's speaker embedding for the person's computed one, the person's pitch
and delivery, and no adaptation (docs/decisions/0013). One take of ten seconds is enough, and it is made in a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from timbre import files
from timbre.archive import LEAST_SKETCH_S, TakeFile
from timbre.messages import Message
from timbre.voice import Voice
from timbre_finetune.clone.adapt import HEARD_TAKES, CloneRun, learned_takes
from timbre_finetune.clone.request import CloneOptions, Progress
from timbre_finetune.clone.start import Split
from timbre_finetune.clone.takes_data import pitch_stats
from timbre_finetune.clone.voice_training import TrainingPlan, VoiceParameters, VoiceTrainer
from timbre_finetune.clone.workshop import Workshop

ADVICE = Message.of(
    "This is a sketch, which has learned nothing from the takes: record ten sentences, and make the voice of them."
)


def sketch(
    takes: Sequence[TakeFile],
    workshop: Workshop,
    options: CloneOptions,
    on_progress: Callable[[Progress], None],
    should_stop: Callable[[], bool],
    work_dir: Path,
) -> Voice:
    """Make a voice of a few seconds of speech, without learning.

    Args:
        takes: Recordings with their texts, at least one; the first HEARD_TAKES are heard.
        workshop: The base model.
        options: How to make the voice; its start, name, language and consent count.
        on_progress: Called at each take.
        should_stop: Called at each take; True stops the sketch.
        work_dir: A folder for this sketch alone.
    Raises:
        CloneError: if the takes hold too little speech.
        CloneCancelled: if should_stop returned True.
    """
    began = time.monotonic()
    files.make_folder(work_dir)
    run = CloneRun(workshop, options, on_progress, should_stop, work_dir)
    learned = learned_takes(takes, options) or takes
    heard = run.read(learned[:HEARD_TAKES], least_takes=1, least_speech_s=LEAST_SKETCH_S)
    provenance_of_consent = run.check_consent(takes, heard)
    split, stats = Split(heard, []), pitch_stats(heard).to(run.device)
    start = run.start(split, fingerprint="")
    run.guess_reading(split, start, stats)
    parameters = VoiceParameters.start(workshop.network, start.embedding, stats, options.seed)
    plan = TrainingPlan(heard, [], options.batch, options.max_steps, options.seed)
    provenance = {
        "sketch": True,
        "takes": len(heard),
        "speech_s": round(sum(len(e.waveform) for e in heard) / run.spec.sample_rate, 1),
        "nearest_speaker": start.nearest.name,
        "start": start.kind,
        "steps": 0,
        "consent": options.consent,
        **provenance_of_consent,
        "take_ids": [e.take_id for e in heard],
    }
    voice = run.voice(VoiceTrainer(workshop.network, parameters, plan), provenance)
    run.tell("done")
    return replace(voice, report={"advice": str(ADVICE), "seconds": round(time.monotonic() - began, 1)})
