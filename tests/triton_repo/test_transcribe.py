"""Takes to words through the real server."""

import os
from pathlib import Path

import numpy as np
import pytest

from timbre import audio
from timbre.archive import read_takes_folder
from timbre.priority import BEHIND_THE_WINDOW

pytestmark = pytest.mark.e2e

TAKES = Path(__file__).parents[2] / "assets" / "takes"


def test_words_of_a_take_are_heard(speech_server):
    take = read_takes_folder(TAKES)[1]
    transcript = speech_server.client.transcribe(audio.load(take.path, 16_000), "en-us")
    expected = {word.strip(".,?!;:").lower() for word in take.text.split()}
    heard = {word.text.strip(".,?!;:").lower() for word in transcript.words}
    assert len(expected & heard) >= 0.6 * len(expected)
    assert all(0 <= word.probability <= 1 and word.start_s <= word.end_s for word in transcript.words)
    assert speech_server.client.is_model_ready("transcribe")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    stepped_back = os.getpriority(os.PRIO_PROCESS, speech_server.stub("transcribe")) - own
    assert stepped_back == min(BEHIND_THE_WINDOW, 19 - own)


def test_silence_has_no_words(speech_server):
    assert len(speech_server.client.transcribe(np.zeros(16_000, np.float32)).words) <= 1
