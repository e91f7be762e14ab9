"""Who gets in: what another user of the machine, and another program of this user, can do to a running server."""

import base64
import contextlib
import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
import tritonclient.grpc as triton
from tritonclient.utils import InferenceServerException

from tests.helpers.other_user import needs_another_user, run_as_other_user
from tests.helpers.speech_server import LONG_TEXT, children, command_line, regions_of
from timbre_app.server import control
from timbre_app.server.errors import ServerError

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

# Tries to connect to each socket and to read each file that it is told; prints what it could do.
ATTACK = """
import json, os, socket, sys
from pathlib import Path
could = []
for name in json.loads(sys.argv[1]):
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(name)
        could.append("connect " + name)
    except OSError:
        pass
for name in json.loads(sys.argv[2]):
    path = Path(name)
    try:
        if path.is_dir():
            os.listdir(path)
        else:
            path.read_bytes()[:1]
        could.append("read " + name)
    except OSError:
        pass
print(json.dumps(could))
"""


def processes_of(server):
    status = server.status
    return [status.pid, status.server_pid, *children(status.server_pid)]


def sockets_of(server):
    folder = server.status.sockets.folder
    return [str(path) for path in folder.iterdir() if path.is_socket()]


def listening_ports(pids):
    said = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True).stdout
    return [line for line in said.splitlines() if any(f"pid={pid}," in line for pid in pids)]


def places_of(server):
    """Every file and folder in which the server keeps something: home, temporary files, shared memory."""
    private = Path(f"/proc/{server.status.server_pid}/root/dev/shm")
    roots = [server.home, server.status.sockets.folder, private, *regions_of(server.status.pid)]
    found = {Path(root) for root in roots}
    for root in roots:
        for folder, folders, names in os.walk(root):  # goes on where a folder is deleted meanwhile
            found.update(Path(folder, name) for name in [*folders, *names])
    return sorted(path for path in found if not path.is_symlink())


def test_no_port_is_open(speech_server):
    assert listening_ports(processes_of(speech_server)) == []
    assert len(sockets_of(speech_server)) == 4


@needs_another_user
@pytest.mark.parametrize("without_network", [False, True])
def test_another_user_reaches_nothing_while_a_sentence_is_spoken(own_server, without_network):
    voice = own_server.voice()
    with own_server.client.speak(LONG_TEXT, voice) as speech:
        next(speech)
        sockets, places = sockets_of(own_server), places_of(own_server)
        processes = [
            f"/proc/{pid}/{name}" for pid in processes_of(own_server) for name in ("environ", "mem", "root")
        ]
        files = [*map(str, places), *processes]
        assert any("root/dev/shm/" in name for name in files)
        could = run_as_other_user(
            ATTACK, json.dumps(sockets), json.dumps(files), without_network=without_network
        )
        next(speech)
    assert could == []


def test_everything_is_its_owners_alone(own_server):
    """Regions, logs, locks, sockets and temporary files, while a sentence is spoken."""
    with own_server.client.speak(LONG_TEXT, own_server.voice()) as speech:
        next(speech)
        regions = [path for path in places_of(own_server) if "/dev/shm" in str(path)]
        assert regions
        open_to_others = {}
        for path in places_of(own_server):
            inside_a_closed_folder = "/dev/shm/" in str(path)  # Triton chooses the regions' own mode
            with contextlib.suppress(FileNotFoundError):  # a temporary file of the server may be gone by now
                mode = stat.S_IMODE(path.lstat().st_mode)
                if mode & 0o077 and not inside_a_closed_folder:
                    open_to_others[str(path)] = oct(mode)
    assert open_to_others == {}


def evil_model(tmp_path):
    code = f"open({str(tmp_path / 'proof')!r}, 'w').write('code ran')\nclass TritonPythonModel: pass\n"
    tensor = {"data_type": "TYPE_UINT8", "dims": [-1]}
    config = {"backend": "python", "input": [{"name": "A", **tensor}], "output": [{"name": "B", **tensor}]}
    return json.dumps(config), code.encode()


def test_nobody_changes_the_server_through_the_socket_of_speech(speech_server, tmp_path):
    config, code = evil_model(tmp_path)
    client = triton.InferenceServerClient(speech_server.url)
    region = next(Path(f"/proc/{speech_server.status.server_pid}/root/dev/shm").glob("timbre-*")).name
    attempts = {
        "load": lambda: client.load_model("evil", config=config, files={"file:1/model.py": code}),
        "unload": lambda: client.unload_model("tts"),
        "index": client.get_model_repository_index,
        "trace": lambda: client.update_trace_settings(settings={"trace_file": str(tmp_path / "trace")}),
        "log": lambda: client.update_log_settings({"log_file": str(tmp_path / "log")}),
        "region": lambda: client.register_system_shared_memory("r", f"/{region}", 4096),
    }
    for attempt in attempts.values():
        with pytest.raises(InferenceServerException, match="restricted"):
            attempt()
    assert list(tmp_path.iterdir()) == []
    assert list(speech_server.client.speak("Hello.", speech_server.voice()))


def test_the_keeper_loads_models_of_the_repository_alone(speech_server, tmp_path):
    config, code = evil_model(tmp_path)
    wish = {
        "do": "load",
        "model": "evil",
        "config": config,
        "file:1/model.py": base64.b64encode(code).decode(),
    }
    socket = speech_server.status.sockets.control
    with pytest.raises(ServerError, match="has no model 'evil'"):
        control.request(socket, wish)
    for wrong in ({"do": "trace"}, {"do": "load", "model": "../../evil"}, {}):
        with pytest.raises(ServerError):
            control.request(socket, wrong)
    assert control.request(socket, {"do": "load", "model": "tts"})["loaded"] is False


def test_no_key_of_use_stands_on_a_command_line(speech_server):
    """Every user can read command lines: what stands there opens nothing without the owner's sockets."""
    lines = [command_line(pid) for pid in processes_of(speech_server)]
    assert sum("restricted" in line for line in lines) == 1
    folder = speech_server.status.sockets.folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert folder.stat().st_uid == os.getuid()
