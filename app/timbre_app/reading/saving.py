"""Saves a reading in sound files and subtitles. Sentences whose speech is missing or outdated are spoken first.

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

from timbre import files
from timbre.timing import TimedWord
from timbre_app.client.streams import RequestCancelled
from timbre_app.output.export import SoundFileWriter
from timbre_app.output.speaking import Saving, short_title
from timbre_app.output.subtitles import write_subtitles
from timbre_app.reading.reading import READ_SAMPLES, Reading
from timbre_app.reading.sentence import Narrator


@dataclass(frozen=True)
class Saved:
    """The files that were written, and the length of all their sound."""

    paths: tuple[Path, ...]
    duration_s: float


def save_reading(
    reading: Reading,
    narrator: Narrator | None,
    path: Path,
    saving: Saving,
    should_stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Saved:
    """Write a reading's speech.

    Args:
        reading: The reading, with its text, voice and settings.
        narrator: Speaks missing sentences; None if all are spoken.
        path: The sound file; if there are several, they get numbered names after this one.
        saving: Kind, subtitles, one file or many.
        should_stop: Called again and again.
        on_progress: Gets the number of sentences that are written, and the number of all.
    Raises:
        RequestCancelled: if should_stop returned True.
        AudioError: if no format has the suffix of the file.
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
            words, file_s = _write(reading, narrator, target, group, saving, should_stop, on_progress)
            duration_s += file_s
            first, last = reading.sentences[group[0]], reading.sentences[group[-1]]
            text = " " * first.start + _text_between(reading, group, last.end - first.start)
            for suffix in saving.subtitles:
                write_subtitles(target.with_suffix(suffix), text, words)
        sources = sorted(Path(folder).iterdir())
        targets = tuple(path.parent / source.name for source in sources)
        for source, target in zip(sources, targets, strict=True):
            files.place(source, target)
    return Saved(targets, duration_s)


def _write(
    reading: Reading,
    narrator: Narrator | None,
    target: Path,
    group: Sequence[int],
    saving: Saving,
    should_stop: Callable[[], bool],
    on_progress: Callable[[int, int], None],
) -> tuple[list[TimedWord], float]:
    """Write the sound file of some sentences; returns their words, with times in the file, and the file's length."""
    rate = reading.sample_rate
    title = short_title(" ".join(reading.sentences[i].text for i in group[:20]))
    words: list[TimedWord] = []
    at = 0
    with SoundFileWriter(target, rate, title, saving.kind) as file:
        for index in group:
            if narrator is not None:
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
    """The text of some sentences, each at its place, with spaces between them."""
    first = reading.sentences[group[0]].start
    letters = [" "] * length
    for index in group:
        sentence = reading.sentences[index]
        letters[sentence.start - first : sentence.end - first] = sentence.text
    return "".join(letters)
