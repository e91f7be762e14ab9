"""The real server with either way from text to sound: three models, or one."""

import numpy as np
import pytest

from tests.helpers.speech_server import own_home, read_patiently, wait_until
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerOptions, open_server, server_status, stop_server
from timbre_app.server.figures import figures_of, parse

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
TEXT = "This is the first sentence, and it is long enough for a second chunk. Here is one more."


def spoken(options, model, voice):
    with open_server(options) as handle, TimbreClient(handle.url, handle.revive) as client:
        client.wait_ready()
        assert client.speech_model.name == model
        with client.speak(TEXT, voice) as chunks:
            pcm = np.concatenate([chunk.pcm for chunk in chunks])
        assert wait_until(lambda: figures().engines)  # the models publish it now and then
        assert ("one process" in figures().lines()[0]) == (model == "tts_fused")
    stop_server()
    return pcm


def figures():
    return figures_of(parse(read_patiently(server_status())))


def test_every_pair_of_engine_and_pipeline_says_the_same(tmp_path, tiny_base):
    """On this processor; static buffers are what CUDA graphs are made of."""
    voices = BaseVoices(BaseModel.open(tiny_base))
    voice = voices.voice(voices.base.speakers[0]).to_bytes()
    with own_home(tmp_path / "home", tiny_base):
        found = [
            spoken(ServerOptions(engine=engine, pipeline=pipeline), model, voice)
            for engine in ("onnx-fp32", "cudagraph")
            for pipeline, model in (("ensemble", "tts"), ("fused", "tts_fused"))
        ]
    for pcm in found[1:]:
        assert len(pcm) == len(found[0]) > 10_000
        assert np.abs(pcm.astype(int) - found[0]).max() <= 4  # 1e-4 of full scale is 3.3
