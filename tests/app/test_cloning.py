"""Takes are read and checked before they travel; the voice that comes back is kept."""

from pathlib import Path

import numpy as np
import pytest

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import SENTENCE, write_take, write_takes
from tests.helpers.voices import make_voice
from timbre.archive import TakesError, unpack_takes
from timbre.audio import AudioError
from timbre.voice import VoiceError
from timbre_app import cloning
from timbre_app.library import VoiceLibrary
from timbre_app.streams import CloneError, RequestCancelled


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


@pytest.fixture
def library(tmp_path: Path) -> VoiceLibrary:
    return VoiceLibrary(tmp_path / "voices")


def test_takes_travel_and_the_voice_is_kept(tmp_path: Path, library: VoiceLibrary):
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    progress = {"stage": "adapt", "step": 1, "max_steps": 2}
    client = FakeClient(progress, make_voice("Ada").to_bytes())
    seen = []
    settings = cloning.CloneSettings("Ada", options=(("max_steps", 2),))
    voice = cloning.clone(found, settings, client, library, cloning.Watch(seen.append))
    assert (voice.name, library.find("Ada").id, seen, client.closed) == ("Ada", voice.id, [progress], True)
    assert client.options == {
        "name": "Ada", "language": "en-us", "consent": "", "max_steps": 2, "resume": False,
    }  # fmt: skip
    sent = unpack_takes(client.takes, tmp_path / "sent")
    assert [(take.id, take.text) for take in sent] == [(f"{n:02}", SENTENCE) for n in range(4)]


def test_the_consent_take_is_kept_with_the_voice(tmp_path: Path, library: VoiceLibrary):
    folder = write_takes(tmp_path / "takes")
    write_take(folder / "wavs" / "consent.wav", speech_like(4.0))
    with (folder / "metadata.csv").open("a") as file:
        file.write("consent|I agree.\n")
    client = FakeClient(make_voice("Ada").to_bytes())
    cloning.clone(cloning.read_takes(folder), cloning.CloneSettings("Ada"), client, library)
    assert client.options["consent"] == "I agree."


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
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    for name, reason in (("ada", "already"), ("a/b", "slashes"), ("", "needs a name")):
        client = FakeClient()
        with pytest.raises(VoiceError, match=reason):
            cloning.clone(found, cloning.CloneSettings(name), client, library)
        assert not hasattr(client, "takes")


def test_a_voice_that_gives_way_can_be_brought_back(tmp_path: Path, library: VoiceLibrary):
    library.add(make_voice("Ada", 1))
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    client = FakeClient(make_voice("Ada", 2).to_bytes())
    cloning.clone(found, cloning.CloneSettings("Ada", replace=True), client, library)
    assert [voice.id for voice in library.voices()] == ["0002"]
    (put_away,) = library.deleted.list()
    brought = library.bring_back(put_away.key, instead_of="0002")
    assert brought is not None
    assert (brought.name, brought.id) == ("Ada", "0001")


def test_stopping_closes_the_stream_and_keeps_no_voice(tmp_path: Path, library: VoiceLibrary):
    client = FakeClient({"stage": "adapt"}, {"stage": "adapt"}, make_voice("Ada").to_bytes())
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    with pytest.raises(RequestCancelled):
        cloning.clone(
            found, cloning.CloneSettings("Ada"), client, library, cloning.Watch(should_stop=lambda: True)
        )
    assert client.closed
    assert library.voices() == []


def test_a_voice_is_made_of_what_was_learned_by_the_same_process(tmp_path: Path, library: VoiceLibrary):
    client = FakeClient(
        {"stage": "adapt"}, {"stage": "adapt"}, {"stage": "takes"}, make_voice("Ada").to_bytes()
    )
    seen = []
    watch = cloning.Watch(seen.append, should_finish=lambda: len(seen) >= 2)
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    voice = cloning.clone(
        found, cloning.CloneSettings("Ada", options=(("job_id", "a"),)), client, library, watch
    )
    assert library.find("Ada").id == voice.id
    assert client.asked_anew == client.options | {"resume": True, "max_steps": 1}
    assert client.options["job_id"] == "a"


def test_a_server_that_ends_without_a_voice_is_an_error(tmp_path: Path, library: VoiceLibrary):
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    with pytest.raises(CloneError, match="without a voice"):
        cloning.clone(found, cloning.CloneSettings("Ada"), FakeClient({"stage": "takes"}), library)


def test_a_broken_voice_from_the_server_is_not_kept(tmp_path: Path, library: VoiceLibrary):
    found = cloning.read_takes(write_takes(tmp_path / "takes"))
    with pytest.raises(VoiceError, match="What the server sent"):
        cloning.clone(found, cloning.CloneSettings("Ada"), FakeClient(b"rubbish"), library)
    assert library.voices() == []


def test_consent_and_person_are_kept_although_that_take_is_left_out(tmp_path: Path, library: VoiceLibrary):
    client = FakeClient(make_voice("Ada").to_bytes())
    settings = cloning.CloneSettings("Ada", consent="I agree.", person="Otto Berg")
    cloning.clone(cloning.read_takes(write_takes(tmp_path / "takes")), settings, client, library)
    assert client.options["consent"] == "I agree."
    assert library.find("Ada").provenance["person"] == "Otto Berg"


def test_a_take_that_is_kept_against_the_advice_is_learned_from(tmp_path: Path):
    folder = write_takes(tmp_path / "takes")
    write_take(folder / "wavs" / "00.wav", np.zeros(22050, np.float32))
    assert [item.take.id for item in cloning.read_takes(folder).left_out] == ["00"]
    kept = cloning.read_takes(folder, kept={"00"})
    assert kept.left_out == ()
    assert [item.take.id for item in kept.usable] == ["00", "01", "02", "03"]
