"""What Dockerfile.tensorrt's container starts, with stand-ins for NVIDIA's programs and for the card."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from scripts.served_plans import replace_plans
from tests.helpers.ports import free_port
from tests.helpers.speech_server import children, command_line, is_alive, wait_until
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.served_engine import MODELS
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import backends, system
from timbre_app.server.figures import figures_of, parse
from timbre_finetune.cli import main

SCRIPT = Path(__file__).parents[2] / "deploy" / "serve_tensorrt.sh"
KEY = "k" * 43
TRTEXEC = '#!/bin/sh\nfor word; do case $word in --saveEngine=*) echo built > "${word#*=}" && echo "$word" >> "$LOG";; esac; done\n'
WAITS = "#!/bin/sh\nexec sleep 600\n"
ENDS = "#!/bin/sh\nexit 3\n"


@dataclass
class Container:
    """The folders that the container has, in a folder of the test; and its programs, which come first on PATH."""

    root: Path
    port: int = field(default_factory=free_port)
    metrics_port: int = field(default_factory=free_port)
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("image", "volume", "programs", "sockets"):
            (self.root / name).mkdir()
        self.program("trtexec", TRTEXEC)
        self.program("nvidia-smi", "#!/bin/sh\necho A card\n")
        (self.root / "keys").write_text(f"test {KEY}\n")
        (self.root / "keys").chmod(0o600)

    def program(self, name: str, text: str) -> None:
        path = self.root / "programs" / name
        path.write_text(text)
        path.chmod(0o755)

    def script(self) -> str:
        places = {
            "/opt/tensorrt": self.root / "image",
            "/model/": f"{self.root}/volume/",
            "/model\n": f"{self.root}/volume\n",
            "/tmp/timbre": self.root / "sockets",
            "0.0.0.0": "127.0.0.1",
            "8001": self.port,
            "8002": self.metrics_port,
        }
        return re.sub("|".join(places), lambda match: str(places[match[0]]), SCRIPT.read_text())

    @contextlib.contextmanager
    def started(self) -> Iterator[subprocess.Popen[bytes]]:
        environment = {
            **os.environ,
            "PATH": os.pathsep.join([str(self.root / "programs"), os.environ["PATH"]]),
            "LOG": str(self.root / "log"),
            "TIMBRE_SERVER_SCRATCH": str(self.root / "scratch"),
            "TIMBRE_KEY_FILE": str(self.root / "keys"),
            **self.environment,
        }
        process = subprocess.Popen(["bash", "-c", self.script()], env=environment, start_new_session=True)
        try:
            yield process
            process.terminate()
            process.wait(120)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def run_to_its_end(self) -> int:
        """Its exit status; for a container one of whose programs ends."""
        with self.started() as process:
            return process.wait(60)

    @property
    def built(self) -> int:
        """How many plans were built so far."""
        log = self.root / "log"
        return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a short name, because sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="timbre-test-") as name:
        yield Path(name)


@pytest.fixture(scope="module")
def exported(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tensorrt")
    assert main(["export", "--target", "tensorrt", "--base", str(tiny_base), "--out", str(out)]) == 0
    return out


@pytest.fixture
def container(folder: Path, exported: Path) -> Container:
    made = Container(folder)
    subprocess.run(["cp", "-r", f"{exported}/.", folder / "image"], check=True)
    made.program("python3", WAITS)
    made.program("tritonserver", ENDS)
    return made


def test_plans_are_built_once(container: Container):
    for _ in range(2):
        container.run_to_its_end()
        assert container.built == len(MODELS)
    for name in MODELS.values():
        assert (
            container.root / "volume" / "triton_repo" / name / "1" / "model.plan"
        ).read_text() == "built\n"


def test_plans_of_a_build_that_was_cut_short_are_built_anew(container: Container):
    container.program("trtexec", TRTEXEC + "case $* in *hifigan*) kill -9 $PPID;; esac\n")
    assert container.run_to_its_end() != 0
    assert container.built == len(MODELS)
    container.program("trtexec", TRTEXEC)
    container.run_to_its_end()
    assert container.built == 2 * len(MODELS)


def test_plans_are_built_anew_of_another_images_graphs(container: Container):
    container.run_to_its_end()
    gone = container.root / "volume" / "triton_repo" / "gone"
    gone.mkdir()
    (container.root / "image" / "onnx" / "hifigan_generator.onnx").write_bytes(b"another graph")
    container.run_to_its_end()
    assert container.built == 2 * len(MODELS)
    assert (container.root / "volume" / "onnx" / "hifigan_generator.onnx").read_bytes() == b"another graph"
    assert not gone.exists()


def test_plans_are_built_anew_for_another_card(container: Container):
    container.run_to_its_end()
    container.program("nvidia-smi", "#!/bin/sh\necho Another card\n")
    container.run_to_its_end()
    assert container.built == 2 * len(MODELS)


@pytest.mark.parametrize("program", ["python3", "tritonserver"])
def test_the_container_ends_with_either_of_its_programs(container: Container, program: str):
    for name in ("python3", "tritonserver"):
        container.program(name, ENDS if name == program else WAITS)
    assert container.run_to_its_end() == 1


def test_the_container_is_stopped_with_both_of_its_programs(container: Container):
    container.program("tritonserver", WAITS)
    with container.started() as process:
        programs: list[int] = []

        def both_run() -> bool:
            programs[:] = [pid for pid in children(process.pid) if command_line(pid) == "sleep 600 "]
            return len(programs) == 2

        assert wait_until(both_run)
        process.terminate()
        assert process.wait(60) == 0
        assert not any(is_alive(pid) for pid in programs)


@pytest.mark.e2e
@pytest.mark.slow
def test_the_container_speaks_and_transcribes_for_who_has_a_key(
    container: Container, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    wheel = system.find_wheel()
    library = system.libpython_folder()
    (container.root / "programs" / "python3").unlink()
    container.program(
        "tritonserver",
        f'#!/bin/sh\nexec {wheel.binary} --backend-directory={backends.backends_folder(wheel)} "$@"\n',
    )
    container.environment = {
        "PATH": os.pathsep.join([str(container.root / "programs"), str(system.python_folder()), os.defpath]),
        "TIMBRE_ENGINE": "triton",
        "TIMBRE_BASE": str(tiny_base),
        "TIMBRE_HOME": str(tmp_path / "home"),
        "LD_LIBRARY_PATH": str(library or ""),
    }
    replace_plans(container.root / "image" / "triton_repo", tiny_base)
    base = BaseModel.open(tiny_base)
    voice = BaseVoices(base).voice(base.speakers[0])
    monkeypatch.setenv("TIMBRE_SERVER_KEY", KEY)
    with container.started(), TimbreClient(f"127.0.0.1:{container.port}") as client:
        client.wait_ready()
        pcm = np.concatenate([chunk.pcm for chunk in client.speak("Plans speak too.", voice)])
        assert np.abs(pcm).max() > 0
        assert client.transcribe(np.zeros(16_000, np.float32)).text == ""
        with urllib.request.urlopen(
            f"http://127.0.0.1:{container.metrics_port}/metrics", timeout=60
        ) as answer:
            assert set(figures_of(parse(answer.read().decode())).engines.values()) == {
                "Triton (TensorRT plans)"
            }
