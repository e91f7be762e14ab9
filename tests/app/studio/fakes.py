"""Stand-ins for what is behind the window, for tests that look at the window alone."""

from __future__ import annotations

import contextlib
import dataclasses
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np

from timbre.messages import Message
from timbre.timing import TimedPhoneme, TimedWord
from timbre_app.reading.dictionary import checked_ipa
from timbre_app.reading.jobs import SaidChunk
from timbre_app.server.errors import ServerError
from timbre_app.sound.device_watch import Change
from timbre_app.sound.devices import Device, DeviceError
from timbre_app.sound.meter import LevelMeter
from timbre_app.sound.recorder import FinishedTake
from timbre_app.sound.speech_end import SpeechEnd
from timbre_app.sound.wave_file import WaveWriter
from timbre_app.studio.items import (
    CheckLine,
    CloneProgress,
    DeletedItem,
    MadeVoice,
    ResultItem,
    ServerAbout,
    Sketch,
    TakeItem,
    TakeRow,
    VoiceDetail,
    VoiceItem,
    VoiceReport,
    WordsRead,
)
from timbre_app.studio.wiring import Backstage
from timbre_app.takes.importing import find_takes
from timbre_app.takes.prompts import Prompt, PromptList
from timbre_app.voices.comparing import Pair
from timbre_app.voices.order import CloneOrder

RATE = 22050


def tone(seconds: float, rate: int = 48000) -> np.ndarray:
    """A tone that swells and fades, (n,) int16."""
    time = np.arange(round(seconds * rate)) / rate
    return (9000 * np.sin(2 * np.pi * 220 * time) * np.sin(2 * np.pi * 1.5 * time)).astype(np.int16)


def _verdict(likeness: str, advice: str) -> Message:
    return Message(
        "{likeness} likeness. {advice}", {"likeness": Message(likeness), "advice": Message(advice)}
    )


GOOD = _verdict("Good", "It sounds like the person.")
FAIR = _verdict("Fair", "It is close to the person.")


class FakeVoices:
    folder = Path("nowhere")

    def __init__(self, *names: str) -> None:
        self.items = [
            VoiceItem(
                name.lower(),
                name,
                "2026-11-21T10:00:00+00:00",
                "en-us",
                GOOD,
            )
            for name in names
        ]
        self.exported: list[tuple[str, Path]] = []
        self.put_away: dict[str, VoiceItem] = {}
        self.details: dict[str, VoiceDetail] = {}
        self.takes = tuple(TakeItem(Path(f"{at}.wav"), text, 3.2) for at, text in enumerate(SENTENCES))

    def list(self) -> list[VoiceItem]:
        return sorted(self.items, key=lambda item: item.name)

    def rename(self, voice_id: str, name: str) -> None:
        if "/" in name:
            raise ValueError("A voice's name must not hold a slash.")
        self.change(voice_id, name=name)

    def set_notes(self, voice_id: str, tags, notes: str) -> None:
        self.change(voice_id, tags=tuple(tags), notes=notes)

    def duplicate(self, voice_id: str) -> VoiceItem:
        item = next(item for item in self.items if item.id == voice_id)
        self.items.append(dataclasses.replace(item, id=f"{voice_id}-2", name=f"{item.name} 2"))
        return self.items[-1]

    def delete(self, voice_id: str) -> str:
        key = f"{len(self.put_away)}~{voice_id}"
        self.put_away[key] = next(item for item in self.items if item.id == voice_id)
        self.items = [item for item in self.items if item.id != voice_id]
        return key

    def take_place(self, made: VoiceItem) -> str:
        key = next((self.delete(item.id) for item in self.items if item.name == made.name), "")
        self.items.append(made)
        return key

    def deleted(self) -> list[DeletedItem]:
        return [DeletedItem(key, item.name, 1_763_700_000.0) for key, item in self.put_away.items()]

    def bring_back(self, key: str, instead_of: str = "") -> VoiceItem:
        if instead_of:
            self.delete(instead_of)
        self.items.append(self.put_away.pop(key))
        return self.items[-1]

    def order_again(self, voice_id: str) -> CloneOrder:
        item = next(item for item in self.items if item.id == voice_id)
        if not item.can_be_made_again:
            raise ValueError("Its takes are not to be found.")
        return CloneOrder(Path("takes"), item.name, item.language, consent="I agree.", again=voice_id)

    def detail(self, voice_id: str) -> VoiceDetail:
        report = VoiceReport(
            0.86, 0.31, 20, 94.0, 212.0, "I agree that Timbre makes a synthetic voice.", "computed"
        )
        if voice_id.startswith("file:"):
            return VoiceDetail()
        return self.details.get(voice_id, VoiceDetail(report, self.takes, Path("takes")))

    def take_sound(self, path: Path) -> tuple[np.ndarray, int]:
        return tone(1.5, RATE), RATE

    def change(self, voice_id: str, **changes) -> None:
        self.items = [dataclasses.replace(v, **changes) if v.id == voice_id else v for v in self.items]

    def export(self, voice_id: str, path: Path) -> None:
        self.exported.append((voice_id, path))

    def is_taken(self, order: CloneOrder) -> bool:
        return any(item.name == order.name and not item.is_sketch for item in self.items)

    def import_file(self, path: Path) -> VoiceItem:
        if path.suffix != ".timbre":
            raise ValueError(f"{path.name} is not a voice file.")
        self.items.append(VoiceItem(path.stem, path.stem.title()))
        return self.items[-1]


class FakePronunciations:
    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def entries(self) -> dict[str, str]:
        return dict(sorted(self.kept.items()))

    def put(self, word: str, ipa: str) -> None:
        self.kept[word] = checked_ipa(ipa)

    def remove(self, word: str) -> None:
        self.kept.pop(word, None)


class FakeSpeech:
    sample_rate = RATE

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.pronounced: list[str] = []
        self.gate.set()
        self.asked: list[tuple] = []
        self.stopped = False
        self.error: Exception | None = None
        self.jobs: list = []
        self.salt = 0
        self.dies_after: int | None = None
        self.pronunciations = FakePronunciations()

    def speak(self, text, voice_id, options, should_stop) -> Iterator[np.ndarray]:
        self.asked.append((text, voice_id, options))
        if self.error:
            raise self.error
        try:
            for _ in text.split():
                yield tone(0.1, RATE)
                self.gate.wait(5)
                if should_stop():
                    return
        finally:
            self.stopped = should_stop()

    def try_out(self, text, voice: bytes, should_stop) -> Iterator[np.ndarray]:
        return self.speak(text, voice, None, should_stop)

    def pronounce(self, letters: str, voice_id: str) -> str:
        self.pronounced.append(letters)
        return letters.lower().replace("-", "")

    def fingerprint(self, job) -> str:
        return f"{abs(hash((job, self.salt))):x}"

    def say(self, job, should_stop) -> Iterator[SaidChunk]:
        """A tenth of a second a word; each letter is a phoneme. `gate` holds back all but the first word."""
        self.asked.append((job.text, job.voice_id, job.how))
        self.jobs.append(job)
        if self.error:
            raise self.error
        letters = f"^{job.text}$"
        factors = job.edits.duration or (1.0,) * len(letters)
        try:
            at, letter_s = 0, 0.1 * len(job.text.split()) / len(letters)
            for number, word in enumerate(job.text.split()):
                start = job.text.index(word, at)
                at = start + len(word)
                timed = TimedWord(word, start, at, number * 0.1, (number + 1) * 0.1)
                edges = np.cumsum([0, *factors]) * letter_s
                phonemes = [
                    TimedPhoneme(symbol, float(a), float(b))
                    for symbol, a, b in zip(letters, edges, edges[1:], strict=False)
                ]
                yield SaidChunk(tone(0.1, RATE), (timed,), () if number else phonemes)
                self.gate.wait(5)
                if self.dies_after is not None and len(self.jobs) > self.dies_after:
                    raise ServerError("The speech server does not answer.")
                if should_stop():
                    return
        finally:
            self.stopped = should_stop()

    def save(self, text, voice, how, path: Path, saving, should_stop) -> float:
        self.asked.append((text, voice, how))
        if "🙂" in text:
            raise ValueError("There is nothing to speak in this text.")
        self.gate.wait(5)
        path.write_bytes(text.encode())
        return 1.5


class FakeCloning:
    """Makes a voice once `gate` is set, until when it stands at `progress`; with `voices`, it is put there."""

    def __init__(self, voices: FakeVoices | None = None) -> None:
        self.voices = voices
        self.progress = [
            CloneProgress("start"),
            CloneProgress("adapt", 10, 200, 0.571, 0.702, 4.0, 76.0, Message("Learning.")),
            CloneProgress("adapt", 30, 200, 0.512, 0.634, 12.0, 68.0, Message("Learning."), b"at 30"),
        ]
        self.gate = threading.Event()
        self.error: Exception | None = None
        self.orders: list[CloneOrder] = []
        self.was_stopped = threading.Event()
        self.sketched: list[CloneOrder] = []
        self.sketch_gate = threading.Event()
        self.sketch_gate.set()
        self.sketch_error: Exception | None = None
        self.loaded = 0

    def prepare_sketch(self) -> None:
        self.loaded += 1

    def release_sketching(self) -> None:
        self.loaded = 0

    def sketch(self, order, should_stop) -> Sketch:
        self.sketched.append(order)
        while not self.sketch_gate.wait(0.01):
            if should_stop():
                raise RuntimeError("The sketch was cancelled.")
        if self.sketch_error:
            raise self.sketch_error
        return Sketch(b"sketch %d" % len(self.sketched), 6.2)

    def clone(self, order, on_progress, should_stop, should_finish) -> MadeVoice:
        self.orders.append(order)
        for progress in self.progress:
            on_progress(progress)
        while not self.gate.wait(0.01):
            if should_stop():
                self.was_stopped.set()
                raise RuntimeError("The clone was cancelled.")
            if should_finish():
                on_progress(CloneProgress("takes"))
                return MadeVoice(VoiceItem("new", order.name, verdict=FAIR))
        if self.error:
            raise self.error
        made = VoiceItem("new", order.name, verdict=GOOD)
        return MadeVoice(made, self.voices.take_place(made) if self.voices else "")


class FakeComparing:
    """Three sentences; the first samples tell the person (1) from the clone (2)."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Path]] = []
        self.error: Exception | None = None
        self.clone_error = 0.04
        self.result = ResultItem(0.83, 0.21, 20, 0.05)

    def compare(self, voice_id, takes, on_pair, should_stop) -> ResultItem:
        self.asked.append((voice_id, takes))
        for text in SENTENCES:
            sound = tone(0.5, RATE)
            person, clone = np.r_[np.int16(1), sound], np.r_[np.int16(2), sound]
            on_pair(Pair(text, person, clone, RATE, 0.02, self.clone_error))
            if self.error:
                raise self.error
        return self.result


class FakeImporting:
    """Finds real files; hears the same in each, unless there is no server."""

    def __init__(self) -> None:
        self.server_up = True
        self.gate = threading.Event()
        self.gate.set()

    def find(self, paths):
        return find_takes(paths)

    def recognise(self, take) -> str:
        self.gate.wait(5)
        if not self.server_up:
            raise ConnectionError("Texts are recognised once the speech server is up; you can type them.")
        return f"What was heard in {take.name}."


class FakeChecks:
    """Finds each take a little quiet and its last word missing."""

    def __init__(self, severity: str = "warning", code: str = "missed_words") -> None:
        self.server_up = True
        self.severity, self.code = severity, code
        self.prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def sound(self, path: Path, text: str) -> list[CheckLine]:
        return [CheckLine("warning", Message("This is quiet: come closer to the microphone or turn it up."))]

    def table(self, folder: Path) -> list[TakeRow]:
        return [
            TakeRow("She measured the garden.", -21.4, 38.2, 0.0, ()),
            TakeRow("Fresh bread.", -33.0, 18.0, 0.25, ("bread",), (Message("This is quiet."),), "warning"),
            TakeRow("Nobody compared it.", -20.0, 40.0, 0.0, None),
        ]

    def words(self, path: Path, text: str) -> WordsRead:
        if not self.server_up:
            raise ConnectionError("The words are compared once the speech server is up.")
        last = text.split()[-1]
        missed = Message.of("Not heard: {words}. Read the sentence once more.", words=f"“{last}”")
        line = CheckLine(self.severity, missed, self.code)
        return WordsRead((line,), ((len(text) - len(last), len(text)),), ((text.index(" "), "really"),))


class FakeServer:
    def __init__(self) -> None:
        self.starts = 0
        self.released = False
        self.waiting = ""
        self.may_go_on = threading.Event()
        self.error: Exception | None = None

    def start(self, on_wait) -> Message:
        self.starts += 1
        if self.waiting:
            on_wait(Message(self.waiting))
            self.may_go_on.wait(10)
        if self.error:
            raise self.error
        return Message("ready")

    reconnect = start

    def about(self) -> ServerAbout:
        return ServerAbout("127.0.0.1:8001", True, "ONNX Runtime", "")

    def release(self) -> None:
        self.released = True


class FakeRecorder:
    """Writes a tone as the take; `ready` and `trouble` can be set."""

    def __init__(self) -> None:
        self.meter = LevelMeter()
        self.ready = False
        self.trouble: Message | None = None
        self.lost = True
        self.error: DeviceError | None = None
        self.seconds = 2.0
        self.sample_rate = 48000
        self.device: Device | None = None
        self.speech = SpeechEnd(48000)
        self.peaks = [0.1, 0.4, 0.3]
        self.listener = None
        self._path: Path | None = None

    @property
    def recording(self) -> bool:
        return self._path is not None

    @property
    def duration_s(self) -> float:
        return 0.7

    def open(self, name: str | None = None) -> Device:
        if self.error:
            raise self.error
        self.ready = True
        self.meter.feed(tone(0.3)[6000:7000])
        self.device = Device(name or "Built-in microphone", 0, 48000, True)
        return self.device

    def start(self, path: Path) -> None:
        path.touch(exist_ok=False)
        path.unlink()
        self._path = path

    def finish(self) -> FinishedTake:
        path, self._path = self._path, None
        assert path is not None
        samples = tone(self.seconds)
        with WaveWriter(path, 48000) as writer:
            writer.write(samples)
        return FinishedTake(path, 48000, len(samples), 0)

    def close(self) -> None:
        self.ready = False


class FakeMicrophones:
    """`plugged` is what there is; `plug` changes it while the window is open, `move` turns what is recorded to another."""

    def __init__(self) -> None:
        self.plugged = ["Built-in microphone", "Studio USB"]
        self._changes: queue.SimpleQueue[Change] = queue.SimpleQueue()

    def names(self, look_again: bool) -> list[str]:
        return list(self.plugged)

    def plug(self, *names: str) -> None:
        self.plugged = list(names)
        self._changes.put(Change(list(names)))

    def move(self) -> None:
        self._changes.put(Change(list(self.plugged), moved=True))

    def follow(self, on_change, should_stop) -> None:
        while not should_stop():
            with contextlib.suppress(queue.Empty):
                on_change(self._changes.get(timeout=0.02))


class FakeOutput:
    """Plays at once, unless told to hold."""

    made: ClassVar[list[FakeOutput]] = []

    def __init__(self) -> None:
        self.played_samples = 0
        self.release = threading.Event()
        self.chunks: list[np.ndarray] = []
        self.stopped = False
        FakeOutput.made.append(self)

    def start(self, sample_rate: int) -> None:
        self.sample_rate = sample_rate

    def write(self, chunk: np.ndarray) -> bool:
        self.chunks.append(chunk)
        self.played_samples += len(chunk)
        return not self.stopped

    def finish(self) -> None:
        pass

    def wait(self) -> bool:
        return self.release.wait(5)

    def stop(self) -> None:
        self.stopped = True
        self.release.set()


class FakeDialogs:
    def __init__(self, *_: object) -> None:
        self.name: str | None = "Other"
        self.delete = True
        self.replace = True
        self.close = True
        self.asked: list[str] = []
        self.path: Path | None = None
        self.saving = None
        self.batch: Path | None = None

    def confirm_clear_history(self) -> bool:
        return self.delete

    def confirm_replace(self, name: str) -> bool:
        return self.replace

    def confirm_close_on_clone(self, name: str) -> bool:
        self.asked.append(name)
        return self.close

    def confirm_close_on_import(self) -> bool:
        self.asked.append("import")
        return self.close

    def new_name(self, name: str) -> str | None:
        return self.name

    def voice_to_import(self, folder: Path) -> Path | None:
        return self.path

    def folder(self, title: str, folder: Path) -> Path | None:
        self.asked.append(f"{title}: {folder}")
        return self.path

    def recordings_folder(self, folder: Path) -> list[Path] | None:
        return [self.path] if self.path else None

    recordings_files = recordings_folder

    def voice_export_path(self, folder: Path, name: str) -> Path | None:
        return self.path

    def export_plan(self, folder: Path, name: str, suffix: str, saving):
        return None if self.path is None else (self.path, self.saving or saving)

    def batch_to_read(self, folder: Path) -> Path | None:
        return self.batch

    def batch_plan(self, folder: Path, count: int, suffix: str, saving):
        return None if self.path is None else (self.path, suffix, saving)


SENTENCES = (
    "The referee ignored us both and blew his whistle twice.",
    "Fresh bread and a bowl of soup are all I want tonight.",
    "She measured the garden, then drew a plan of it.",
)


STORED = ("voices", "takes", "speech", "words", "settings", "logs", "work", "cache")


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
    }
    return Backstage(**{**parts, **replaced})
