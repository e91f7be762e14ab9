"""Three real servers, each with a key, behind a real gRPC load balancer with TLS: requests spread, one may die."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.certificates import make_certificate
from tests.helpers.ports import free_port
from tests.helpers.speech_server import is_alive, own_home, wait_until
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.speech.acoustic import Controls
from timbre_app.client.timbre_client import Detail, TimbreClient
from timbre_app.server import ServerOptions, ServerStatus, leftovers, open_server, server_status, stop_server
from timbre_app.server.access import KeyRefusedError
from timbre_app.server.shared_memory import SHM

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DEPLOYED = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
KEY = "k" * 43
REPLICAS = ("one", "two", "three")
STREAMS = 6
SLOW = Controls(pace=0.5)
LONG = "This sentence is here to be spoken for quite a while, and it says nothing. " * 80


@dataclass(frozen=True)
class Cluster:
    """The servers, as their owners see them, and what stands before them."""

    url: str
    servers: dict[str, ServerStatus]
    socket: Path

    def streams_on(self, name: str) -> int:
        """Streams that the balancer has on a server now."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self.socket))
            control.sendall(b"show stat\n")
            text = b"".join(iter(lambda: control.recv(65_536), b"")).decode()
        rows = [line.split(",") for line in text.splitlines() if line]
        column = rows[0].index("scur")
        return next(int(row[column]) for row in rows if row[:2] == ["timbre", name])

    def spoken_on(self, name: str) -> int:
        """Requests that a server has finished."""
        with TimbreClient(self.servers[name].url) as client:
            stats = client.statistics()["tts"]["inference_stats"]
        return int(stats.get("success", {}).get("count", 0))


def configuration(port: int, servers: dict[str, ServerStatus], control: Path, certificate: Path) -> str:
    """The deployed configuration with these servers' addresses, and faster checks."""
    text = DEPLOYED.read_text().partition("resolvers docker\n")[0]
    kept = [
        line
        for line in text.replace("bind :8001", f"bind 127.0.0.1:{port}")
        .replace("/run/secrets/balancer", str(certificate))
        .splitlines()
        if "server-template" not in line and "default-server" not in line and "stats socket" not in line
    ]
    for name, status in servers.items():
        assert status.gateway is not None
        kept.append(
            f"    server {name} 127.0.0.1:{status.gateway['grpc']} proto h2 check check-proto h2 "
            "inter 500ms fall 6 rise 1 on-marked-down shutdown-sessions"  # a busy machine answers late
        )
    return "\n".join(kept).replace("global\n", f"global\n    stats socket {control} mode 600\n") + "\n"


@pytest.fixture(scope="module")
def cluster(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """For all tests here; whichever comes after the one that kills a server still has two."""
    tmp_path = tmp_path_factory.mktemp("cluster")
    keys, (certificate, private_key) = tmp_path / "keys", make_certificate(tmp_path)
    keys.write_text(f"tests {KEY}\n")
    keys.chmod(0o600)
    pair = tmp_path / "balancer.pem"
    pair.write_text(Path(certificate).read_text() + Path(private_key).read_text())
    with contextlib.ExitStack() as stack:
        servers: dict[str, ServerStatus] = {}
        for name in REPLICAS:
            stack.callback(_stop, tmp_path / name, tiny_base)
            with own_home(tmp_path / name, tiny_base):
                options = ServerOptions(grpc_port=free_port(), key_file=str(keys))
                stack.enter_context(open_server(options))
                status = server_status()
                assert status is not None
                servers[name] = status
        port = free_port()
        control, file = tmp_path / "haproxy.sock", tmp_path / "haproxy.cfg"
        file.write_text(configuration(port, servers, control, pair))
        balancer = stack.enter_context(subprocess.Popen(["haproxy", "-db", "-q", "-f", file]))
        stack.callback(balancer.terminate)
        url = f"grpcs://127.0.0.1:{port}"
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("TIMBRE_SERVER_KEY", KEY)
        patch.setenv("TIMBRE_SERVER_CA", certificate)
        with TimbreClient(url) as client:
            client.wait_ready()
        yield Cluster(url, servers, control)
    leftovers.sweep(SHM)  # of the server that was killed


def _stop(home: Path, base: Path) -> None:
    with own_home(home, base):
        stop_server()


@pytest.fixture
def voice(tiny_base: Path) -> bytes:
    voices = BaseVoices(BaseModel.open(tiny_base))
    return voices.voice(voices.find("tiny:0")).to_bytes()


def test_keys_are_asked_for_behind_the_balancer(
    cluster: Cluster, voice: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMBRE_SERVER_KEY", "x" * 43)
    with TimbreClient(cluster.url) as client, pytest.raises(KeyRefusedError):
        client.wait_ready()


def test_replicas_share_the_work_and_one_may_die(cluster: Cluster, voice: bytes) -> None:
    with TimbreClient(cluster.url) as client:
        whole = np.concatenate([c.pcm for c in client.speak(LONG, voice, SLOW, detail=Detail())])
        _spread(cluster, client, voice)
        before = {name: cluster.spoken_on(name) for name in REPLICAS}
        broken = _speak_while_one_dies(cluster, client, voice, whole)
        survivors = [name for name in REPLICAS if name != "one"]
        assert sum(cluster.spoken_on(name) - before[name] for name in survivors) == STREAMS
        assert 0 < broken < STREAMS
        # What begins after that is begun elsewhere.
        for _ in range(4):
            assert sum(len(chunk.pcm) for chunk in client.speak("Good morning.", voice)) > 0


def _spread(cluster: Cluster, client: TimbreClient, voice: bytes) -> None:
    before = {name: cluster.spoken_on(name) for name in REPLICAS}
    with ThreadPoolExecutor(STREAMS) as pool:
        texts = [f"Sentence number {n} goes where there is room." for n in range(4 * STREAMS)]
        spoken = list(pool.map(lambda text: sum(len(c.pcm) for c in client.speak(text, voice)), texts))
    assert all(spoken)
    after = {name: cluster.spoken_on(name) - before[name] for name in REPLICAS}
    assert sum(after.values()) == len(texts)
    assert min(after.values()) >= 2


def _speak_while_one_dies(cluster: Cluster, client: TimbreClient, voice: bytes, whole: np.ndarray) -> int:
    """Returns how many streams broke and were begun anew; each listener gets the whole speech all the same."""
    killed, begun = threading.Event(), threading.Semaphore(0)
    recovered: list[int] = []
    recover = client.recover

    def count(error: Exception) -> bool:
        recovered.append(threading.get_ident())
        return recover(error)

    client.recover = count  # type: ignore[method-assign]

    def listen(_: int) -> np.ndarray:
        with client.speak(LONG, voice, SLOW, detail=Detail()) as stream:
            heard = [next(stream).pcm]
            begun.release()
            assert killed.wait(60)
            return np.concatenate([*heard, *(chunk.pcm for chunk in stream)])

    with ThreadPoolExecutor(STREAMS) as pool:
        listeners = [pool.submit(listen, n) for n in range(STREAMS)]
        for _ in range(STREAMS):
            assert begun.acquire(timeout=600)
        lost = cluster.streams_on("one")
        _kill(cluster.servers["one"])
        killed.set()
        heard = [listener.result(timeout=600) for listener in listeners]
    for one in heard:
        np.testing.assert_array_equal(one, whole)
    assert len(set(recovered)) <= lost  # streams on the other servers noticed nothing
    return len(set(recovered))


def _kill(status: ServerStatus) -> None:
    """As when the machine is switched off: nobody starts the server again."""
    os.kill(status.pid, signal.SIGKILL)
    assert wait_until(lambda: not is_alive(status.server_pid))
