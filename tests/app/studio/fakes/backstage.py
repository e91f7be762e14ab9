"""All stand-ins together: what the window is opened on."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.app.studio.fakes.cloning import FakeCloning, FakeComparing
from tests.app.studio.fakes.patience import PATIENCE_S
from tests.app.studio.fakes.sound_devices import FakeMicrophones, FakeOutput, FakeRecorder
from tests.app.studio.fakes.sounds import SENTENCES
from tests.app.studio.fakes.speech import FakeDialogue, FakeSpeech
from tests.app.studio.fakes.takes import FakeChecks, FakeImporting
from tests.app.studio.fakes.voices import FakeVoices
from timbre.messages import Message
from timbre_app.jobs.office import JobOffice
from timbre_app.jobs.queue import JobQueue
from timbre_app.jobs.runner import Runner
from timbre_app.reading.clip import ClipStore
from timbre_app.studio.items import (
    ServerAbout,
)
from timbre_app.studio.services import Backstage
from timbre_app.takes.prompts import Prompt, PromptList


class FakeServer:
    def __init__(self) -> None:
        self.starts = 0
        self.released = False
        self.waiting = ""
        self.may_go_on = threading.Event()
        self.error: Exception | None = None
        self.work: Message | None = None

    def start(self, on_wait) -> Message:
        self.starts += 1
        if self.waiting:
            on_wait(Message(self.waiting))
            self.may_go_on.wait(PATIENCE_S)
        if self.error:
            raise self.error
        return Message("ready")

    reconnect = start

    def background_work(self) -> Message | None:
        return self.work

    def about(self) -> ServerAbout:
        return ServerAbout("127.0.0.1:8001", True, "ONNX Runtime", "")

    def release(self) -> None:
        self.released = True


STORED = ("voices", "takes", "speech", "jobs", "books", "words", "talk", "settings", "logs", "work", "cache")


class FakeClient:
    """In place of the server's, for works whose speech a test has replaced."""


def fake_office(folder: Path, speech: FakeSpeech) -> JobOffice:
    """A real queue, whose runner is a thread that speaks with the fake."""
    jobs, working = JobQueue(folder), threading.Lock()

    def work() -> None:
        with working:
            clips = ClipStore(folder.parent / "speech" / "clips")
            Runner(jobs, lambda plan: speech, clips, lambda: FakeClient).run()

    def ensure(_environment: object, *, is_new: bool) -> None:
        if jobs.has_work() and (is_new or not working.locked()):
            threading.Thread(target=work, daemon=True).start()

    return JobOffice(jobs, ensure=ensure)


def make_backstage(folder: Path, welcomed: bool = True, **replaced: object) -> Backstage:
    """Everything fake, with the given parts in its place; `welcomed` skips the first-run page."""
    settings_file = folder / "studio.ini"
    if welcomed and not settings_file.exists():
        settings_file.write_text("[window]\nwelcomed=true\n", encoding="utf-8")
    texts = [SENTENCES[at % len(SENTENCES)] for at in range(24)]
    prompts = PromptList(
        "I agree that Timbre makes a synthetic voice named {name} from these recordings of my own voice.",
        tuple(Prompt(f"p{at:03d}", text) for at, text in enumerate(texts, 1)),
        "My name is {person}, and I agree that Timbre makes a synthetic voice named {name} from these recordings.",
    )
    parts: dict = {
        "voices": FakeVoices("Maria", "Anton"),
        "speech": FakeSpeech(),
        "dialogue": FakeDialogue(),
        "cloning": FakeCloning(),
        "comparing": FakeComparing(),
        "importing": FakeImporting(),
        "checks": FakeChecks(),
        "server": FakeServer(),
        "recorder": FakeRecorder(),
        "microphones": FakeMicrophones(),
        "make_output": FakeOutput,
        "load_prompts": lambda: prompts,
        "takes_root": folder / "takes",
        "settings_file": settings_file,
        "loudspeakers": lambda: ["Headphones", "Loudspeaker"],
        "stored": {kind: folder / kind for kind in STORED},
        "speech_root": folder / "speech",
        "talk_root": folder / "talk",
    }
    parts |= replaced
    return Backstage(**{"jobs": fake_office(folder / "jobs", parts["speech"]), **parts})
