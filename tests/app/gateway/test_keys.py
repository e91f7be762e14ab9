"""Keys: what a file of them may look like, who may read it, and the one that Timbre makes."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys

import pytest

from timbre_app.gateway.keys import own_key_file, read_key_file
from timbre_app.server.errors import ServerError

KEY, OTHER = "k" * 43, "o" * 43


def key_file(tmp_path, content, mode=0o600):
    path = tmp_path / "keys"
    path.write_text(content)
    path.chmod(mode)
    return path


def test_file_has_names_comments_and_keys(tmp_path):
    ring = read_key_file(key_file(tmp_path, f"# who may speak\n\nada {KEY}\n  {OTHER}  \n"))
    assert ring.find(KEY).name == "ada"
    assert ring.find(OTHER).name == "line 4"
    assert ring.find(KEY).tag != ring.find(OTHER).tag
    assert KEY not in repr(ring.find(KEY))
    for wrong in "", KEY[:-1], KEY + "k", "ada", "\udce4" * 43:
        assert ring.find(wrong) is None


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("", "has no key"),
        ("# only a comment\n", "has no key"),
        ("ada short\n", "can be guessed"),
        (f"ada {'ä' * 43}\n", "can be guessed"),
        (f"ada of somewhere {KEY}\n", "Line 1"),
        (f"ada {KEY}\nben {KEY}\n", "Line 2"),
    ],
)
def test_file_that_cannot_be_used_is_refused_in_a_sentence(tmp_path, content, hint):
    with pytest.raises(ServerError, match=hint) as caught:
        read_key_file(key_file(tmp_path, content))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o620, 0o602, 0o666])
def test_file_that_others_may_read_or_change_is_refused(tmp_path, mode):
    with pytest.raises(ServerError, match="chmod 600"):
        read_key_file(key_file(tmp_path, KEY, mode))


def test_file_of_somebody_else_is_refused(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    path = key_file(tmp_path, KEY)
    os.chown(path, 12_345, 12_345)
    with pytest.raises(ServerError, match="another user"):
        read_key_file(path)


def test_file_that_is_not_there_or_no_file_is_refused(tmp_path):
    with pytest.raises(ServerError, match="cannot be read"):
        read_key_file(tmp_path / "none")
    with pytest.raises(ServerError, match="cannot be read"):
        read_key_file(tmp_path)
    binary = tmp_path / "keys"
    binary.write_bytes(b"\xff\xfe" * 40)
    binary.chmod(0o600)
    with pytest.raises(ServerError, match="not a text file"):
        read_key_file(binary)


def test_key_is_made_once_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    path, secret = own_key_file()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(secret) == 43
    assert read_key_file(path).find(secret)
    assert own_key_file() == (path, "")  # the same at the next start, and not said again
    assert list(path.parent.iterdir()) == [path]


def test_secret_that_a_container_is_given_may_have_any_mode(tmp_path):
    """On a mount that is read-only, as Docker and Kubernetes make it; nobody else is in that container."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root mounts")
    path = key_file(tmp_path, KEY, 0o644)
    read = f"from pathlib import Path; from timbre_app.gateway.keys import read_key_file; read_key_file(Path({str(path)!r}))"
    mounted = f'mount --bind "{tmp_path}" "{tmp_path}" && mount -o remount,ro,bind "{tmp_path}"'
    for before, is_read in ("true", False), (mounted, True):
        command = ["unshare", "-m", "sh", "-c", f'{before} && exec "$0" -c "$1"', sys.executable, read]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if "mount" in done.stderr.partition("Traceback")[0]:
            pytest.skip(f"mounts are not allowed here: {done.stderr}")
        assert (done.returncode == 0) is is_read, done.stderr
