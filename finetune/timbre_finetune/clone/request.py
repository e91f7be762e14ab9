"""What a clone is asked for, what it tells while it is made, and how it may end without a voice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from timbre.messages import InputError, Message, TimbreError
from timbre_finetune.clone.start import STARTS


class CloneError(InputError):
    """A voice cannot be made; the message is one sentence for the person."""


class CloneCancelled(TimbreError):  # noqa: N818 - it is no error
    """The person stopped the clone; it can be resumed."""


@dataclass(frozen=True)
class CloneOptions:
    """How to make a voice.

    Attributes:
        name: The voice's name.
        language: Language of the takes, as espeak-ng names it.
        max_steps: The largest number of steps; 0 makes a sketch, see `timbre_finetune.clone.sketch`.
        batch: The number of takes in a step.
        seed: Seed for the choice of held-out takes and for the order of the others.
        start: Where the voice starts: "computed" for the speaker embedding computed from the takes, "nearest" for
            the nearest speaker, "hybrid" for the nearest speaker and the computed embedding together, "mean" for the
            mean of all speakers. A base model that takes no computed embeddings starts from the nearest speaker
            instead of the first and the third.
        consent: The words with which the person agreed, kept with the voice.
        learns_consent: Whether the voice learns from the take of the statement of consent, too.
        previews: Whether the progress contains the present voice, each time that it has become better.
    """

    name: str
    language: str = "en-us"
    max_steps: int = 80
    batch: int = 2
    seed: int = 1
    start: str = "computed"
    consent: str = ""
    learns_consent: bool = True
    previews: bool = False

    def __post_init__(self) -> None:
        if self.start not in STARTS:
            raise ValueError(f"start must be one of {', '.join(STARTS)}")
        if self.batch < 1 or self.max_steps < 0:
            raise ValueError("batch must be at least 1, max_steps at least 0")


@dataclass(frozen=True)
class Progress:
    """Where a clone stands.

    Attributes:
        stage: waiting (beside other clones), takes, features, start, adapt, report or done.
        step: Number of the step, of max_steps; the stage says what a step is.
        loss: Loss of the last step; None outside of adapt.
        held_out_loss: Mel distance on the held-out takes; None before the first measurement.
        best_step: The step at which held_out_loss was lowest.
        likeness: How alike the voice is to the person, as in the report: 0 another speaker, 1 the person's own other
            takes. The latest measurement; None before the first one.
        likeness_step: The step whose voice was measured; None before the first measurement.
        voice: The file of the best voice so far, if there is a new one and previews are on; else empty.
    """

    stage: str
    step: int = 0
    max_steps: int = 0
    loss: float | None = None
    held_out_loss: float | None = None
    best_step: int | None = None
    elapsed_s: float = 0.0
    eta_s: float | None = None
    likeness: float | None = None
    likeness_step: int | None = None
    message: Message | None = None
    voice: bytes = b""

    def to_json(self, **more: Any) -> str:
        """Write all fields but the voice, and `more`, as a JSON object; the message in English and as a template."""
        fields = {name: value for name, value in vars(self).items() if name != "voice"} | {"message": ""}
        if self.message is not None:
            fields |= {"message": str(self.message), "message_template": self.message.to_json()}
        return json.dumps(fields | more)
