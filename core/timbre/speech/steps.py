"""The steps of a stream of speech: generators that yield network calls, and the chunks that come of them.

Whoever runs the steps sends the results of each call back; timbre.speech.batching says how.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from timbre.contract import HOP_LENGTH, SAMPLE_RATE
from timbre.speech.acoustic import NEUTRAL, PAUSE, AcousticModel, Controls, VoiceInputs
from timbre.speech.batching import Call, Results
from timbre.speech.emphasis import changes_of
from timbre.speech.encoded import Encoded
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.speech.word_times import BegunSentence, spoken_words
from timbre.text import Sentence
from timbre.timing import TimedWord

if TYPE_CHECKING:
    from timbre.speech.opening import Opened, Opening


class Script(NamedTuple):
    """What is said, and how.

    Attributes:
        sentences: In order, with a pause between two.
        voice: From AcousticModel.voice_inputs.
        controls: For all sentences.
        edits: Changes of the phonemes of all sentences in a row.
        goes_on: Whether another script follows; the pause between two sentences then ends this one.
    """

    sentences: Sequence[Sentence]
    voice: VoiceInputs
    controls: Controls = NEUTRAL
    edits: PhonemeEdits = NO_EDITS
    goes_on: bool = False

    def edits_of(self, number: int, phoneme: int) -> PhonemeEdits:
        """All changes of one sentence's phonemes: those that its text asks for, and the edits.

        Args:
            number: Number of the sentence.
            phoneme: Number of its first phoneme, counted through all sentences.
        """
        sentence = self.sentences[number]
        edits = self.edits.part(phoneme, phoneme + len(sentence.ids))
        return edits.on_top_of(changes_of(sentence, self.controls.liveliness))


class MelChunk(NamedTuple):
    """A piece of log mel, (n_mels, n).

    Attributes:
        words: Words of the sentence that begins with this chunk; empty if none begins.
        last: Whether the utterance ends with it.
        begun: The sentence that begins with this chunk, if one does.
    """

    mel: np.ndarray
    words: tuple[TimedWord, ...]
    last: bool
    begun: BegunSentence | None = None

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.mel.shape[1] * HOP_LENGTH / SAMPLE_RATE

    def followed_by(self, chunk: MelChunk) -> MelChunk:
        """This chunk and the next one as one chunk; no sentence may begin with the next one."""
        return self._replace(mel=np.concatenate([self.mel, chunk.mel], 1), last=chunk.last)


def mel_steps(
    acoustic: AcousticModel, script: Script, schedule: ChunkSchedule, opened: Opened | None = None
) -> Generator[Call | MelChunk, Results | None, None]:
    """Speak a script as one stream of log mel; timbre.speech.batching.drive runs it alone.

    Args:
        acoustic: The acoustic model.
        script: What to say; its voice comes from that model.
        schedule: Sizes of the chunks.
        opened: Results of the opening, if one made the first chunk.
    Yields:
        Calls to run (see timbre.speech.batching), and chunks; the last one has `last` set.
    Raises:
        ValueError: if there are edits for another number of phonemes.
    """
    sentences, voice, _, edits, goes_on = script
    edits.check_length(sum(len(sentence.ids) for sentence in sentences))
    sizes = schedule.sizes()
    at = phoneme = 0
    for number, sentence in enumerate(sentences):
        sentence_edits = script.edits_of(number, phoneme)
        phoneme += len(sentence.ids)
        if opened is None:
            encoded = yield from _encode_steps(acoustic, script, sentence, sentence_edits)
        else:
            encoded = opened.encoded
        start, end = at, at + len(encoded)
        final = number == len(sentences) - 1
        stream = acoustic.open(encoded, voice, sizes)
        while not stream.ended:
            if opened is None:
                results = yield stream.call()
                assert results is not None
                mel = stream.accept(results)
            else:
                mel = stream.begin(opened.decoder_frames, opened.decoder_results)
                opened = None
            if not mel.shape[1]:
                continue
            words: tuple[TimedWord, ...] = ()
            begun: BegunSentence | None = None
            if at == start:  # not computed earlier, because now a GPU decodes at the same time
                words = spoken_words(sentence, encoded.durations, start, acoustic.spec)
                begun = BegunSentence(sentence.ids, encoded.durations, start)
            at += mel.shape[1]
            yield MelChunk(mel, words, final and at == end and not goes_on, begun)
        if not final or goes_on:
            pause = voice[PAUSE]
            yield MelChunk(pause, (), final)
            at += pause.shape[1]


def _encode_steps(
    acoustic: AcousticModel, script: Script, sentence: Sentence, edits: PhonemeEdits
) -> Generator[Call, Results | None, Encoded]:
    """Encode one sentence of a script; returns it, ready for the decoder."""
    voice, controls = script.voice, script.controls
    variation = acoustic.variation(sentence.ids, voice, controls)
    results = yield acoustic.encode_call(sentence.ids, voice, controls, edits, variation)
    assert results is not None
    return acoustic.encoded(results, voice, controls, edits, variation)


def gathered(
    steps: Generator[Call | MelChunk, Results | None, None], frames: int
) -> Generator[Call | MelChunk, Results | None, None]:
    """Join the chunks of some steps to larger ones.

    Args:
        steps: From mel_steps.
        frames: Least frames of a chunk; only the last chunk of a sentence may have fewer.
    """
    waiting: MelChunk | None = None
    is_last = False
    step = next(steps)
    while not is_last:
        if isinstance(step, Call):
            results = yield step
            step = steps.send(results)
            continue
        if waiting is not None and step.begun is not None:
            yield waiting
            waiting = None
        waiting = step if waiting is None else waiting.followed_by(step)
        is_last = waiting.last
        if is_last or waiting.mel.shape[1] >= frames:
            yield waiting
            waiting = None
        if not is_last:
            step = next(steps)


class SpokenChunk(NamedTuple):
    """A piece of waveform and the mel that was put into the vocoder for it; the waveform comes a few frames late.

    Attributes:
        mel: The mel; that of an ending has no frames, because they stay on the device.
        waveform: (m,), see VocoderStream.accept.
        vocoded: Whether the last call for this chunk ran the vocoder alone.
    """

    mel: MelChunk
    waveform: np.ndarray
    vocoded: bool = True

    @property
    def last(self) -> bool:
        """Whether the utterance ends with it."""
        return self.mel.last

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.waveform) / SAMPLE_RATE


def speech_steps(
    acoustic: AcousticModel,
    vocoder: Vocoder,
    script: Script,
    schedule: ChunkSchedule,
    opening: Opening | None = None,
) -> Generator[Call | SpokenChunk, Results | None, None]:
    """Speak a script as one stream of waveform; errors are those of mel_steps.

    Args:
        acoustic: The acoustic model.
        vocoder: The vocoder, in the same engine.
        script: What to say; its voice comes from the acoustic model.
        schedule: Sizes of the chunks.
        opening: Makes the first chunk, if there is one; in the same engine.
    Yields:
        Calls to run, of both models, and chunks; the last one has `last` set.
    """
    stream = vocoder.open()
    opened = None
    edits = NO_EDITS if opening is None else script.edits_of(0, 0)
    rest = None
    if opening is not None and opening.suits(schedule, script.controls, edits):
        results = yield opening.call(script.sentences[0].ids, script.voice, script.controls, edits)
        assert results is not None
        opened = opening.opened(results)
        if opened is not None and len(script.sentences) == 1 and schedule.is_alone():
            rest = opening.launch_rest(opened, script.voice, script.goes_on)
    steps = mel_steps(acoustic, script, schedule, opened)
    step = next(steps)
    if opened is not None:
        assert isinstance(step, MelChunk)
        waveform = stream.begin(opened.vocoder_frames, opened.vocoder_results)
        yield SpokenChunk(step, waveform, vocoded=False)
        if rest is not None:
            results = yield rest.call
            assert results is not None
            end = MelChunk(step.mel[:, :0], (), last=True)
            yield SpokenChunk(end, rest.waveform(results), vocoded=False)
            return
        step = next(steps)
    while True:
        if isinstance(step, Call):
            results = yield step
            step = steps.send(results)
            continue
        results = yield stream.call(step.mel, step.last)
        assert results is not None
        yield SpokenChunk(step, stream.accept(results))
        if step.last:
            return
        step = next(steps)
