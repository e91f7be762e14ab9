"""The repository for NVIDIA's container: parsed with Triton's own protobuf, and served by stand-ins."""

import subprocess

import numpy as np
import onnxruntime
import pytest
from google.protobuf import text_format
from tritonclient.grpc import model_config_pb2

from scripts.served_plans import replace_plans
from timbre import contract, paths
from timbre.base import BaseModel
from timbre.engines.base import OUTPUTS
from timbre.engines.served_engine import MODELS
from timbre_finetune.cli import main


@pytest.fixture(scope="module")
def exported(tiny_base, tmp_path_factory):
    out = tmp_path_factory.mktemp("tensorrt")
    assert main(["export", "--target", "tensorrt", "--base", str(tiny_base), "--out", str(out)]) == 0
    return out


def read_config(folder):
    return text_format.Parse((folder / "config.pbtxt").read_text(), model_config_pb2.ModelConfig())


@pytest.mark.parametrize(("network", "name"), MODELS.items())
def test_plan_configs_state_the_graphs(exported, tiny_base, network, name):
    config = read_config(exported / "triton_repo" / name)
    assert (config.name, config.platform, config.max_batch_size) == (name, "tensorrt_plan", 32)
    session = onnxruntime.InferenceSession(str(tiny_base / f"{network}.onnx"))
    for stated, actual in ((config.input, session.get_inputs()), (config.output, session.get_outputs())):
        assert [t.name for t in stated] == [t.name for t in actual]
        for tensor, value in zip(stated, actual, strict=True):
            dims = [size if isinstance(size, int) else -1 for size in value.shape[1:]]
            assert list(tensor.dims) == (dims or [1])
            kind = "TYPE_INT64" if "int64" in value.type else "TYPE_FP32"
            assert model_config_pb2.DataType.Name(tensor.data_type) == kind
    assert {t.name for t in config.output} == set(OUTPUTS[network])


def test_the_other_models_are_the_same(exported):
    names = {folder.name for folder in (exported / "triton_repo").iterdir()}
    assert names == {model.name for model in contract.ALL_MODELS} - {"tts_fused"} | set(MODELS.values())
    ours = paths.assets_dir().parent / "triton_repo" / "tts" / "config.pbtxt"
    assert (exported / "triton_repo" / "tts" / "config.pbtxt").read_text() == ours.read_text()


@pytest.mark.parametrize("name", MODELS.values())
def test_graphs_stand_alone_and_build_command_names_all_inputs(exported, name):
    session = onnxruntime.InferenceSession((exported / "onnx" / f"{name}.onnx").read_bytes())
    script = (exported / "build_plans.sh").read_text()
    command = script[script.index(f"--onnx=onnx/{name}.onnx") :].partition("--saveEngine")[0]
    for value in session.get_inputs():
        assert command.count(f"{value.name}:") >= 3


def test_script_is_bash(exported):
    subprocess.run(["bash", "-n", exported / "build_plans.sh"], check=True)


def test_base_model_is_not_written_without_its_parts(tmp_path, capsys):
    assert main(["export", "--out", str(tmp_path)]) == 1
    assert "--speakers, --manifest" in capsys.readouterr().err


@pytest.mark.e2e
@pytest.mark.slow
def test_streaming_models_call_the_networks_inside_the_server(exported, tiny_base, tmp_path, monkeypatch):
    """With Python models in place of the plans, which need a card: only `platform` differs."""
    from tests.helpers.speech_server import own_home, read_patiently
    from timbre.base_voices import BaseVoices
    from timbre.speech.synthesizer import Synthesizer
    from timbre_app.client.timbre_client import TimbreClient
    from timbre_app.server import open_server, server_status, stop_server
    from timbre_app.server.figures import figures_of, parse

    replace_plans(exported / "triton_repo", tiny_base)
    base = BaseModel.open(tiny_base)
    voice = BaseVoices(base).voice(base.speakers[0])
    with own_home(tmp_path / "home", tiny_base):
        monkeypatch.setenv("TIMBRE_TRITON_REPO", str(exported / "triton_repo"))
        monkeypatch.setenv("TIMBRE_ENGINE", "triton")
        monkeypatch.setenv("TIMBRE_EXTRA_MODELS", ",".join(MODELS.values()))
        try:
            with open_server() as handle, TimbreClient(handle.url) as client:
                pcm = np.concatenate([chunk.pcm for chunk in client.speak("Plans speak too.", voice)])
                figures = figures_of(parse(read_patiently(server_status())))
        finally:
            stop_server()
    whole = np.concatenate(
        [c.waveform for c in Synthesizer.load(tiny_base, "onnx").speak("Plans speak too.", voice)]
    )
    np.testing.assert_allclose(pcm / contract.PCM_SCALE, np.clip(whole, -1, 1), atol=2e-4)
    assert set(figures.engines.values()) <= {"Triton (TensorRT plans)"}
