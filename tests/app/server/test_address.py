"""How a client reaches a server elsewhere: its address, encryption, the key."""

from __future__ import annotations

import pytest

from timbre_app.server import ServerError
from timbre_app.server.access import KeyRefusedError, channel_for, key_refused

SECRET = "k" * 43


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch):
    for name in "KEY", "KEY_FILE", "CA", "URL":
        monkeypatch.delenv(f"TIMBRE_SERVER_{name}", raising=False)


@pytest.mark.parametrize(
    ("url", "target", "encrypted"),
    [
        ("speech:8001", "speech:8001", False),
        (" grpc://speech:8001/ ", "speech:8001", False),
        ("http://127.0.0.1:8001", "127.0.0.1:8001", False),
        ("grpcs://speech.example.com:443", "speech.example.com:443", True),
        ("GRPCS://[::1]:8001", "[::1]:8001", True),
        ("https://speech:8001/", "speech:8001", True),
        ("unix:/run/timbre/grpc:1", "unix:/run/timbre/grpc:1", False),
    ],
)
def test_address_says_where_and_whether_encrypted(url, target, encrypted):
    access = channel_for(url)
    assert (access.target, access.credentials is not None, access.metadata) == (target, encrypted, ())


@pytest.mark.parametrize("url", ["ftp://speech:8001", "a b:8001", "speech:8001/path", "://"])
def test_what_is_no_address_is_said(url):
    with pytest.raises(ServerError, match="host:port"):
        channel_for(url)


def test_key_comes_from_the_environment_or_a_file(monkeypatch, tmp_path):
    file = tmp_path / "key"
    file.write_text(f"# mine\n\nada {SECRET}\n")
    file.chmod(0o644)  # its mode is the person's own affair
    monkeypatch.setenv("TIMBRE_SERVER_KEY_FILE", str(file))
    header = ("authorization", f"Bearer {SECRET}")
    assert channel_for("speech:8001").metadata == (header,)
    assert channel_for("unix:/run/grpc:1").metadata == ()  # this user's own server asks for none
    monkeypatch.setenv("TIMBRE_SERVER_KEY", " other\n")
    assert channel_for("speech:8001").metadata == (("authorization", "Bearer other"),)


def test_key_that_cannot_be_sent_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("TIMBRE_SERVER_KEY", "two words")
    with pytest.raises(ServerError, match="key for the speech server is none") as caught:
        channel_for("speech:8001")
    assert "two words" not in str(caught.value)
    monkeypatch.delenv("TIMBRE_SERVER_KEY")
    (tmp_path / "empty").touch()
    for path, hint in ("/nowhere/key", "cannot be read"), (str(tmp_path / "empty"), "has no key"):
        monkeypatch.setenv("TIMBRE_SERVER_KEY_FILE", path)
        with pytest.raises(ServerError, match=hint):
            channel_for("speech:8001")


def test_certificates_that_cannot_be_used_are_said(monkeypatch, tmp_path):
    (tmp_path / "none").write_text("no certificate")
    for path, hint in ("/nowhere/ca", "cannot be read"), (str(tmp_path / "none"), "not a PEM file"):
        monkeypatch.setenv("TIMBRE_SERVER_CA", path)
        with pytest.raises(ServerError, match=hint):
            channel_for("grpcs://speech:8001")
        channel_for("speech:8001")


def test_key_that_is_given_goes_before_the_environment_s(monkeypatch):
    monkeypatch.setenv("TIMBRE_SERVER_KEY", "other")
    assert channel_for("speech:8001", SECRET).metadata == (("authorization", f"Bearer {SECRET}"),)
    with pytest.raises(ServerError, match="key for the speech server is none"):
        channel_for("speech:8001", "two words")


def test_refused_key_is_told_apart_from_a_missing_one():
    assert "at speech:8001 wants a key: set TIMBRE_SERVER_KEY" in str(
        key_refused(channel_for("grpc://speech:8001/"))
    )
    error = key_refused(channel_for("speech:8001", SECRET))
    assert isinstance(error, KeyRefusedError)
    assert "does not know this key" in str(error)
    assert SECRET not in str(error)
