"""Starts the image of Dockerfile.tensorrt with stand-ins for NVIDIA's programs and plans, and hears a sentence of it.

The stand-in of tritonserver is that of the wheel nvidia-pytriton, the plans are networks in ONNX Runtime. So everything
between them is the image's own: serve_tensorrt.sh, the gateway, the models of Python, and who may write where.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import yaml
from image_run import PORTS, container, health_check, hear, running, wait_for
from served_plans import replace_plans

from timbre_app.server.backends import COPIED, STUB
from timbre_app.server.system import find_wheel

SCRIPT = "opt/timbre/serve_tensorrt.sh"
WHEEL = "opt/wheel"
TRITON = f"{WHEEL}/pytriton/tritonserver"
SERVICE = {
    "user": "10001:10001",
    "shm_size": "1gb",
    "tmpfs": [f"/{place}:size=1g,mode=0700,uid=10001,gid=10001" for place in ("tmp", "data", "model")],
}
TRTEXEC = 'for word; do case $word in --saveEngine=*) echo "no plan" > "${word#*=}";; esac; done'


def run_tensorrt(image: Path, deploy: Path) -> None:
    """Start the image's server, ask for its health, and hear a sentence.

    Args:
        image: The image's files, which may be changed.
        deploy: The folder deploy/.
    Raises:
        RuntimeError: if any of that fails.
    """
    _install_triton(image)
    _program(image, "trtexec", TRTEXEC)
    replace_plans(image / "opt/tensorrt/triton_repo", Path("/opt/timbre/assets/base"))
    script = image / SCRIPT
    text = script.read_text()
    for port, used_here in PORTS.items():
        text = text.replace(port, used_here)
    script.write_text(text)
    compose = yaml.safe_load((deploy / "compose.yaml").read_text())
    program = f"""
        /{SCRIPT} & server=$!
        until {health_check(compose)} 2>/dev/null; do kill -0 $server || exit 1; sleep 2; done
        echo "healthy"; wait $server"""
    with (
        container(image, SERVICE, deploy / "Dockerfile.tensorrt", program) as command,
        running(command) as server,
    ):
        wait_for(server, "healthy")
        hear()


def _install_triton(image: Path) -> None:
    wheel = find_wheel()
    shutil.copytree(wheel.root, image / TRITON, symlinks=True)
    for libraries in wheel.root.parents[1].glob("nvidia_pytriton*.libs"):
        shutil.copytree(libraries, image / WHEEL / libraries.name)
    backend = image / "opt/backends/python"
    backend.mkdir(parents=True)
    for name in COPIED:
        shutil.copy(wheel.python_backend / name, backend)
    ask = ["chroot", image, "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    version = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip()
    (backend / STUB).symlink_to(f"/{TRITON}/python_backend_stubs/{version}/{STUB}")
    _program(image, "tritonserver", f'exec /{TRITON}/bin/tritonserver --backend-directory=/opt/backends "$@"')


def _program(image: Path, name: str, text: str) -> None:
    path = image / "usr/local/bin" / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
