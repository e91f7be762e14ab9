"""How often the essential words of a statement of consent are not heard although they were said.

The base model's speakers read the statement with many names, and the recogniser of the product hears it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

import numpy as np

from timbre import audio, paths
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.mel import MelSpec
from timbre.speech.synthesizer import Synthesizer
from timbre.transcription import Recognizer
from timbre_app.voices.consent import statement
from timbre_app.voices.statement import unheard

NAMES = (
    *(
        "Maria",
        "Ada",
        "Anton",
        "Zoë",
        "Xiaoling",
        "Grandmother Elisabeth",
        "Narrator",
        "Ben",
        "My voice",
        "Otto Berg",
    ),
    *(
        "Katherine",
        "Siobhan",
        "Voice 2",
        "Jean-Luc",
        "Kathleen",
        "Mr. Smith",
        "Test",
        "Priya",
        "Nguyen",
        "Deep narrator",
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the share of refusals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="statements to hear (default: %(default)s)")
    options = parser.parse_args(arguments)
    base, draw, rate = BaseModel.open(paths.base_dir()), random.Random(1), MelSpec().sample_rate
    synthesizer, voices, recognizer = Synthesizer.load(paths.base_dir()), BaseVoices(base), Recognizer()
    refused = 0
    for number in range(options.count):
        name, speaker = NAMES[number % len(NAMES)], draw.choice(base.speakers)
        wanted = statement(name)
        waveform = np.concatenate(
            [chunk.waveform for chunk in synthesizer.speak(wanted, voices.voice(speaker))]
        )
        heard = recognizer.transcribe(audio.for_recognition(waveform, rate)).text
        missing = unheard(wanted, (name,), heard)
        refused += bool(missing)
        if missing:
            print(f"{name}, {speaker.name}: not heard {missing} in: {heard}")
    print(f"refused {refused} of {options.count}: {refused / options.count:.1%}")
    return 0
