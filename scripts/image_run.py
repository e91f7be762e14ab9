"""Runs the server's image as compose.yaml does, and hears a sentence of it."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.paths import assets_dir
from timbre_app.client.timbre_client import TimbreClient

KEY = "k" * 43
PORTS = {"8001": "18001", "8002": "18002"}
"""Ports of compose.yaml, and those used here, because the network is this machine's."""
START_S = 240.0
DOCKERS_TMPFS = "noexec,nosuid,nodev"
"""What Docker mounts a tmpfs with, unless the file says otherwise."""


def run_as_compose(image: Path, compose: Path) -> None:
    """Start the service `server`, ask for its health, hear a sentence, let its doctor look, and end it.

    Args:
        image: The image's files, which may be changed.
        compose: The Compose file.
    Raises:
        RuntimeError: if any of that fails.
    """
    content = yaml.safe_load(compose.read_text())
    service = content["services"]["server"]
    dockerfile = compose.with_name("Dockerfile")
    with container(image, service, dockerfile, _inside(content)) as command, running(command) as server:
        wait_for(server, "healthy")
        hear()
        wait_for(server, "doctor ended with 0")


@contextlib.contextmanager
def running(command: list[str]) -> Generator[subprocess.Popen[str]]:
    """A container, which is ended with the context, or after START_S."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
        timer = threading.Timer(START_S, _end, [server])
        timer.start()
        try:
            yield server
        finally:
            timer.cancel()
            _end(server)


def _end(server: subprocess.Popen[str]) -> None:
    """Kill the container's first process too; the others end with it, because they are in its process namespace."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


def health_check(compose: dict[str, Any]) -> str:
    """The health check of the service `server`, as a command of the shell, with the ports that are used here."""
    return _with_ports_of_here(shlex.join(compose["services"]["server"]["healthcheck"]["test"][1:]))


def _with_ports_of_here(text: str) -> str:
    return re.sub("|".join(PORTS), lambda port: PORTS[port[0]], text)


def _inside(compose: dict[str, Any]) -> str:
    """The program in the container: the server, its health check until it is good, the compiler, the doctor."""
    options = compose["services"]["server"]["command"]
    serve = shlex.join(["timbre", "serve", "--host", "0.0.0.0", "--all-models", *options])
    return f"""
        {_with_ports_of_here(serve)} & server=$!
        until {health_check(compose)} 2>/dev/null; do kill -0 $server || exit 1; sleep 2; done
        include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
        echo '#include <Python.h>' | gcc -fsyntax-only -I "$include" -xc - || exit 1
        echo "healthy"; timbre doctor; echo "doctor ended with $?"; wait $server"""


@contextlib.contextmanager
def container(image: Path, service: dict[str, Any], dockerfile: Path, program: str) -> Generator[list[str]]:
    """The command that runs a program as the service: user, mounts, no capabilities, files that cannot be written.

    Args:
        image: The image's files.
        service: The user, the mounts and the size of /dev/shm, as in a Compose file.
        dockerfile: Its variables are set.
        program: The shell's program that runs inside.
    """
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        keys.write_text(f"check {KEY}\n")
        os.chown(keys, 10001, 10001)
        keys.chmod(0o400)
        user, group = service["user"].split(":")
        limits = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups"]
        limits += ["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
        inside = ["chroot", str(image), "env", "-i", *_environment(dockerfile), *limits, "sh", "-c", program]
        script = " && ".join([*_mounts(image, service, keys), f"exec {shlex.join(inside)}"])
        yield ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script]


def _mounts(image: Path, service: dict[str, Any], keys: Path) -> list[str]:
    """The commands that mount what a container has."""
    root = shlex.quote(str(image))
    mounts = [
        f"mkdir -p {root}/run/secrets",
        f"mount --bind {root} {root}",
        f"mount -t proc proc {root}/proc",
    ]
    mounts += [f"mount --rbind /dev {root}/dev", f"touch {root}/run/secrets/keys"]
    mounts += [f"mount --bind {keys} {root}/run/secrets/keys"]
    sizes = [f"/dev/shm:size={service['shm_size'].removesuffix('b')},mode=1777", *service["tmpfs"]]
    for place, _, options in (entry.partition(":") for entry in sizes):
        mounts.append(f"mount -t tmpfs -o {DOCKERS_TMPFS},{options} tmpfs {root}{place}")
    return [*mounts, f"mount -o remount,bind,ro {root}"]


def _environment(dockerfile: Path) -> list[str]:
    """The variables that a Dockerfile sets."""
    lines = re.findall(r"^ENV (.*)$", dockerfile.read_text(), re.MULTILINE)
    return ["PATH=/usr/local/bin:/usr/bin:/bin", *(pair for line in lines for pair in line.split())]


def wait_for(server: subprocess.Popen[str], words: str) -> None:
    """Show what a container prints, until it prints these words.

    Raises:
        RuntimeError: if it ends before.
    """
    assert server.stdout is not None
    for line in iter(server.stdout.readline, ""):
        print(f"   {line.rstrip()}", flush=True)
        if words in line:
            return
    raise RuntimeError(f"the image's server ended, or took too long, before it said {words!r}")


def hear() -> None:
    """Hear a sentence through the gateway, and have an empty recording transcribed."""
    os.environ["TIMBRE_SERVER_KEY"] = KEY
    voices = BaseVoices(BaseModel.open(assets_dir() / "base"))
    voice = voices.voice(voices.base.speakers[0]).to_bytes()
    with TimbreClient(f"127.0.0.1:{PORTS['8001']}") as client:
        client.wait_ready()
        pcm = np.concatenate([chunk.pcm for chunk in client.speak("Good morning from the image.", voice)])
        if not len(pcm) or not np.abs(pcm).max():
            raise RuntimeError("the image's server made no sound")
        heard = client.transcribe(np.zeros(16_000, np.float32))
    print(f"   heard {len(pcm)} samples; of silence it understood {heard.text!r}", flush=True)
