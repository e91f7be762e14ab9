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
    service = yaml.safe_load(compose.read_text())["services"]["server"]
    with tempfile.TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        keys.write_text(f"check {KEY}\n")
        os.chown(keys, 10001, 10001)
        keys.chmod(0o400)
        command = _container(image, service, keys, _inside(service))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
            timer = threading.Timer(START_S, _end, [server])
            timer.start()
            try:
                _wait(server, "healthy")
                _hear()
                _wait(server, "doctor ended with 0")
            finally:
                timer.cancel()
                _end(server)


def _end(server: subprocess.Popen[str]) -> None:
    """Kill the container's first process too; the others end with it, because they are in its process namespace."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


def _inside(service: dict[str, Any]) -> str:
    """The program in the container: the server, its health check until it is good, the compiler, the doctor."""
    serve = ["timbre", "serve", "--host", "0.0.0.0", "--all-models", *service["command"]]
    health = shlex.join(service["healthcheck"]["test"][1:])
    program = f"""
        {shlex.join(serve)} & server=$!
        until {health} 2>/dev/null; do kill -0 $server || exit 1; sleep 2; done
        include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
        echo '#include <Python.h>' | gcc -fsyntax-only -I "$include" -xc - || exit 1
        echo "healthy"; timbre doctor; echo "doctor ended with $?"; wait $server"""
    return re.sub("|".join(PORTS), lambda port: PORTS[port[0]], program)


def _container(image: Path, service: dict[str, Any], keys: Path, program: str) -> list[str]:
    """The command that runs a program as the service: user, mounts, no capabilities, files that cannot be written."""
    user, group = service["user"].split(":")
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
    mounts.append(f"mount -o remount,bind,ro {root}")
    limits = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups"]
    limits += ["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    inside = ["chroot", str(image), "env", "-i", *_environment(), *limits, "sh", "-c", program]
    script = " && ".join([*mounts, f"exec {shlex.join(inside)}"])
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script]


def _environment() -> list[str]:
    """The variables that deploy/Dockerfile sets."""
    text = (Path(__file__).resolve().parents[1] / "deploy" / "Dockerfile").read_text()
    lines = re.findall(r"^ENV (.*)$", text, re.MULTILINE)
    return ["PATH=/usr/local/bin:/usr/bin:/bin", *(pair for line in lines for pair in line.split())]


def _wait(server: subprocess.Popen[str], words: str) -> None:
    assert server.stdout is not None
    for line in iter(server.stdout.readline, ""):
        print(f"   {line.rstrip()}", flush=True)
        if words in line:
            return
    raise RuntimeError(f"the image's server ended, or took too long, before it said {words!r}")


def _hear() -> None:
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
