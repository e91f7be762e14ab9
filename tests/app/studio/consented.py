"""A session of recordings in which the consent was read."""

import numpy as np

from timbre_app.sound.wave_file import WaveWriter
from timbre_app.takes.prompts import Prompt, PromptList
from timbre_app.takes.recordings import RecordingSession

PROMPTS = PromptList("I am {name} and I agree.", (Prompt("p001", "One."), Prompt("p002", "Two.")))


def consented_session(folder, name):
    """A session for a voice of this name, with two seconds of consent and nothing else."""
    session = RecordingSession.create(folder, name, PROMPTS)
    with WaveWriter(session.begin_take("consent"), 48000) as writer:
        writer.write(np.full(96000, 1000, np.int16))
    session.complete_take("consent")
    return session
