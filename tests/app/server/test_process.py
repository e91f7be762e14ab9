"""One run of a server, here a shell that does what the Python backend does."""

import os

from timbre_app.server import process
from timbre_app.server.process import Ports, TritonProcess, backend_folders


def test_a_killed_server_leaves_no_folder_and_keeps_what_is_not_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "TEMPORARY", tmp_path)
    others, own = tmp_path / "python_env_others", tmp_path / "python_env_own"
    others.mkdir()
    command = ["sh", "-c", f"mkdir {own}; sleep 60"]
    with (tmp_path / "log").open("wb") as log:
        server = TritonProcess(command, dict(os.environ), log, Ports("127.0.0.1", 1, 1, 1))
        server.wait_ready((), own.is_dir)
    later = tmp_path / "python_env_of_a_later_server"
    later.mkdir()
    server.stop()
    assert backend_folders() == {others, later}
