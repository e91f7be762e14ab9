"""`timbre serve`: what is open to whom, said in a sentence; what cannot be used, likewise. No server needed."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.helpers.certificates import make_certificate
from timbre.engines.select import CHOICES, COMPILED_CHOICE
from timbre_app.api.options import ApiOptions
from timbre_app.cli import api_options, serve_options, wyoming_options
from timbre_app.cli.main import main
from timbre_app.server import ServerError, ServerOptions
from timbre_app.server.options import PIPELINES

KEY = "k" * 43


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def keys(tmp_path):
    path = tmp_path / "keys"
    path.write_text(KEY)
    path.chmod(0o600)
    return str(path)


def arguments_of(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--all-models", action="store_true")
    serve_options.add_arguments(parser)
    return parser.parse_args(arguments)


def parse(*arguments: str) -> ServerOptions:
    return serve_options.options_of(arguments_of(*arguments))


def test_nothing_is_open_unless_it_is_asked_for():
    options = parse()
    assert not options.wants_gateway
    assert serve_options.with_key(options) == (options, "")
    assert serve_options.access_lines(options) == serve_options.key_lines("", "") == []


def test_engine_and_pipeline_are_options_before_they_are_settings(monkeypatch):
    monkeypatch.delenv("TIMBRE_ENGINE", raising=False)
    monkeypatch.delenv("TIMBRE_FUSED", raising=False)
    assert (parse().engine, parse().pipeline) == ("auto", "auto")
    monkeypatch.setenv("TIMBRE_ENGINE", "onnx")
    monkeypatch.setenv("TIMBRE_FUSED", "0")
    assert (parse().engine, parse().pipeline) == ("onnx", "ensemble")
    options = parse("--engine", "compiled", "--pipeline", "fused")
    assert (options.engine, options.pipeline) == ("compiled", "fused")


def test_engines_and_pipelines_are_those_that_there_are():
    """They are written down twice, so that the command line starts without numpy."""
    assert sorted(serve_options.ENGINES) == sorted((*CHOICES, COMPILED_CHOICE))
    assert serve_options.PIPELINES == PIPELINES


def test_machine_that_lets_others_in_says_so_and_that_nothing_is_encrypted(tmp_path):
    options = parse("--host", "192.168.1.20")
    assert options.grpc_port == 8001
    assert serve_options.access_lines(options) == [
        "Programs on any machine that reaches 192.168.1.20:8001 and know the key may speak and clone; traffic is not "
        "encrypted: give --tls-cert and --tls-key."
    ]
    certificate, private_key = make_certificate(tmp_path)
    options = parse(
        "--host", "0.0.0.0", "--grpc-port", "9", "--tls-cert", certificate, "--tls-key", private_key
    )
    (line,) = serve_options.access_lines(options)
    assert "0.0.0.0" not in line  # nobody can reach that
    assert line.endswith(":9 and know the key may speak and clone; traffic is encrypted.")


def test_ports_of_this_machine_are_said_too():
    options = parse("--grpc-port", "8001", "--metrics-port", "8002")
    assert serve_options.access_lines(options) == [
        "Programs on this machine that reach 127.0.0.1:8001 and know the key may speak and clone.",
        "Programs on this machine may read figures at http://127.0.0.1:8002/metrics, without a key.",
    ]
    (line,) = serve_options.access_lines(ServerOptions(host="::", metrics_port=8002))[1:]
    assert line.startswith("Whoever reaches it may read figures at http://")


def test_key_is_made_once_and_shown_once(home):
    options, secret = serve_options.with_key(parse("--grpc-port", "8001"))
    assert secret in (home / "server.key").read_text()
    assert secret in serve_options.key_lines(options.key_file, secret)[0]
    options, again = serve_options.with_key(parse("--grpc-port", "8001"))
    assert again == ""
    assert serve_options.key_lines(options.key_file, again) == [f"Keys are in {home / 'server.key'}."]


def api_of(*arguments: str) -> ApiOptions | None:
    args = arguments_of(*arguments)
    options = serve_options.options_of(args)
    return api_options.options_of(args, options.key_file, options.tls_cert, options.tls_key)


def test_api_is_open_to_this_machine_without_a_key_and_says_so(home):
    assert api_of() is None
    api = api_of("--api")
    assert api_options.with_key(api) == (api, "")
    assert api_options.access_line(api) == (
        "Programs on this machine, of all its users, may speak at http://127.0.0.1:8020/v1 in your voices, without a "
        "key; --key-file asks for one."
    )
    assert api_of("--api-port", "9").port == 9
    assert not home.exists()


def test_api_for_other_machines_has_a_key_and_says_that_nothing_is_encrypted(home, tmp_path):
    api, secret = api_options.with_key(api_of("--api-host", "192.168.1.20"))
    assert secret in (home / "server.key").read_text()
    assert (home / "server.key").stat().st_mode & 0o777 == 0o600
    assert api.needs_key
    assert api_options.access_line(api) == (
        "Programs on any machine that reaches it and know the key may speak at http://192.168.1.20:8020/v1; traffic is "
        "not encrypted: give --tls-cert and --tls-key."
    )
    certificate, private_key = make_certificate(tmp_path)
    api = api_of("--api-host", "0.0.0.0", "--tls-cert", certificate, "--tls-key", private_key)
    assert api_options.access_line(api).endswith(":8020/v1.")
    assert "https://" in api_options.access_line(api)


def test_given_keys_are_asked_for_on_this_machine_too(keys):
    api = api_of("--api", "--key-file", keys)
    assert api.needs_key
    assert api_options.with_key(api) == (api, "")
    assert "know the key" in api_options.access_line(api)


def test_given_keys_are_used_from_any_folder(keys, monkeypatch, home):
    monkeypatch.chdir(Path(keys).parent)
    options, secret = serve_options.with_key(parse("--grpc-port", "8001", "--key-file", "keys"))
    assert (options.key_file, secret) == (keys, "")
    assert not home.exists()


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--http-port", "8000"], "--http-port is gone"),
        (["--grpc-port", "70000"], "70000 is not a port"),
        (["--grpc-port", "8001", "--tls-cert", "cert.pem"], "give both"),
        (
            ["--grpc-port", "8001", "--tls-cert", "/nowhere/c", "--tls-key", "/nowhere/k"],
            "/nowhere/c cannot be read",
        ),
        (["--grpc-port", "8001", "--key-file", "/nowhere/keys"], "cannot be read"),
        (["--key-file", "/nowhere/keys"], "give --grpc-port, --host or --api"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_and_starts_nothing(arguments, hint, home, capsys):
    with pytest.raises(ServerError, match=hint):
        parse(*arguments)
    assert main(["serve", *arguments]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("timbre: ")
    assert hint in line
    assert not home.exists()


def test_home_assistant_has_this_machine_alone_unless_an_address_is_given():
    assert wyoming_options.options_of(arguments_of()) is None
    local = wyoming_options.options_of(arguments_of("--wyoming"))
    assert wyoming_options.access_line(local) == (
        "Home Assistant on this machine, and any program of its users, may speak at 127.0.0.1:10200 in your voices."
    )
    remote = wyoming_options.options_of(arguments_of("--wyoming-host", "192.168.1.20", "--wyoming-port", "9"))
    assert wyoming_options.access_line(remote).startswith("Warning: whoever reaches 192.168.1.20:9 may speak")
    with pytest.raises(ServerError, match="70000 is not a port"):
        wyoming_options.options_of(arguments_of("--wyoming-port", "70000"))


def test_port_of_the_api_is_checked_before_anything_starts(home, capsys):
    assert main(["serve", "--api-port", "-1", "--api-host", "0.0.0.0"]) == 1
    assert "-1 is not a port" in capsys.readouterr().err
    assert not home.exists()


def test_another_server_in_the_environment_is_said_before_a_key_is_made(home, monkeypatch, capsys):
    monkeypatch.setenv("TIMBRE_SERVER_URL", "speech:8001")
    assert main(["serve", "--grpc-port", "8001"]) == 1
    assert "names another server (speech:8001)" in capsys.readouterr().err
    assert not home.exists()
