"""The literal config.pbtxt files against timbre.contract."""

import ast
from pathlib import Path

import pytest
from google.protobuf import text_format
from tritonclient.grpc import model_config_pb2

from timbre import contract
from timbre.messages import Message

REPOSITORY = Path(__file__).parents[2] / "triton_repo"
MODELS = {model.name: model for model in contract.ALL_MODELS}
PYTHON_MODELS = sorted(set(MODELS) - {"tts"})
ALLOWED_IMPORTS = {"functools", "json", "numpy", "timbre", "timbre_finetune", "triton_python_backend_utils"}


def read_config(name):
    return text_format.Parse((REPOSITORY / name / "config.pbtxt").read_text(), model_config_pb2.ModelConfig())


def tensors_of(entries):
    return [(t.name, model_config_pb2.DataType.Name(t.data_type), tuple(t.dims)) for t in entries]


def expected(tensors):
    return [(t.name, t.config_dtype, t.dims) for t in tensors]


def optional_of(entries):
    return [t.name for t in entries if t.optional]


def test_every_model_of_the_contract_has_a_folder_and_no_other():
    assert {path.parent.name for path in REPOSITORY.glob("*/config.pbtxt")} == set(MODELS)


@pytest.mark.parametrize("name", sorted(MODELS))
def test_config_states_the_contract(name):
    config = read_config(name)
    assert config.name == name
    assert config.max_batch_size == 0
    assert tensors_of(config.input) == expected(MODELS[name].inputs)
    assert optional_of(config.input) == optional_of(MODELS[name].inputs)
    assert tensors_of(config.output) == expected(MODELS[name].outputs)
    if name == "tts":
        assert config.platform == "ensemble"
    else:
        assert config.backend == "python"
        assert config.model_transaction_policy.decoupled == MODELS[name].decoupled


def test_ensemble_connects_tensors_of_equal_type():
    config = read_config("tts")
    known = {t.name: (t.dtype, t.dims) for t in contract.TTS_MODEL.inputs}
    for step in config.ensemble_scheduling.step:
        model = MODELS[step.model_name]
        assert set(step.input_map) == {t.name for t in model.inputs}
        assert set(step.output_map) == {t.name for t in model.outputs}
        for tensor in model.inputs:
            assert known[step.input_map[tensor.name]] == (tensor.dtype, tensor.dims)
        known |= {step.output_map[t.name]: (t.dtype, t.dims) for t in model.outputs}
    for tensor in contract.TTS_MODEL.outputs:
        assert known[tensor.name] == (tensor.dtype, tensor.dims)


@pytest.mark.parametrize("name", PYTHON_MODELS)
def test_model_is_a_thin_adapter(name):
    source = (REPOSITORY / name / "1" / "model.py").read_text()
    assert len(source.splitlines()) <= 100
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.split(".")[0])
    assert imported <= ALLOWED_IMPORTS


def test_errors_survive_what_triton_adds():
    text = contract.encode_error("voice", Message("No such\nvoice."))
    wrapped = f"in ensemble 'tts', Failed to process the request(s), message: {text}\n\nAt:\n  model.py(3)"
    assert contract.decode_error(wrapped) == ("voice", Message("No such voice."))
    assert contract.decode_error("something else") is None
    with pytest.raises(ValueError, match="unknown kind"):
        contract.encode_error("weather", Message("rain"))
