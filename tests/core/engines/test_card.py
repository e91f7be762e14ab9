"""Which cards setup installs TensorRT for RTX for."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.helpers.fake_tensorrt import fake_card
from timbre.engines.card import RTX_CAPABILITIES, find_card

SETUP = Path(__file__).parents[3] / "scripts" / "setup.sh"
CAPABILITIES = ("6.1", "7.5", "8.0", *RTX_CAPABILITIES, "9.0", "10.0", "12.10", "[N/A]")


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_setup_knows_the_same_cards_as_the_program(monkeypatch, tmp_path, capability):
    fake_card(monkeypatch, tmp_path / "driver", capability=capability)
    function = re.search(r"^has_rtx\(\) .*$", SETUP.read_text(), re.MULTILINE)[0]
    # The driver's program answers with the capability alone, when that alone is asked for.
    (tmp_path / "driver" / "nvidia-smi").write_text(f"#!/bin/sh\necho '{capability}'\n")
    installs = subprocess.run(["bash", "-c", f"{function}; has_rtx"], env=dict(os.environ), check=False)
    fake_card(monkeypatch, tmp_path / "driver", capability=capability)
    assert (installs.returncode == 0) == find_card().is_rtx == (capability in RTX_CAPABILITIES)


def test_setup_without_a_driver_installs_nothing(tmp_path):
    function = re.search(r"^has_rtx\(\) .*$", SETUP.read_text(), re.MULTILINE)[0]
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    assert subprocess.run(["bash", "-c", f"{function}; has_rtx"], env=environment, check=False).returncode
