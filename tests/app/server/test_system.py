"""Everything around the server's process that can be tested without starting it."""

import os
import resource
import subprocess
import sys
import tempfile

import pytest

from timbre_app.server import backends, leftovers, shared_memory, system
from timbre_app.server.errors import ServerError
from timbre_app.server.locks import FileLock, Lease, live_leases
from timbre_app.server.options import LaunchPlan, ServerOptions, launch_plan
from timbre_app.server.process import ServerPlaces, environment
from timbre_app.server.sockets import Sockets, open_sockets


def test_wheel_is_found_and_fits():
    system.check_platform()
    wheel = system.find_wheel()
    assert wheel.binary.is_file()
    assert wheel.stub.is_file()


@pytest.mark.parametrize(
    ("name", "libc", "message"),
    [
        ("win32", ("", ""), "WSL2"),
        ("darwin", ("", ""), "Linux only"),
        ("linux", ("glibc", "2.31"), "needs glibc 2.35 or newer .* has glibc 2.31"),
        ("linux", ("", ""), "another C library"),
    ],
)
def test_system_that_does_not_fit_is_named(name, libc, message):
    with pytest.raises(ServerError, match=message):
        system.check_platform(name, libc)


def test_missing_wheel_is_named(monkeypatch):
    monkeypatch.setattr(system.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ServerError, match="not installed"):
        system.find_wheel()


def test_missing_libpython_is_named(monkeypatch):
    def refuse(name):
        raise OSError(name)

    monkeypatch.setattr(system.sysconfig, "get_config_var", lambda name: "/nowhere")
    monkeypatch.setattr(system.sys, "base_prefix", "/nowhere")
    monkeypatch.setattr(system.ctypes, "CDLL", refuse)
    with pytest.raises(ServerError, match=r"libpython3\.\d+\.so\.1\.0, which is missing"):
        system.libpython_folder()


def test_backends_folder_is_built_once_and_mended(tmp_path):
    wheel = system.find_wheel()
    folder = backends.backends_folder(wheel, tmp_path)
    stub = folder / "python" / backends.STUB
    library = folder / "python" / backends.COPIED[0]
    assert stub.is_symlink()
    assert not library.is_symlink()
    made = library.stat().st_ino
    assert backends.backends_folder(wheel, tmp_path) == folder
    assert library.stat().st_ino == made
    library.write_bytes(b"cut off")
    backends.backends_folder(wheel, tmp_path)
    assert library.stat().st_size > 100_000
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_cache_that_cannot_be_written_is_named(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(ServerError, match="could not be written"):
        backends.backends_folder(system.find_wheel(), blocked / "cache")


def test_small_shared_memory_is_named(tmp_path):
    with pytest.raises(ServerError, match=r"too small .* MB free"):
        shared_memory.check_space(tmp_path, needed=1 << 60)
    with pytest.raises(ServerError, match="does not exist"):
        shared_memory.check_space(tmp_path / "nothing")


def test_sweep_removes_the_regions_of_dead_servers_alone(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", "pass"])
    ended.wait()
    here = leftovers.own_names()
    dead = leftovers.Owner(here.namespace, ended.pid, 1)
    reused = leftovers.Owner(here.namespace, here.pid, here.start - 1)
    elsewhere = leftovers.Owner(here.namespace + 1, ended.pid, 1)
    (tmp_path / f"{dead.prefix(1)}scratch").mkdir()
    gone = [f"{dead.prefix(1)}uuid", f"{dead.prefix(1)}scratch", f"{reused.prefix(1)}uuid"]
    kept = [f"{here.prefix(1)}uuid", f"{elsewhere.prefix(1)}uuid", "triton_python_backend_shm_region_1"]
    for name in [gone[0], gone[2], *kept]:
        (tmp_path / name).write_bytes(b"x")
    assert sorted(leftovers.sweep(tmp_path)) == sorted(gone)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)
    assert leftovers.sweep(tmp_path, keep_generation=2) == [kept[0]]


def test_sockets_lie_in_the_run_folder_for_their_owner_alone(tmp_path):
    sockets = open_sockets(tmp_path)
    assert sockets.folder.parent == tmp_path
    assert sockets.folder.stat().st_mode & 0o777 == 0o700
    assert Sockets.of_url(sockets.url) == sockets
    assert open_sockets(tmp_path) == sockets
    assert Sockets.of_url("localhost:8001") is None


def test_sockets_whose_path_would_be_too_long_lie_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    home = tmp_path / ("a" * 60) / ("b" * 60)
    sockets = open_sockets(home)
    assert sockets.folder.parent == tmp_path
    assert sockets.folder.stat().st_mode & 0o777 == 0o700
    assert open_sockets(home) == sockets


def test_sockets_whose_path_is_no_utf8_lie_elsewhere_because_of_grpc(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert open_sockets(tmp_path / "b\udce9tes").folder.parent == tmp_path


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to another user")
def test_folder_of_sockets_that_belongs_to_another_user_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    home = tmp_path / ("a" * 60) / ("b" * 60)
    os.chown(open_sockets(home).folder, 54_321, 54_321)
    with pytest.raises(ServerError, match=f"{tmp_path}.* cannot be used"):
        open_sockets(home)


@pytest.fixture
def open_files(monkeypatch):
    """Stand-in for the system's limit of open files; what is set counts."""
    limits = [256, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.__setitem__(slice(None), new))
    return limits


def test_a_server_may_open_as_many_files_as_it_needs(open_files):
    system.allow_open_files()
    assert open_files == [1024, 4096]
    open_files[:] = [64, 200]
    system.allow_open_files()
    assert open_files == [200, 200]
    open_files[:] = [resource.RLIM_INFINITY, resource.RLIM_INFINITY]
    system.allow_open_files()
    assert open_files[0] == resource.RLIM_INFINITY


def test_too_few_open_files_are_told_before_the_server_starts(open_files):
    open_files[:] = [20, 20]
    with pytest.raises(
        ServerError, match=r"needs 128 open files and this account may have 20: raise the limit"
    ):
        system.allow_open_files()


@pytest.mark.parametrize("port", [-1, 65_536])
def test_impossible_port_is_refused(port):
    with pytest.raises(ServerError, match="not a port"):
        ServerOptions(grpc_port=port)


def test_environment_leads_the_stub_to_this_python(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_ENGINE", "onnx")
    values = environment(ServerPlaces(Sockets(tmp_path), "prefix-", private=True))
    assert values["PATH"].split(os.pathsep)[0] == os.path.dirname(sys.executable)
    assert values["TIMBRE_ENGINE"] == "onnx"
    assert "PYTHONHOME" not in values


def test_engine_that_was_chosen_reaches_the_server_whatever_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_ENGINE", "onnx")
    places = ServerPlaces(Sockets(tmp_path), "prefix-", private=True)
    assert environment(places, "cudagraph")["TIMBRE_ENGINE"] == "cudagraph"
    plan = launch_plan(ServerOptions(engine="cudagraph"))
    assert plan.models == ("tts_fused", "cancel")
    monkeypatch.setenv("TIMBRE_ENGINE", "cudagraph")
    assert launch_plan(ServerOptions.from_environment()).fingerprint == plan.fingerprint
    assert launch_plan(ServerOptions()).fingerprint == plan.fingerprint


def test_plan_travels_as_json(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    plan = launch_plan(ServerOptions(grpc_port=9001, grace_s=3))
    assert LaunchPlan.from_json(plan.to_json()) == plan
    monkeypatch.setenv("TIMBRE_ENGINE", "something else")
    assert launch_plan(plan.options).fingerprint != plan.fingerprint


def test_grace_time_that_is_no_number_is_named(monkeypatch):
    monkeypatch.setenv("TIMBRE_SERVER_GRACE_S", "soon")
    with pytest.raises(ServerError, match="must be a number"):
        ServerOptions.from_environment()


def test_lock_is_exclusive_and_ends_with_its_holder(tmp_path):
    lock, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert lock.acquire()
    assert other.held_by_another
    assert not other.acquire()
    lock.release()
    assert other.acquire()
    other.release()
    assert not lock.held_by_another


def test_lease_of_a_killed_process_does_not_count(tmp_path):
    code = (
        "import sys; from pathlib import Path; from timbre_app.server.locks import Lease\n"
        "lease = Lease(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    mine = Lease(tmp_path)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], **pipes) as process:
        process.stdout.readline()
        assert len(live_leases(tmp_path)) == 2
        process.kill()
    assert len(live_leases(tmp_path)) == 1
    assert len(list(tmp_path.iterdir())) == 1
    mine.release()
    assert list(tmp_path.iterdir()) == []


def test_one_process_speaks_where_networks_run_on_a_gpu(monkeypatch):
    monkeypatch.setenv("TIMBRE_ENGINE", "onnx")
    assert launch_plan(ServerOptions()).models == ("text_frontend", "fastpitch", "hifigan", "tts", "cancel")
    monkeypatch.setenv("TIMBRE_ENGINE", "cudagraph")
    assert launch_plan(ServerOptions()).models == ("tts_fused", "cancel")
    assert launch_plan(ServerOptions(all_models=True)).models[2:] == ("finetune", "transcribe")
    monkeypatch.setenv("TIMBRE_FUSED", "0")
    assert "tts" in launch_plan(ServerOptions()).models


@pytest.mark.parametrize("engine", ["onnx", "cudagraph", "compiled", "rtx"])
def test_ensemble_and_one_process_are_to_be_had_with_every_engine(monkeypatch, engine):
    monkeypatch.setenv("TIMBRE_FUSED", "1")
    ensemble = launch_plan(ServerOptions(engine=engine, pipeline="ensemble"))
    fused = launch_plan(ServerOptions(engine=engine))
    assert "tts" in ensemble.models
    assert fused.models == ("tts_fused", "cancel")
    assert ensemble.fingerprint != fused.fingerprint
    monkeypatch.delenv("TIMBRE_FUSED")
    assert launch_plan(ServerOptions(engine=engine, pipeline="fused")).fingerprint == fused.fingerprint
