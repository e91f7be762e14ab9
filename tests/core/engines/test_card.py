"""Which card there is, whether torch can use it, and which cards setup installs TensorRT for RTX for."""

import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.fake_tensorrt import fake_card, fake_cuda, no_driver
from timbre.engines import card
from timbre.engines.card import (
    RTX_CAPABILITIES,
    Card,
    Cuda,
    ask_cuda,
    find_card,
    has_nvidia_driver,
    torch_cuda,
)
from timbre.engines.cuda_probe import NO_LIBRARY, probe
from timbre.engines.decision import decide
from timbre.engines.select import may_use_gpu

SETUP = Path(__file__).parents[3] / "scripts" / "setup.sh"
HAS_RTX = "\n".join(
    [
        "set -o pipefail",
        *re.findall(r"^(?:capabilities|has_rtx)\(\) .*$", SETUP.read_text(), re.MULTILINE),
        "has_rtx",
    ]
)
CAPABILITIES = ("6.1", "7.5", "8.0", *RTX_CAPABILITIES, "9.0", "10.0", "12.10", "[N/A]")


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_setup_knows_the_same_cards_as_the_program(monkeypatch, tmp_path, capability):
    fake_card(monkeypatch, tmp_path / "driver", capability=capability)
    # The driver's program answers with the capability alone, when that alone is asked for.
    (tmp_path / "driver" / "nvidia-smi").write_text(f"#!/bin/sh\necho '{capability}'\n")
    installs = subprocess.run(["bash", "-c", HAS_RTX], env=dict(os.environ), check=False)
    fake_card(monkeypatch, tmp_path / "driver", capability=capability)
    assert (installs.returncode == 0) == find_card().is_rtx == (capability in RTX_CAPABILITIES)


def test_setup_without_a_driver_installs_nothing(tmp_path):
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    assert subprocess.run(["bash", "-c", HAS_RTX], env=environment, cwd=tmp_path, check=False).returncode


def library(error=0, cards=(("NVIDIA GeForce RTX 4090", 8, 9),)):
    """The driver's library, as ctypes calls it."""

    def put(place, value):
        place._obj.value = value
        return 0

    def name(place, size, device):
        place.value = cards[device.value][0].encode()
        return 0

    return SimpleNamespace(
        cuDriverGetVersion=lambda place: put(place, 13000),
        cuInit=lambda flags: error,
        cuDeviceGet=lambda place, at: put(place, at) if at < len(cards) else 101,
        cuDeviceGetName=name,
        cuDeviceGetAttribute=lambda place, which, device: put(place, cards[device.value][which - 74]),
    )


def test_library_of_the_driver_tells_the_card_that_cuda_counts_first():
    assert probe(library()) == {
        "error": 0,
        "cuda": 13000,
        "name": "NVIDIA GeForce RTX 4090",
        "capability": "8.9",
    }
    assert probe(library(error=999)) == {"error": 999, "cuda": 13000, "name": "", "capability": ""}
    assert probe(library(cards=()))["error"] == 101


def test_machine_without_the_library_answers_too():
    ask_cuda.cache_clear()
    answer = ask_cuda()  # in a process of its own, for real
    assert answer is not None
    assert (answer.error == NO_LIBRARY) == (answer.cuda == 0)


def two_cards(monkeypatch, folder):
    fake_card(monkeypatch, folder)
    first, second = "NVIDIA GeForce GT 1030, 6.1, 580.65", "NVIDIA GeForce RTX 4090, 8.9, 580.65"
    (folder / "nvidia-smi").write_text(f"#!/bin/sh\necho '{first}'\necho '{second}'\n")


def test_of_several_cards_it_is_the_one_that_torch_takes(monkeypatch, tmp_path):
    two_cards(monkeypatch, tmp_path / "driver")
    fake_cuda(monkeypatch, Cuda(0, 13000, "NVIDIA GeForce RTX 4090", "8.9"))
    assert find_card() == Card("NVIDIA GeForce RTX 4090", "8.9", "580.65")
    fake_cuda(monkeypatch, None)  # the library does not answer
    assert find_card() == Card("NVIDIA GeForce GT 1030", "6.1", "580.65")


def test_card_that_the_person_has_chosen(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    fake_cuda(monkeypatch, Cuda(0, 13000, "NVIDIA GeForce RTX 3060", "8.6"))
    assert find_card() == Card("NVIDIA GeForce RTX 3060", "8.6", "580.65")


def test_driver_without_its_program(monkeypatch, tmp_path):
    """Debian packs nvidia-smi by itself."""
    fake_card(monkeypatch, tmp_path / "driver")
    no_driver(monkeypatch, tmp_path)
    assert find_card() is None
    module = tmp_path / "version"
    monkeypatch.setattr(card, "DRIVER_FILES", (module,))
    monkeypatch.setattr(card, "KERNEL_MODULE", module)
    module.write_text(
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (root@host)\n"
        "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14+deb12u1)\n"
    )
    assert has_nvidia_driver()
    assert find_card() == Card("NVIDIA GeForce RTX 4070", "8.9", "580.65.06")
    assert decide().card == find_card()
    fake_cuda(monkeypatch, None)
    assert find_card() is None


def test_program_of_wsl_is_found_outside_path(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    monkeypatch.setattr(card, "WSL_FOLDER", str(tmp_path / "driver"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert find_card() == Card("NVIDIA GeForce RTX 4070", "8.9", "580.65")


def test_version_of_cuda_for_which_torch_was_built(monkeypatch, tmp_path):
    folder = tmp_path / "torch"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: SimpleNamespace(origin=folder / "__init__.py")
    )
    assert torch_cuda() is None
    for line, built_for in (
        ("cuda: Optional[str] = '13.0'", 13),
        ("cuda = '12.8'", 12),
        ("cuda: Optional[str] = None", None),
    ):
        (folder / "version.py").write_text(f"__version__ = '2.13.0'\n{line}\nhip: Optional[str] = None\n")
        assert torch_cuda() == built_for


@pytest.mark.parametrize(
    ("driver", "answer", "reason", "remedy"),
    [
        (
            "535.183",
            Cuda(0, 12020, "A", "8.9"),
            "driver 535.183 is too old for torch, which needs 580",
            "580 or newer",
        ),
        ("535.183", None, "too old for torch", "580 or newer"),
        ("580.65", Cuda(NO_LIBRARY, 0, "", ""), "library for CUDA is missing", "libcuda1"),
        ("580.65", Cuda(100, 13000, "", ""), "finds no card", ""),
        ("580.65", Cuda(802, 13000, "", ""), "error 802", "nvidia-fabricmanager"),
        ("580.65", Cuda(803, 0, "", ""), "error 803", "restart the machine"),
        ("580.65", Cuda(999, 13000, "", ""), "error 999", "restart the machine"),
    ],
)
def test_card_that_torch_cannot_use_is_told_with_a_remedy(
    monkeypatch, tmp_path, driver, answer, reason, remedy
):
    fake_card(monkeypatch, tmp_path / "driver", driver=driver)
    fake_cuda(monkeypatch, answer)
    for wish in ("auto", "rtx"):
        decision = decide(wish)
        assert (decision.choice, decision.wants_trial) == ("onnx", False)
        assert reason in str(decision.reason)
        assert remedy in decision.remedy
    assert reason in str(decide("compiled").reason)
    assert not decide("compiled").wants_trial


@pytest.mark.parametrize(
    "answer", [Cuda(0, 12020, "A", "8.9"), Cuda(NO_LIBRARY, 0, "", ""), Cuda(999, 13000, "", "")]
)
def test_driver_of_wsl_is_mended_in_windows(monkeypatch, tmp_path, answer):
    fake_card(monkeypatch, tmp_path / "driver")
    fake_cuda(monkeypatch, answer)
    monkeypatch.setattr(card, "WSL_FOLDER", str(tmp_path))
    assert decide().remedy.startswith(
        "update NVIDIA's driver in Windows to 580 or newer, and install none in WSL"
    )
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    fake_cuda(monkeypatch, Cuda(100, 13000, "", ""))
    assert "CUDA_VISIBLE_DEVICES" in decide().remedy


def test_older_driver_with_a_compatibility_package_will_do(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H100", "9.0", driver="535.183")
    fake_cuda(monkeypatch, Cuda(0, 13000, "NVIDIA H100", "9.0"))
    assert decide().choice == "cudagraph"


def test_processor_gets_the_way_that_suits_it_where_torch_cannot_use_the_card(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    module = tmp_path / "version"
    monkeypatch.setattr(card, "KERNEL_MODULE", module)
    monkeypatch.setattr(card, "DRIVER_FILES", (module,))
    assert may_use_gpu()
    module.write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.247.01  Release Build\n")
    assert may_use_gpu()  # a compatibility package: the library goes up to CUDA 13
    fake_cuda(monkeypatch, Cuda(0, 12020, "NVIDIA GeForce RTX 4070", "8.9"))
    assert not may_use_gpu()


def test_container_that_was_not_given_the_card_of_its_machine(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    no_driver(monkeypatch, tmp_path)
    module = tmp_path / "version"
    module.write_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Release Build\n")
    monkeypatch.setattr(card, "DRIVER_FILES", (module,))
    assert may_use_gpu()  # it has no program, but the library works
    fake_cuda(monkeypatch, Cuda(NO_LIBRARY, 0, "", ""))
    assert not may_use_gpu()
    assert decide().choice == "onnx"


def test_card_for_which_torch_has_no_kernels(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA GeForce GTX 1080", "6.1")
    assert (decide().choice, decide().wants_trial) == ("onnx", False)
    assert "compute capability 6.1" in str(decide().reason)
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA GeForce RTX 5090", "12.0")
    assert decide().choice == "cudagraph"


def test_hidden_card(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    fake_cuda(monkeypatch, Cuda(100, 13000, "", ""))
    assert decide().choice == "onnx"
    assert "CUDA_VISIBLE_DEVICES= hides" in str(decide().reason)
