"""The gateway's process: starts, says where it listens or why not, and ends with its parent."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from tests.app.gateway.conftest import ADA, bearer
from tests.helpers.certificates import make_certificate
from tests.helpers.ports import free_port
from tests.helpers.speech_server import command_line, is_alive, wait_until
from timbre_app.gateway import listening
from timbre_app.gateway.process import GatewayProcess
from timbre_app.server import ServerError, ServerOptions
from timbre_app.server.options import is_loopback

HEALTH = "/grpc.health.v1.Health/Check"


@pytest.fixture
def keys(tmp_path):
    path = tmp_path / "keys"
    path.write_text(f"ada {ADA}\n")
    path.chmod(0o600)
    return str(path)


@pytest.fixture
def start(tmp_path, keys):
    begun = []

    def begin(**options):
        with (tmp_path / "log").open("ab") as log:
            found = ServerOptions(**{"key_file": keys, **options})
            process = GatewayProcess.start(found, f"unix:{tmp_path}/grpc:1", tmp_path / "control", log)
        begun.append(process)
        return process

    yield begin
    for process in begun:
        process.stop()
    assert not any(is_alive(process.pid) for process in begun)


def test_gateway_says_where_it_listens(start):
    port, metrics = free_port(), free_port()
    process = start(grpc_port=port, metrics_port=metrics)
    assert (process.ports.grpc, process.ports.metrics, process.ports.encrypted) == (port, metrics, False)
    assert process.poll() is None
    assert ADA not in command_line(process.pid)  # which every user can read
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        assert channel.unary_unary(HEALTH)(b"", timeout=60) == b"\x08\x02"  # there is no server
    process.stop()
    assert process.poll() is not None


def test_gateway_for_metrics_alone_needs_no_key(start):
    process = start(metrics_port=free_port(), key_file="/nowhere")
    assert process.ports.grpc is None


def test_gateway_encrypts(start, tmp_path):
    certificate, private_key = make_certificate(tmp_path)
    process = start(grpc_port=free_port(), tls_cert=certificate, tls_key=private_key)
    assert process.ports.encrypted
    credentials = grpc.ssl_channel_credentials(Path(certificate).read_bytes())
    with grpc.secure_channel(f"127.0.0.1:{process.ports.grpc}", credentials) as channel:
        assert channel.unary_unary(HEALTH)(b"", timeout=60) == b"\x08\x02"
        with pytest.raises(grpc.RpcError) as caught:
            channel.unary_unary("/inference.GRPCInferenceService/ServerLive")(b"", timeout=60)
        assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
    with grpc.insecure_channel(f"127.0.0.1:{process.ports.grpc}") as channel, pytest.raises(grpc.RpcError):
        channel.unary_unary(HEALTH)(b"", timeout=2, metadata=bearer(ADA))


def test_port_that_is_taken_is_said(start):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        for option in "grpc_port", "metrics_port":
            with pytest.raises(ServerError, match="already taken"):
                start(**{option: other.getsockname()[1]})
    first = start(grpc_port=free_port())
    with pytest.raises(ServerError, match="already taken"):
        start(grpc_port=first.ports.grpc)


def test_what_cannot_be_used_is_said_in_a_sentence(start, tmp_path):
    (tmp_path / "none.pem").write_text("no certificate")
    both = {"tls_cert": str(tmp_path / "none.pem"), "tls_key": str(tmp_path / "none.pem")}
    for options, hint in (
        ({"host": "203.0.113.5"}, "not an address of this machine"),
        ({"host": "no.such.host.invalid"}, "not an address of this machine"),
        ({"key_file": "/nowhere/keys"}, "cannot be read"),
        ({"tls_cert": "/nowhere/a", "tls_key": "/nowhere/b"}, "/nowhere/a cannot be read"),
        (both, "are not a certificate and its key"),
    ):
        with pytest.raises(ServerError, match=hint):
            start(**{"grpc_port": free_port(), **options})
    with pytest.raises(ServerError, match="give both"):
        ServerOptions(tls_cert="a")


PARENT = """
import os, sys, time
from pathlib import Path
from timbre_app.gateway.process import GatewayProcess
from timbre_app.server import ServerOptions
options = ServerOptions(grpc_port=int(sys.argv[1]), key_file=sys.argv[2])
print(GatewayProcess.start(options, "unix:/nowhere", Path("/nowhere/control"), sys.stderr).pid, flush=True)
time.sleep(60)
"""


def test_gateway_ends_with_its_parent(keys):
    command = [sys.executable, "-c", PARENT, str(free_port()), keys]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        os.kill(parent.pid, signal.SIGKILL)
    assert wait_until(lambda: not is_alive(pid))


def test_addresses_are_told_apart():
    for host in "127.0.0.1", "::1", "[::1]", "localhost", "127.8.9.1":
        assert is_loopback(host)
        assert not ServerOptions(host=host).wants_gateway
    for host in "0.0.0.0", "::", "192.168.1.20", "example.com":
        assert not is_loopback(host)
        assert ServerOptions(host=host).serves_network
    assert listening.reachable_name("192.168.1.20") == "192.168.1.20"
    assert listening.reachable_name("0.0.0.0") != "0.0.0.0"
    assert ServerOptions(metrics_port=8002).wants_gateway
    assert not ServerOptions(metrics_port=8002).serves_network
