"""Takes are read and checked before they travel; the voice that comes back is kept."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.machine import small_disk
from tests.helpers.speech_like import speech_like
from tests.helpers.takes import SENTENCE, write_take, write_takes
from tests.helpers.voices import make_voice
from timbre.archive import TakesError, unpack_takes
from timbre.audio import AudioError
from timbre.voice import Voice, VoiceError
from timbre_app.client.streams import CloneError, RequestCancelled
from timbre_app.voices import cloning
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.order import CloneOrder


class FakeClient:
    """Answers a clone with given items; remembers what it was asked."""

    def __init__(self, *items) -> None:
        self.items = items
        self.closed = False

    def clone(self, takes, options):
        self.takes, self.options = takes, options
        return self

    def __iter__(self):
        return iter(self.items)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed = True

    def ask_anew(self, options):
        self.asked_anew = options


def clone(
    order: CloneOrder, client: FakeClient, library: VoiceLibrary, watch: cloning.Watch | None = None
) -> cloning.KeptVoice:
    return cloning.clone(order, cloning.prepare(order, library), client, library, watch)


@pytest.fixture
def library(tmp_path: Path) -> VoiceLibrary:
    return VoiceLibrary(tmp_path / "voices")


def test_takes_travel_and_the_voice_is_kept(tmp_path: Path, library: VoiceLibrary):
    progress = {"stage": "adapt", "step": 1, "max_steps": 2}
    client = FakeClient(progress, make_voice("Ada").to_bytes())
    seen = []
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada", options=(("max_steps", 2),))
    voice, replaced_key = clone(order, client, library, cloning.Watch(seen.append))
    assert (voice.name, library.find("Ada").id, seen, client.closed) == ("Ada", voice.id, [progress], True)
    assert replaced_key == ""
    assert library.notes.read(voice.id).takes == str(order.takes)
    job_id = client.options.pop("job_id")
    assert len(job_id) == 32
    assert client.options == {
        "name": "Ada", "language": "en-us", "consent": "", "max_steps": 2, "resume": False,
    }  # fmt: skip
    sent = unpack_takes(client.takes, tmp_path / "sent")
    assert [(take.id, take.text) for take in sent] == [(f"{n:02}", SENTENCE) for n in range(4)]


def consented_takes(folder: Path) -> Path:
    write_takes(folder)
    write_take(folder / "wavs" / "consent.wav", speech_like(4.0))
    with (folder / "metadata.csv").open("a") as file:
        file.write("consent|I agree.\n")
    return folder


def test_what_was_heard_is_kept_with_the_voice_and_its_recording_beside_it(
    tmp_path: Path, library: VoiceLibrary
):
    folder = consented_takes(tmp_path / "takes")
    recording = (folder / "wavs" / "consent.wav").read_bytes()
    client = FakeClient(make_voice("Ada").to_bytes())
    order = CloneOrder(folder, "Ada", consent="i agree so", learns_consent=False)
    voice, _ = clone(order, client, library)
    assert client.options["consent"] == "i agree so"
    assert client.options["learns_consent"] is False
    assert "consent" in [
        take.id for take in unpack_takes(client.takes, tmp_path / "sent")
    ]  # its speaker is checked
    shutil.rmtree(folder)
    kept = library.consents.find(voice.id)
    assert kept is not None
    assert kept.read_bytes() == recording
    assert library.consents.find(library.duplicate("Ada", "Ada 2").id) is not None


def made(folder: Path, name: str, seed: int, library: VoiceLibrary) -> Voice:
    return clone(CloneOrder(folder, name), FakeClient(make_voice(name, seed).to_bytes()), library)[0]


def test_a_recorded_consent_goes_with_its_voice_for_good(tmp_path: Path, library: VoiceLibrary):
    folder = consented_takes(tmp_path / "takes")
    voices = [made(folder, name, seed, library) for seed, name in enumerate("AB")]
    key = library.put_away("A")
    made(folder, "C", 2, library)
    assert library.consents.find(voices[0].id) is not None  # it can still be brought back
    library.deleted.drop(key)
    made(folder, "D", 3, library)
    assert [library.consents.find(voice.id) is None for voice in voices] == [True, False]


def test_a_silent_take_is_left_out_and_said(tmp_path: Path):
    folder = write_takes(tmp_path / "takes", count=5)
    write_take(folder / "wavs" / "02.wav", np.zeros(60_000, np.float32))
    found = cloning.read_takes(folder)
    assert [checked.take.id for checked in found.usable] == ["00", "01", "03", "04"]
    assert found.warnings()[0].startswith("02 is left out: Nothing was heard")


@pytest.mark.parametrize(("sample_rate", "channels"), [(8_000, 1), (48_000, 1), (22_050, 2), (48_000, 2)])
def test_other_rates_and_stereo_work(tmp_path: Path, sample_rate: int, channels: int):
    folder = write_takes(tmp_path / "takes", sample_rate=sample_rate, channels=channels)
    found = cloning.read_takes(folder)
    assert len(found.usable) == 4
    assert found.speech_s == pytest.approx(16, abs=1.5)


def test_too_little_speech_is_refused(tmp_path: Path):
    folder = write_takes(tmp_path / "takes", count=2, seconds=1.5)
    with pytest.raises(
        TakesError, match=r"The takes hold 3 s of speech in 2 recordings: record at least 10 s"
    ):
        cloning.read_takes(folder)


def test_silence_alone_is_refused(tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    for path in (folder / "wavs").iterdir():
        write_take(path, np.zeros(60_000, np.float32))
    with pytest.raises(TakesError, match=r"None of the 4 takes can be used: Nothing was heard"):
        cloning.read_takes(folder)


def test_a_wav_that_is_not_one_is_named(tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    (folder / "wavs" / "01.wav").write_text("this is no sound")
    with pytest.raises(AudioError, match=r"01\.wav is not a sound file"):
        cloning.read_takes(folder)


def test_a_name_that_is_taken_or_has_slashes_is_refused_before_anything_is_sent(
    tmp_path: Path, library: VoiceLibrary
):
    library.add(make_voice("Ada"))
    takes = write_takes(tmp_path / "takes")
    for name, reason in (("ada", "already"), ("a/b", "slashes"), ("", "needs a name")):
        with pytest.raises(VoiceError, match=reason):
            cloning.prepare(CloneOrder(takes, name), library)
    with pytest.raises(VoiceError, match="slashes"):
        cloning.prepare(CloneOrder(takes, "a/b", replace=True), library)


def test_a_voice_whose_name_is_taken_while_it_is_made_is_not_lost(tmp_path: Path, library: VoiceLibrary):
    other = make_voice("Ada", seed=1)

    def meanwhile(_):
        library.add(other)

    client = FakeClient({"stage": "adapt"}, make_voice("Ada").to_bytes())
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    voice, replaced_key = clone(order, client, library, cloning.Watch(meanwhile))
    assert (voice.name, library.find("Ada 2").id, replaced_key) == ("Ada 2", voice.id, "")
    assert library.find("Ada").content_hash == other.content_hash


def test_a_name_that_is_taken_at_the_last_moment_costs_no_voice(tmp_path: Path, library, monkeypatch):
    names = iter(["Ada", "Ada 2"])
    monkeypatch.setattr(library, "free_name", lambda _: next(names))
    client = FakeClient(make_voice("Ada").to_bytes())
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    takes = cloning.prepare(order, library)
    library.add(make_voice("Ada", seed=1))
    assert cloning.clone(order, takes, client, library).voice.name == "Ada 2"
    assert {voice.name for voice in library.voices()} == {"Ada", "Ada 2"}


@pytest.fixture
def disk(tmp_path: Path):
    """The folder of voices on a disk of 3 MB."""
    with small_disk(tmp_path / "voices", kilobytes=3072) as folder:
        yield folder


def fill(folder: Path) -> None:
    """Write until the disk is full."""
    with (folder / "film.mkv").open("wb", buffering=0) as file:
        endless = iter(lambda: file.write(bytes(1 << 14)), None)
        with pytest.raises(OSError, match="No space left"):
            list(endless)


class FillingClient(FakeClient):
    """Somebody else fills the disk while the voice is made."""

    def __iter__(self):
        fill(self.folder)
        return iter(self.items)


def test_a_disk_that_fills_up_meanwhile_costs_no_voice(tmp_path: Path, disk: Path, library):
    client = FillingClient(make_voice("Ada").to_bytes())
    client.folder = disk
    kept = clone(CloneOrder(write_takes(tmp_path / "takes"), "Ada"), client, library)
    assert [voice.id for voice in library.voices()] == [kept.voice.id]
    assert [path.name for path in disk.glob(".room-*")] == []


def test_a_full_disk_is_told_before_the_voice_is_made(tmp_path: Path, disk: Path, library):
    fill(disk)
    client = FakeClient(make_voice("Ada").to_bytes())
    with pytest.raises(VoiceError, match="The disk is full: free some space and try again"):
        clone(CloneOrder(write_takes(tmp_path / "takes"), "Ada"), client, library)
    assert not hasattr(client, "takes")  # nobody waited for it


def test_a_voice_that_gives_way_can_be_brought_back(tmp_path: Path, library: VoiceLibrary):
    library.add(make_voice("Ada", 1))
    client = FakeClient(make_voice("Ada", 2).to_bytes())
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada", replace=True)
    _, replaced_key = clone(order, client, library)
    assert [voice.id for voice in library.voices()] == ["0002"]
    (put_away,) = library.deleted.list()
    assert put_away.key == replaced_key
    brought = library.bring_back(put_away.key, instead_of="0002")
    assert brought is not None
    assert (brought.name, brought.id) == ("Ada", "0001")


def test_stopping_closes_the_stream_and_keeps_no_voice(tmp_path: Path, library: VoiceLibrary):
    client = FakeClient({"stage": "adapt"}, {"stage": "adapt"}, make_voice("Ada").to_bytes())
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    with pytest.raises(RequestCancelled):
        clone(order, client, library, cloning.Watch(should_stop=lambda: True))
    assert client.closed
    assert library.voices() == []


def test_a_voice_is_made_of_what_was_learned_by_the_same_process(tmp_path: Path, library: VoiceLibrary):
    client = FakeClient(
        {"stage": "adapt"}, {"stage": "adapt"}, {"stage": "takes"}, make_voice("Ada").to_bytes()
    )
    seen = []
    watch = cloning.Watch(seen.append, should_finish=lambda: len(seen) >= 2)
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada", options=(("seed", 7),))
    voice, _ = clone(order, client, library, watch)
    assert library.find("Ada").id == voice.id
    assert client.asked_anew == client.options | {"resume": True, "max_steps": 1}
    assert client.asked_anew["job_id"]


def test_a_server_that_ends_without_a_voice_is_an_error(tmp_path: Path, library: VoiceLibrary):
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    with pytest.raises(CloneError, match="without a voice"):
        clone(order, FakeClient({"stage": "takes"}), library)


def test_a_broken_voice_from_the_server_is_not_kept(tmp_path: Path, library: VoiceLibrary):
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    with pytest.raises(VoiceError, match="What the server sent"):
        clone(order, FakeClient(b"rubbish"), library)
    assert library.voices() == []


def test_consent_and_person_are_kept_although_that_take_is_left_out(tmp_path: Path, library: VoiceLibrary):
    client = FakeClient(make_voice("Ada").to_bytes())
    takes = write_takes(tmp_path / "takes")
    clone(CloneOrder(takes, "Ada", consent="I agree.", person="Otto Berg"), client, library)
    assert client.options["consent"] == "I agree."
    assert library.find("Ada").provenance["person"] == "Otto Berg"


def test_a_take_that_is_kept_against_the_advice_is_learned_from(tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    write_take(folder / "wavs" / "00.wav", np.zeros(22050, np.float32))
    assert [item.take.id for item in cloning.read_takes(folder).left_out] == ["00"]
    kept = cloning.read_takes(folder, kept={"00"})
    assert kept.left_out == ()
    assert [item.take.id for item in kept.usable] == ["00", "01", "02", "03"]


@pytest.mark.parametrize("start", ["computed", "hybrid", "nearest"])
def test_the_report_says_where_a_voice_started_and_names_the_nearest_speaker(start: str):
    provenance = {"start": start, "nearest_speaker": "reader 7"}
    voice = replace(make_voice(), provenance=provenance, report={"nearest_similarity": 0.31})
    nearest, started = cloning.summarize_report(voice)
    assert nearest == "similarity of the untuned nearest speaker, reader 7: 0.31"
    assert ("reader 7" in started) == (start != "computed")
    assert ("computed from the takes" in started) == (start != "nearest")
