"""The real server on a played RTX card: it speaks at once, and through TensorRT once that has been tried."""

import os
import signal

import pytest

from tests.helpers.played_card import play_card
from tests.helpers.speech_server import (
    LONG_TEXT,
    children,
    command_line,
    is_alive,
    own_home,
    started_at,
    wait_until,
)
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.speech.acoustic import Controls
from timbre_app.client.timbre_client import Detail, TimbreClient
from timbre_app.server import ServerOptions, open_server, server_status, stop_server
from timbre_app.server.figures import read_figures

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def engines():
    status = server_status()
    figures = read_figures(status.sockets.metrics) if status is not None else None
    return sorted(set(figures.engines.values())) if figures is not None else []


def spoken(client, voice):
    with client.speak("Hello there.", voice) as chunks:
        return heard_to_its_end(chunks)


def heard_to_its_end(listening):
    return sum(len(chunk.pcm) for chunk in listening)


def processes_of(model):
    """The model's processes, the latest first."""
    pids = [pid for pid in children(server_status().server_pid) if f"/{model}/1/" in command_line(pid)]
    return sorted(pids, key=started_at, reverse=True)


def test_engine_that_took_over_and_dies_is_missed_while_the_one_before_lives_on(
    tmp_path, tiny_base, monkeypatch
):
    """A stream that is still open holds the process that answered last on it."""
    voices = BaseVoices(BaseModel.open(tiny_base))
    voice = voices.voice(voices.base.speakers[0]).to_bytes()
    with own_home(tmp_path / "home", tiny_base), monkeypatch.context() as patch:
        patch.delenv("TIMBRE_ENGINE")
        patch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
        play_card(patch, tmp_path / "card")
        with open_server(ServerOptions(engine="auto", pipeline="fused")) as handle:
            try:
                with TimbreClient(handle.url) as first, TimbreClient(handle.url, handle.revive) as second:
                    first.wait_ready()
                    with first.speak(LONG_TEXT, voice) as listening:
                        next(listening)
                        assert wait_until(lambda: engines() == ["TensorRT for RTX (cpu, fp16)"], 240)
                        newest, *others = processes_of("tts_fused")
                        assert others
                        os.kill(newest, signal.SIGKILL)
                        assert spoken(second, voice) > 1000
                        assert not any(is_alive(pid) for pid in (newest, *others))
            finally:
                stop_server()


@pytest.mark.parametrize("pipeline", ["ensemble", "fused"])
def test_server_speaks_at_once_and_changes_its_engine(tmp_path, tiny_base, monkeypatch, pipeline):
    """The ensemble when nobody listens, by starting again; one process at any time, and who listens hears all."""
    voices = BaseVoices(BaseModel.open(tiny_base))
    voice = voices.voice(voices.base.speakers[0]).to_bytes()
    with own_home(tmp_path / "home", tiny_base), monkeypatch.context() as patch:
        patch.delenv("TIMBRE_ENGINE")
        patch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
        broken = play_card(patch, tmp_path / "card")
        options = ServerOptions(engine="auto", pipeline=pipeline)
        with open_server(options) as handle, TimbreClient(handle.url, handle.revive) as client:
            try:
                client.wait_ready()
                log = tmp_path / "home" / "logs" / "server.log"
                server = server_status().server_pid
                with client.speak(LONG_TEXT * 18, voice, Controls(pace=0.5), detail=Detail()) as listening:
                    assert len(next(listening).pcm) > 0  # while somebody listens, the ensemble's engine stays
                    assert wait_until(lambda: engines() == ["static buffers (CPU, fp32)"])
                    if pipeline == "fused":
                        assert wait_until(lambda: engines() == ["TensorRT for RTX (cpu, fp16)"], 240)
                        assert heard_to_its_end(listening) > 1000
                assert wait_until(lambda: engines() == ["TensorRT for RTX (cpu, fp16)"], 240), log.read_text()
                assert (server_status().server_pid == server) == (pipeline == "fused")
                assert spoken(client, voice) > 1000
                assert "the trial of TensorRT for RTX begins" in log.read_text()
                broken.touch()
                assert spoken(client, voice) > 1000  # the client asks again, and hears CUDA graphs
                assert wait_until(lambda: engines() == ["static buffers (CPU, fp32)"]), log.read_text()
                assert "The engine runs no more" in log.read_text()
            finally:
                stop_server()
