"""The room that is heard between the sentences of a voice."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from timbre.text.symbols import symbol_ids
from timbre_finetune.clone.silence import EDGE_FRAMES, room_of
from timbre_finetune.clone.takes_data import TakeExample


def take(pause_frames: int) -> TakeExample:
    """Speech with one pause, in whose middle the mel is -8 and at whose edges it is loud."""
    ids = torch.tensor(symbol_ids("ma na."))
    durations = torch.tensor([2, 5, 5, pause_frames, 5, 5, 8, 2])
    mel = torch.zeros(80, int(durations.sum()))
    mel[:, 12 + EDGE_FRAMES : 12 + pause_frames - EDGE_FRAMES] = -8.0
    return TakeExample("take", "", np.zeros(0), mel, mel[0], ids, durations)


def test_the_room_is_what_is_heard_in_the_middle_of_long_pauses():
    assert room_of([take(30), take(10), take(25)]) == pytest.approx([-8.0] * 80)


def test_without_long_pauses_there_is_silence():
    assert room_of([take(10)] * 20) == ()
    assert room_of([take(30)]) == ()  # too little to know
    assert room_of([]) == ()
