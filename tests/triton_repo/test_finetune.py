"""Cloning through the real server, with a tiny base model and few steps."""

import contextlib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.speech_server import is_alive, kill, wait_until
from timbre.archive import TakesError, pack, read_takes_folder, unpack_takes
from timbre.voice import Voice
from timbre_app.server import ServerError
from timbre_app.server.errors import ServerLostError, StubCrashError
from timbre_app.studio.backstage import StudioCloning
from timbre_app.voices import cloning
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.order import CloneOrder

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

TAKES = Path(__file__).parents[2] / "assets" / "takes"
OPTIONS = {"name": "Test", "max_steps": 3}
ENDLESS = {"name": "Test", "max_steps": 100_000}

CLIENT = """
import sys
from pathlib import Path
from timbre.archive import pack, read_takes_folder
from timbre_app.client.timbre_client import TimbreClient
client = TimbreClient(sys.argv[1])
for item in client.clone(pack(read_takes_folder(Path(sys.argv[2]))[:6]), {"name": "Test", "max_steps": 100_000}):
    print(item["stage"], flush=True)
"""


@pytest.fixture(scope="module")
def takes():
    return pack(read_takes_folder(TAKES)[:6])


def work_folders(server):
    folder = server.home / "work"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def test_takes_become_a_voice_that_speaks(speech_server, takes):
    before = work_folders(speech_server)
    items = list(speech_server.client.clone(takes, OPTIONS))
    stages = [item["stage"] for item in items[:-1]]
    assert {"takes", "adapt", "done"} <= set(stages)
    voice = Voice.from_bytes(items[-1])
    assert voice.name == "Test"
    assert sum(len(chunk.pcm) for chunk in speech_server.client.speak("Hello.", voice)) > 0
    assert wait_until(lambda: not speech_server.client.is_model_ready("finetune"))
    assert set(work_folders(speech_server)) <= set(before)  # those of unfinished clones stay


@pytest.mark.parametrize("count", [5, 10])
def test_a_few_takes_make_a_voice_that_two_others_measure(speech_server, count):
    takes = read_takes_folder(TAKES)[:count]
    *_, made = speech_server.client.clone(pack(takes), OPTIONS)
    voice = Voice.from_bytes(made)
    held_out = set(voice.provenance["held_out"])
    assert len(held_out) == 2
    assert held_out < {take.id for take in takes}
    assert voice.provenance["takes"] == count
    assert voice.report["similarity"] is not None


def test_one_take_makes_a_sketch_that_speaks(speech_server):
    take, before = read_takes_folder(TAKES)[:1], work_folders(speech_server)
    *progress, made = speech_server.client.clone(pack(take), {"name": "Test", "max_steps": 0})
    assert "adapt" not in {item["stage"] for item in progress}
    voice = Voice.from_bytes(made)
    assert (voice.provenance["sketch"], voice.provenance["steps"], voice.provenance["takes"]) == (True, 0, 1)
    assert "sketch" in voice.report["advice"]
    assert sum(len(chunk.pcm) for chunk in speech_server.client.speak("Hello.", voice)) > 0
    assert wait_until(lambda: not speech_server.client.is_model_ready("finetune"))
    assert set(work_folders(speech_server)) <= set(before)  # those of unfinished clones stay


def test_a_sketch_leaves_an_unfinished_clone_alone(speech_server, takes):
    options = ENDLESS | {"job_id": "unfinished"}
    with speech_server.client.clone(takes, options) as clone:
        next(item for item in clone if item["stage"] == "adapt" and item["step"] >= 11)
    *_, sketch = speech_server.client.clone(takes, options | {"max_steps": 0})
    assert Voice.from_bytes(sketch).provenance["sketch"]
    *_, voice = speech_server.client.clone(takes, options | {"resume": True, "max_steps": 1})
    assert Voice.from_bytes(voice).provenance["steps"] >= 10


def test_what_makes_sketches_stays_for_the_next_one_until_the_window_releases_it(
    speech_server, takes, tmp_path
):
    unpack_takes(takes, tmp_path)
    cloning = StudioCloning(SimpleNamespace(is_ready=True, client=lambda: speech_server.client))
    order = CloneOrder(tmp_path, "Sketched", consent="I agree.")
    cloning.prepare_sketch()
    assert speech_server.client.is_model_ready("finetune")
    stub = speech_server.stub("finetune")
    sketch = cloning.sketch(order, lambda: False)
    assert sum(len(chunk.pcm) for chunk in speech_server.client.speak("Hello.", sketch.voice)) > 0
    assert VoiceLibrary().find("Sketched").provenance["takes"] == 6
    assert speech_server.stub("finetune") == stub
    cloning.release_sketching()
    assert wait_until(lambda: not is_alive(stub), timeout_s=60)
    assert not speech_server.client.is_model_ready("finetune")


def test_the_voice_speaks_while_it_is_being_made(speech_server, takes):
    options = OPTIONS | {"max_steps": 20, "previews": True}
    with speech_server.client.clone(takes, options) as clone:
        preview = next(item["voice"] for item in clone if isinstance(item, dict) and "voice" in item)
        assert Voice.from_bytes(preview).provenance["steps"] == 10
        assert sum(len(chunk.pcm) for chunk in speech_server.client.speak("Hello.", preview)) > 0
        *_, voice = clone
    assert Voice.from_bytes(voice).name == "Test"


def test_a_clone_is_finished_by_the_process_that_has_begun_it(speech_server, takes):
    options = ENDLESS | {"job_id": "finished", "resume": True}
    with speech_server.client.clone(takes, options) as clone:
        next(item for item in clone if item["stage"] == "adapt" and item["step"] >= 11)
        stub = speech_server.stub("finetune")
        clone.ask_anew(options | {"max_steps": 1})
        *progress, voice = clone
        assert speech_server.stub("finetune") == stub
    assert Voice.from_bytes(voice).provenance["steps"] >= 10
    assert not {item["stage"] for item in progress} & {"features", "start"}
    assert wait_until(lambda: not is_alive(stub))


def test_broken_archive_is_refused(speech_server):
    with pytest.raises(TakesError):
        list(speech_server.client.clone(b"no archive", OPTIONS))


def test_closing_ends_the_clone_and_frees_the_model(speech_server, takes):
    with speech_server.client.clone(takes, ENDLESS) as clone:
        for progress in clone:
            if progress["stage"] == "adapt" and progress["step"] >= 1:
                break
        stub = speech_server.stub("finetune")
    assert wait_until(lambda: not is_alive(stub))
    with pytest.raises(StopIteration):
        next(clone)


def test_death_of_the_client_ends_the_clone(own_server):
    command = [sys.executable, "-c", CLIENT, own_server.url, str(TAKES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert any("adapt" in line for line in process.stdout)
        kill(process.pid)
    log = own_server.home / "logs" / "server.log"
    assert wait_until(lambda: "CloneCancelled" in log.read_text(), timeout_s=60)


def says_what_ended(error, server):
    """Whether an error says of what is gone that it is gone.

    Who is killed with a lock in its hands that it shares with Triton 2.51 takes the whole server with it.
    """
    if isinstance(error, StubCrashError):
        return error.model == "finetune"
    log = server.home / "logs" / "server.log"
    return isinstance(error, ServerLostError) and wait_until(
        lambda: "it ended with exit code" in log.read_text()
    )


@pytest.mark.parametrize("victim", ["the clone's process", "the server"])
def test_killed_clone_goes_on_where_it_was(own_server, takes, victim):
    options = ENDLESS | {"job_id": "killed"}
    with own_server.client.clone(takes, options) as clone:
        next(item for item in clone if item["stage"] == "adapt" and item["step"] >= 15)
        kill(own_server.status.server_pid if victim == "the server" else own_server.stub("finetune"))
        with pytest.raises(ServerError) as death:
            list(clone)
    assert says_what_ended(death.value, own_server)
    own_server.client.wait_ready()
    *progress, voice = own_server.client.clone(takes, options | {"resume": True, "max_steps": 20})
    assert all(item["step"] >= 10 for item in progress if item["stage"] == "adapt")
    assert Voice.from_bytes(voice).provenance["steps"] >= 10
    assert Voice.from_bytes(voice).name == "Test"


@pytest.mark.parametrize("victim", ["the clone's process", "the server", "the keeper"])
def test_clone_goes_on_by_itself(own_server, tmp_path, victim):
    """Whatever dies, the command that clones makes its voice, and learns nothing twice."""
    seen = []

    def kill_once(progress):
        seen.append(progress)
        if progress["stage"] == "adapt" and progress["step"] >= 12 and "killed" not in seen:
            seen.append("killed")
            status = own_server.status
            pids = {"the server": status.server_pid, "the keeper": status.pid}
            kill(pids.get(victim) or own_server.stub("finetune"))

    def has_learned_again():
        return {"stage": cloning.RESUMING} in seen and seen[-1]["stage"] == "adapt"

    order = CloneOrder(TAKES, "Test", options=(("max_steps", ENDLESS["max_steps"]),))
    watch = cloning.Watch(kill_once, should_finish=has_learned_again)
    voice = cloning.make_voice(order, cloning.read_takes(TAKES), own_server.client, watch)
    again = seen[seen.index("killed") :]
    assert {"stage": cloning.RESUMING} in again
    steps = [item["step"] for item in again[1:] if item["stage"] == "adapt"]
    assert steps[0] >= 10
    assert voice.provenance["steps"] >= 10
    assert wait_until(lambda: not own_server.client.is_model_ready("finetune"))


def test_next_clone_works_after_the_process_died_while_it_was_loaded(own_server, takes):
    """Triton then says for ever that the model is being loaded, so the keeper starts it again."""
    with ThreadPoolExecutor() as pool:
        loading = pool.submit(own_server.client.load_model, "finetune")
        stub = None
        while stub is None:
            with contextlib.suppress(ProcessLookupError):
                stub = own_server.stub("finetune")
        time.sleep(0.3)
        kill(stub)
        with contextlib.suppress(ServerError):
            loading.result(180)
    order = CloneOrder(TAKES, "Test", options=(("max_steps", 3),))
    assert cloning.make_voice(order, cloning.read_takes(TAKES), own_server.client).name == "Test"


@pytest.fixture
def two_clones_at_once(monkeypatch):
    monkeypatch.setenv("TIMBRE_MAX_CLONES", "2")


def steps_of(clone):
    return (item["step"] for item in clone if item["stage"] == "adapt")


def test_clones_train_side_by_side(two_clones_at_once, own_server, takes):
    with own_server.client.clone(takes, ENDLESS | {"job_id": "endless"}) as first:
        assert next(first)["stage"] == "waiting"
        assert next(steps_of(first)) == 0
        items = list(own_server.client.clone(takes, OPTIONS | {"job_id": "short"}))  # joins, and leaves
        assert Voice.from_bytes(items[-1]).name == "Test"
        at = max(step for step, _ in zip(steps_of(first), range(20), strict=False))
        assert next(steps_of(first)) > at  # the other goes on
        kill(own_server.stub("finetune"))
        with pytest.raises(ServerError) as death:  # the silence is noticed
            list(first)
    assert own_server.client.recover(death.value)
    assert Voice.from_bytes(list(own_server.client.clone(takes, OPTIONS))[-1]).name == "Test"


def finish(clone, options):
    clone.ask_anew(options | {"resume": True, "max_steps": 1})
    *_, voice = clone
    return Voice.from_bytes(voice).name


def test_the_last_clone_frees_the_model_whoever_had_it_loaded(two_clones_at_once, own_server, takes):
    first, second = (ENDLESS | {"job_id": job} for job in ("first", "second"))
    with own_server.client.clone(takes, first) as loader, own_server.client.clone(takes, second) as joiner:
        assert next(steps_of(loader)) == next(steps_of(joiner)) == 0
        stub = own_server.stub("finetune")
        assert finish(loader, first) == "Test"
        assert own_server.client.is_model_ready("finetune")
        assert finish(joiner, second) == "Test"
    assert wait_until(lambda: not is_alive(stub), timeout_s=60)  # torch's process ends slowly
    assert not own_server.client.is_model_ready("finetune")


def test_speech_goes_on_during_a_clone(speech_server, takes):
    with speech_server.client.clone(takes, ENDLESS) as clone:
        for progress in clone:
            if progress["stage"] == "adapt":
                break
        assert sum(len(c.pcm) for c in speech_server.client.speak("Hello there.", speech_server.voice())) > 0
