"""The sound of a reading of the history, without bringing its text back."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from timbre_app.reading.clip import ClipStore
from timbre_app.reading.history import Entry, give_back
from timbre_app.reading.reading import Reading
from timbre_app.reading.sentence import Narrator, cut_sentences
from timbre_app.reading.timeline import Place


def replay(
    entry: Entry,
    store: ClipStore,
    narrator: Narrator,
    sample_rate: int,
    pauses: float,
    should_stop: Callable[[], bool],
) -> Generator[np.ndarray, None, None]:
    """Yield the sound of an entry, (n,) int16 each; a sentence whose clip is gone is made anew.

    Raises:
        Whatever the narrator raises.
    """
    reading = Reading(store, sample_rate)
    reading.set_text(entry.text, cut_sentences(entry.text))
    reading.voice_id, reading.how = entry.voice_id, entry.how
    reading.set_pauses(pauses)
    give_back(reading, entry.own)
    for index in range(len(reading.sentences)):
        reading.make(narrator, [index], reading.expect_making([index]), should_stop)
        clip = reading.sentences[index].clip
        if clip is None or should_stop():
            return
        for piece in reading.sound(Place(index), Place(index, clip.sample_count), lambda: False, should_stop):
            yield piece.pcm
        yield np.zeros(reading.length(index) - clip.sample_count, np.int16)
