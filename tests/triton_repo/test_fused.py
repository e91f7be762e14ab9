"""All of speech in one process of the real server."""

import numpy as np
import pytest

from tests.helpers.speech_server import LONG_TEXT, kill, wait_until
from timbre import contract
from timbre.speech.phoneme_edits import PhonemeEdits
from timbre.speech.synthesizer import Synthesizer
from timbre.text import TextError
from timbre.voice import VoiceError
from timbre_app.client.timbre_client import Detail

pytestmark = pytest.mark.e2e
TEXT = "All of this is said by one process, from the text to the sound."


def speak(server, text):
    chunks = list(server.client.speak(text, server.voice()))
    starts = np.cumsum([0, *(len(c.pcm) for c in chunks[:-1])])
    assert [c.timing.first_sample for c in chunks] == starts.tolist()
    return np.concatenate([c.pcm for c in chunks])


def test_one_process_does_all_that_the_ensemble_does(fused_server):
    client, voice = fused_server.client, fused_server.voice()
    spoken = Synthesizer.load(fused_server.base, "onnx").speak(TEXT, voice)
    whole = np.concatenate([chunk.waveform for chunk in spoken])
    pcm = speak(fused_server, TEXT)
    np.testing.assert_allclose(pcm / contract.PCM_SCALE, np.clip(whole, -1, 1), atol=2e-4)
    loaded = set(client.statistics())
    assert contract.FUSED_MODEL.name in loaded
    assert not loaded & {contract.TTS_MODEL.name, *contract.PROCESSES[contract.TTS_MODEL.name]}

    with pytest.raises(TextError):
        list(client.speak("🙂", voice))
    with pytest.raises(VoiceError):
        list(client.speak("Hello.", b"not a voice at all"))
    chunks = list(client.speak("Hello.", voice, detail=Detail(PhonemeEdits.of())))
    assert chunks[0].timing.phonemes

    with client.speak(LONG_TEXT * 16, voice, detail=Detail()) as stream:
        next(stream)
    assert wait_until(lambda: fused_server.figures.requests.get("cancelled") == 1)


@pytest.mark.slow
def test_stream_survives_the_death_of_the_process(fused_server):
    """Nothing is said twice and nothing is left out."""
    expected = speak(fused_server, LONG_TEXT * 2)
    stream = fused_server.client.speak(LONG_TEXT * 2, fused_server.voice())
    chunks = [next(stream)]
    kill(fused_server.stub(contract.FUSED_MODEL.name))
    chunks += stream
    np.testing.assert_array_equal(np.concatenate([c.pcm for c in chunks]), expected)
