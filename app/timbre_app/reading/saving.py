"""A reading into sound files and subtitles: what is on the disk is copied, what is not up to date is made first.

```
one file        speech.wav  speech.srt
by sentence     speech-001.wav  speech-001.srt  speech-002.wav ...
```

At the end there are all files or none.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timbre.serving.timing import TimedWord
from timbre_app.export import SoundFileWriter
from timbre_app.reading.jobs import Narrator
from timbre_app.reading.reading import READ_SAMPLES, Reading
from timbre_app.speaking import Saving, short_title
from timbre_app.streams import RequestCancelled
from timbre_app.subtitles import write_subtitles


@dataclass(frozen=True)
class Saved:
    """The files that were written, and how long their sound is together."""

    paths: tuple[Path, ...]
    duration_s: float


def save_reading(
    reading: Reading,
    narrator: Narrator,
    path: Path,
    saving: Saving,
    should_stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Saved:
    """Write a reading's speech.

    Args:
        reading: With its text, voice and settings.
        narrator: Makes what is missing.
        path: Of the sound file; of several, what they are numbered after.
        saving: Kind, subtitles, one file or many.
        should_stop: Asked all the time.
        on_progress: Told how many sentences are written, of how many.
    Raises:
        RequestCancelled: if should_stop said so.
        AudioError: if the file's name stands for no format.
        OSError: if the disk is full or the folder cannot be written.
        Whatever the narrator raises.
    """
    saving.kind.check(path)
    count = len(reading.sentences)
    groups = [[i] for i in range(count)] if saving.by_sentence else [list(range(count))]
    try:
        staging = tempfile.TemporaryDirectory(prefix=f".{path.stem[:40]}-", dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    duration_s = 0.0
    with staging as folder:
        for number, group in enumerate(groups, 1):
            name = f"{path.stem}-{number:03d}{path.suffix}" if saving.by_sentence else path.name
            target = Path(folder) / name
            words = _write(reading, narrator, target, group, saving, should_stop, on_progress)
            duration_s += words[1]
            first, last = reading.sentences[group[0]], reading.sentences[group[-1]]
            text = " " * first.start + _text_between(reading, group, last.end - first.start)
            for suffix in saving.subtitles:
                write_subtitles(target.with_suffix(suffix), text, words[0])
        made = sorted(Path(folder).iterdir())
        placed = tuple(one.replace(path.parent / one.name) for one in made)
    return Saved(placed, duration_s)


def _write(
    reading: Reading,
    narrator: Narrator,
    target: Path,
    group: Sequence[int],
    saving: Saving,
    should_stop: Callable[[], bool],
    on_progress: Callable[[int, int], None],
) -> tuple[list[TimedWord], float]:
    """One sound file of some sentences; returns their words, counted from its beginning, and its length."""
    rate = reading.sample_rate
    title = short_title(" ".join(reading.sentences[i].text for i in group[:20]))
    words: list[TimedWord] = []
    at = 0
    with SoundFileWriter(target, rate, title, saving.kind) as file:
        for index in group:
            token = reading.expect_making([index])
            reading.make(narrator, [index], token, should_stop)
            sentence = reading.sentences[index]
            clip = sentence.clip
            if should_stop() or clip is None or not clip.is_whole:
                raise RequestCancelled("The export was stopped.")
            words += [word.shifted(sentence.start, at / rate) for word in clip.words]
            for start in range(0, clip.sample_count, READ_SAMPLES):
                file.write(clip.read(start, READ_SAMPLES))
            at += clip.sample_count
            if index != group[-1]:
                file.write(np.zeros(reading.pause_samples, np.int16))
                at += reading.pause_samples
            on_progress(index + 1, len(reading.sentences))
    return words, at / rate


def _text_between(reading: Reading, group: Sequence[int], length: int) -> str:
    """The text of some sentences, each at its place; what is between them does not matter to subtitles."""
    first = reading.sentences[group[0]].start
    letters = [" "] * length
    for index in group:
        sentence = reading.sentences[index]
        letters[sentence.start - first : sentence.end - first] = sentence.text
    return "".join(letters)
