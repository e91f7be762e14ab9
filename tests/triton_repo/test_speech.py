"""Speaking through the real server, with a tiny base model."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.helpers.speech_server import LONG_TEXT, wait_until
from timbre import contract
from timbre.priority import BEHIND_THE_VOCODER
from timbre.speech.acoustic import Controls
from timbre.speech.phoneme_edits import PhonemeEdits
from timbre.speech.synthesizer import Synthesizer
from timbre.text import TextError
from timbre.voice import VoiceError
from timbre_app.client.timbre_client import Detail, RequestCancelled, RequestError, TimbreClient

pytestmark = pytest.mark.e2e


def say(server, text, **options):
    """Chunks and the whole PCM of a text."""
    chunks = list(server.client.speak(text, server.voice(), **options))
    return chunks, np.concatenate([chunk.pcm for chunk in chunks])


def count(server, model, outcome="success"):
    stats = server.client.statistics()[model]["inference_stats"]
    return int(stats.get(outcome, {}).get("count", 0))


def test_server_speaks_what_the_synthesizer_speaks(speech_server):
    """Values cross the boundary: with numpy 2 they would be zeros, or nothing, without an error."""
    text = "Values cross the boundary of the server."
    chunks, pcm = say(speech_server, text)
    whole = np.concatenate(
        [c.waveform for c in Synthesizer.load(speech_server.base, "onnx").speak(text, speech_server.voice())]
    )
    assert pcm.dtype == np.int16
    assert len(chunks) > 1
    assert np.abs(pcm).max() > 0
    np.testing.assert_allclose(pcm / contract.PCM_SCALE, np.clip(whole, -1, 1), atol=2e-4)
    starts = np.cumsum([0, *(len(chunk.pcm) for chunk in chunks[:-1])])
    assert [chunk.timing.first_sample for chunk in chunks] == starts.tolist()
    assert [chunk.timing.final for chunk in chunks] == [False] * (len(chunks) - 1) + [True]


def test_mel_steps_back_behind_sound(speech_server):
    own = os.getpriority(os.PRIO_PROCESS, 0)
    stubs = [speech_server.stub(model) for model in ("hifigan", "fastpitch")]
    niceness = [os.getpriority(os.PRIO_PROCESS, pid) - own for pid in stubs]
    assert niceness == [0, min(BEHIND_THE_VOCODER, 19 - own)]


def test_numpy_is_one_that_the_server_understands():
    assert np.lib.NumpyVersion(np.__version__) < "2.0.0"


def test_words_point_into_the_text_and_are_spoken_in_order(speech_server):
    text = "First sentence here. " * 40 + "And the last one."
    chunks, pcm = say(speech_server, text)
    words = [word for chunk in chunks for word in chunk.timing.words]
    assert len(words) == len(text.split())
    assert [text[w.char_start : w.char_end] for w in words] == [w.text for w in words]
    starts = [w.start_s for w in words]
    assert starts == sorted(starts)
    assert all(w.start_s < w.end_s for w in words)
    assert words[-1].end_s <= len(pcm) / contract.SAMPLE_RATE


def test_same_text_gives_same_pcm_by_hash_as_by_file(speech_server):
    _, first = say(speech_server, "Once more, please.")
    _, again = say(speech_server, "Once more, please.")
    np.testing.assert_array_equal(first, again)


def test_voice_that_the_server_forgot_is_sent_again(speech_server):
    voice = speech_server.voice("tiny:1")
    with TimbreClient(speech_server.url) as client:
        client._sent_voices.add(voice.content_hash)  # as after a restart of the server
        assert sum(len(chunk.pcm) for chunk in client.speak("Hello.", voice)) > 0


def test_pace_changes_the_length(speech_server):
    text = "The pace of this sentence can be changed."
    slow, fast = (len(say(speech_server, text, controls=Controls(pace=p))[1]) for p in (0.7, 1.6))
    assert slow > 1.4 * fast


def test_a_seed_gives_another_reading_and_the_same_each_time(speech_server):
    voice = speech_server.voice()
    usual, first, again, other = (
        np.concatenate(
            [c.pcm for c in speech_server.client.speak("The boat is late.", voice, Controls(seed=seed))]
        )
        for seed in (0, 1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert len({usual.tobytes(), first.tobytes(), other.tobytes()}) == 3


def test_lexicon_changes_the_speech(speech_server):
    _, plain = say(speech_server, "Timbre")
    _, changed = say(speech_server, "Timbre", lexicon={"timbre": "tæmbɚ"})
    assert len(plain) != len(changed) or (plain != changed).any()


@pytest.mark.parametrize("text", ["", "   ", "🙂🙂"])
def test_text_without_words_is_refused(speech_server, text):
    with pytest.raises(TextError):
        list(speech_server.client.speak(text, speech_server.voice()))


def test_passage_without_words_is_skipped(speech_server):
    text = "Hello there, you. " + "🙂 " * 700 + "Good bye."
    words = [w.text for c in speech_server.client.speak(text, speech_server.voice()) for w in c.timing.words]
    assert words[0].strip(",.") == "Hello"
    assert words[-1].strip(".") == "bye"


def test_broken_voice_is_refused(speech_server):
    with pytest.raises(VoiceError):
        list(speech_server.client.speak("Hello.", b"this is no voice at all"))


def test_voice_of_another_base_is_refused(speech_server):
    import dataclasses

    foreign = dataclasses.replace(speech_server.voice(), base_id="another")
    with pytest.raises(VoiceError, match="another base"):
        list(speech_server.client.speak("Hello.", foreign))


def test_controls_out_of_range_are_refused(speech_server):
    class Wild:
        pace, pitch, energy, liveliness, seed = 1.0, 0.0, 0.0, 1.0, 0

    for name, value in {"pace": 99.0, "liveliness": 3.0, "seed": -1}.items():
        wild = Wild()
        setattr(wild, name, value)
        with pytest.raises(RequestError, match=name):
            list(speech_server.client.speak("Hello.", speech_server.voice(), wild))


def test_streams_at_once_do_not_mix(speech_server):
    texts = [f"This is sentence number {n}, one of many." for n in ("one", "seven", "eleven", "twenty")]
    alone = [say(speech_server, text)[1] for text in texts]
    with ThreadPoolExecutor(len(texts)) as pool:
        together = list(pool.map(lambda text: say(speech_server, text)[1], texts))
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


def test_long_text_is_streamed(speech_server):
    text = "The quick brown fox jumps over the lazy dog near the river bank. " * 150

    def share_before_the_first_sound():
        began = time.monotonic()
        first_s, samples = 0.0, 0
        for chunk in speech_server.client.speak(text, speech_server.voice()):
            first_s = first_s or time.monotonic() - began
            samples += len(chunk.pcm)
        assert samples > 60 * contract.SAMPLE_RATE
        return first_s / (time.monotonic() - began)

    assert any(share_before_the_first_sound() < 0.2 for _ in range(3))  # the best of three, on a busy machine


def speak_slowly(server):
    """One request of many chunks; it takes far longer than a cancel does, on a busy machine as well."""
    slow = Controls(pace=0.4)
    return server.client.speak(LONG_TEXT * 4, server.voice(), slow, detail=Detail())


def test_closing_a_stream_ends_the_work(speech_server):
    """Of many chunks only those are made that came before the flag was seen."""
    before = count(speech_server, "hifigan")
    list(speak_slowly(speech_server))
    whole = count(speech_server, "hifigan") - before
    assert whole >= 40
    stream = speak_slowly(speech_server)
    next(stream)
    stream.close()
    assert wait_until(lambda: speech_server.figures.streams == 0)
    assert count(speech_server, "hifigan") - before - whole < whole / 2
    with pytest.raises(StopIteration):
        next(stream)
    assert len(say(speech_server, "And on it goes.")[1])


def test_cancelled_request_fails_in_the_acoustic_model(speech_server):
    """Within one chunk: a request whose flag is set before its second chunk makes no third."""
    whole = sum(len(chunk.pcm) for chunk in speak_slowly(speech_server))
    stream = speak_slowly(speech_server)
    next(stream)
    speech_server.client.cancel(stream.request_id)
    assert sum(len(chunk.pcm) for chunk in iter_until_error(stream)) < whole / 2
    assert wait_until(lambda: count(speech_server, "tts", "fail") > 0)


def iter_until_error(stream):
    with pytest.raises(RequestCancelled):
        yield from stream


def test_phonemes_are_told_when_asked_for_and_can_be_changed(speech_server):
    text = "Hello there. And once again."
    chunks, plain = say(speech_server, text)
    assert [chunk.timing.phonemes for chunk in chunks] == [()] * len(chunks)
    chunks, told = say(speech_server, text, detail=Detail())
    phonemes = [phoneme for chunk in chunks for phoneme in chunk.timing.phonemes]
    np.testing.assert_array_equal(plain[: len(told)][:2000], told[:2000])
    assert phonemes[-1].end_s == pytest.approx(len(told) / contract.SAMPLE_RATE)
    duration = np.ones(len(phonemes), np.float32)
    duration[4] = 4.0
    pitch = np.zeros(len(phonemes), np.float32)
    pitch[-6:] = 7.0
    chunks, changed = say(speech_server, text, detail=Detail(PhonemeEdits(pitch, duration)))
    moved = [phoneme for chunk in chunks for phoneme in chunk.timing.phonemes]
    assert [one.symbol for one in moved] == [one.symbol for one in phonemes]
    assert moved[3].end_s == phonemes[3].end_s
    assert len(changed) > len(told)


def test_changes_that_do_not_fit_the_text_are_refused(speech_server):
    edits = PhonemeEdits.of([1.0, 2.0])
    with pytest.raises(RequestError, match="do not fit"):
        list(speech_server.client.speak("Hello.", speech_server.voice(), detail=Detail(edits)))


def test_statistics_name_the_models(speech_server):
    names = set(speech_server.client.statistics())
    assert {model.name for model in contract.SPEECH_MODELS} <= names
