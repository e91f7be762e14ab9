"""What the doctor says of the engine, on machines of several kinds; cards are those of a driver that is played."""

import pytest

from tests.helpers.fake_tensorrt import NAME, fake_card, fake_cuda, no_driver
from timbre.base import BaseModel
from timbre.engines.card import Cuda, find_card
from timbre.engines.verdict import Verdict, write_progress, write_verdict
from timbre.messages import Message
from timbre_app import doctor


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path, tiny_base):
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    monkeypatch.delenv("TIMBRE_SERVER_URL", raising=False)
    monkeypatch.delenv("TIMBRE_ENGINE", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: object())


def test_machine_without_a_card(monkeypatch, tmp_path):
    no_driver(monkeypatch, tmp_path)
    found = doctor.check_engine()
    assert (found.state, found.remedy) == ("good", "")
    assert found.message == "ONNX Runtime on the processor: there is no driver of an NVIDIA card"


def test_rtx_card_before_while_and_after_the_trial(monkeypatch, tmp_path, tiny_base):
    fake_card(monkeypatch, tmp_path / "driver")
    about = " (NVIDIA GeForce RTX 4070, compute capability 8.9)"
    found = doctor.check_engine()
    assert found.state == "good"
    assert found.message.startswith("CUDA graphs: the trial of TensorRT for RTX begins once")
    write_progress(Message.of("building engine {number} of {count}", number=1, count=3))
    assert doctor.check_engine().message == f"CUDA graphs: building engine 1 of 3{about}"
    write_progress(None)
    base = BaseModel.open(tiny_base)
    for outcome, engine in (("failed", "CUDA graphs"), ("faster", "TensorRT for RTX")):
        write_verdict(find_card(), base, Verdict(outcome, Message.of("that is the reason")))
        assert doctor.check_engine().message == f"{engine}: that is the reason{about}"


def test_rtx_card_without_the_library_is_a_warning_with_a_remedy(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, package=None: None if name == NAME else object()
    )
    found = doctor.check_engine()
    assert found.state == "warning"
    assert "timbre[rtx]" in found.remedy


def test_card_that_torch_cannot_use_is_a_warning_with_a_remedy(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver", driver="535.247")
    fake_cuda(monkeypatch, Cuda(0, 12020, "NVIDIA GeForce RTX 4070", "8.9"))
    monkeypatch.setattr("timbre.engines.card.WSL_FOLDER", str(tmp_path / "none"))
    found = doctor.check_engine()
    assert (found.state, found.remedy[:42]) == ("warning", "install the NVIDIA driver 580 or newer, th")
    assert found.message.startswith("ONNX Runtime on the processor: the NVIDIA driver 535.247 is too old")


def test_cache_that_cannot_be_written_is_a_warning_with_a_remedy(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver")
    (tmp_path / "file").touch()
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "file" / "cache"))
    found = doctor.check_engine()
    assert (found.state, "TIMBRE_CACHE" in found.remedy) == ("warning", True)
    assert "cannot be written" in found.message


def test_data_centre_card_and_a_server_elsewhere(monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H200", "9.0")
    assert doctor.check_engine().state == "good"
    assert "series 30 and newer (NVIDIA H200" in doctor.check_engine().message
    monkeypatch.setenv("TIMBRE_SERVER_URL", "10.0.0.7:8001")
    assert "elsewhere" in doctor.check_engine().message


def test_compiled_networks_on_a_server_and_what_they_lack(monkeypatch, tmp_path, tiny_base):
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H200", "9.0")
    monkeypatch.setenv("TIMBRE_ENGINE", "compiled")
    assert doctor.check_engine().message.startswith("CUDA graphs: the trial of compiled networks begins once")
    lacking = Verdict("failed", Message.of("compiled networks failed: a C compiler is needed"))
    write_verdict(find_card(), BaseModel.open(tiny_base), lacking, "compiled")
    assert "CUDA graphs: compiled networks failed: a C compiler" in doctor.check_engine().message
