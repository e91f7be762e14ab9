"""Plays an RTX card in the processes of a real server: keeper, trial and models."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.helpers.fake_tensorrt import NVIDIA_SMI

ROOT = Path(__file__).parents[2]
PROGRAM = '''
import pathlib
import sys
import time

sys.path.insert(0, {root!r})


class Finder:
    """Changes modules right after they have been imported."""

    def find_spec(self, name, path=None, target=None):
        if name in CHANGES:
            sys.meta_path.remove(self)
            try:
                import importlib.util

                spec = importlib.util.find_spec(name)
            finally:
                sys.meta_path.insert(0, self)
            run = spec.loader.exec_module
            spec.loader.exec_module = lambda module: (run(module), CHANGES[name](module))
            return spec
        return None


def play(name, value):
    return lambda module: setattr(module, name, value)


def card(module):
    module.torch_is_for_cpus = lambda: False
    module.ask_cuda = lambda: None


def rtx(module):
    import torch

    from tests.helpers.fake_tensorrt import Faults, fake_tensorrt

    class Played(Faults):
        """Engines run until there is a file that says no."""

        runs = property(lambda self: not pathlib.Path({broken!r}).exists(), lambda self, value: None)

    sys.modules["tensorrt_rtx"] = fake_tensorrt(Played())
    module.card_device = lambda: torch.device("cpu")
    module.card_capability = lambda: "8.9"


def check(module):
    module.RUNS = 2
    module.MEL_TOLERANCE = module.STREAM_TOLERANCE = 10.0  # a tiny base model is so quiet that fp16 changes it
    measured = module.CheckedEngine.speed

    def speed(self, sentences):
        """A stand-in on the processor is no measure of a card."""
        time.sleep({measuring_s!r})
        played = self._acoustic.engine_name.startswith("TensorRT")
        return module.Speed(1.0, 1.0) if played else measured(self, sentences)

    module.CheckedEngine.speed = speed


CHANGES = {{
    "timbre.engines.card": card,
    "timbre.engines.torch_engine": play("cuda_capability", lambda: "8.9"),
    "timbre.engines.rtx_engine": rtx,
    "timbre.speech.engine_check": check,
}}
sys.meta_path.insert(0, Finder())
'''


def play_card(patch: pytest.MonkeyPatch, folder: Path, measuring_s: float = 0.0) -> Path:
    """Let the programs that are started from now on find a card of series 40, whose library is a stand-in.

    Args:
        patch: Sets their environment.
        folder: For what they import; it does not exist yet.
        measuring_s: How much longer the trial measures each engine.
    Returns:
        A file; once it is there, no engine runs any more.
    """
    broken = folder / "broken"
    folder.mkdir()
    program = PROGRAM.format(root=str(ROOT), broken=str(broken), measuring_s=measuring_s)
    (folder / "sitecustomize.py").write_text(program)  # Python imports it; in Triton's models it does not
    shutil.copytree(ROOT / "triton_repo", folder / "triton_repo")
    for model in (folder / "triton_repo").glob("*/1/model.py"):
        model.write_text(program + model.read_text())
    patch.setenv("TIMBRE_TRITON_REPO", str(folder / "triton_repo"))
    driver = folder / "nvidia-smi"
    driver.write_text(NVIDIA_SMI.format(name="NVIDIA GeForce RTX 4070", capability="8.9", driver="580.65"))
    driver.chmod(0o755)
    patch.setenv("PYTHONPATH", str(folder))
    patch.setenv("PATH", str(folder), prepend=":")
    return broken
