"""The voice file: it comes back as it was, and whatever is not one is refused in one sentence."""

import contextlib
import json
import os
import pickle
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from tests.helpers.voices import make_voice
from timbre.voice import MAX_BYTES, Delivery, PitchStats, Voice, VoiceError, check_name


def test_a_voice_comes_back_as_it_was(tmp_path: Path):
    voice = make_voice()
    voice.save(tmp_path / "ada.timbre")
    again = Voice.load(tmp_path / "ada.timbre")
    assert (again.name, again.id, again.language, again.created, again.base_id) == (
        "Ada", "0000", "en-us", "2025-01-02T03:04:05+00:00", voice.base_id,
    )  # fmt: skip
    assert (again.pitch, again.delivery, again.provenance, again.report) == (
        voice.pitch, voice.delivery, voice.provenance, voice.report,
    )  # fmt: skip
    for name, tensor in voice.tensors.items():
        np.testing.assert_array_equal(again.tensors[name], tensor)
        assert again.tensors[name].dtype == tensor.dtype


def test_a_delivery_comes_back_and_voices_without_one_read_as_predicted():
    lively = replace(make_voice(), delivery=Delivery(1.8, 0.9, 1.2, dynamics=1.1, breaks=0.7))
    assert Voice.from_bytes(lively.to_bytes()).delivery == Delivery(1.8, 0.9, 1.2, 1.1, 0.7)
    data = lively.to_bytes().replace(b'\\"delivery\\"', b'\\"dElivery\\"')
    assert data != lively.to_bytes()
    assert Voice.from_bytes(data).delivery == Delivery()


@pytest.mark.parametrize("factors", [(0.0, 1.0, 1.0), (1.0, 9.0, 1.0), (1.0, 1.0, float("nan"))])
def test_a_delivery_out_of_range_is_refused(factors: tuple[float, float, float]):
    with pytest.raises(VoiceError, match="delivery"):
        Delivery(*factors)


def test_the_room_between_sentences_comes_back_and_older_voices_have_silence():
    voice = make_voice()
    assert Voice.from_bytes(voice.to_bytes()).room == ()
    roomy = replace(voice, room=(-9.5, -8.25))
    assert Voice.from_bytes(roomy.to_bytes()).room == (-9.5, -8.25)
    data = roomy.to_bytes().replace(b'\\"room\\"', b'\\"rOom\\"')
    assert data != roomy.to_bytes()
    assert Voice.from_bytes(data).room == ()


@pytest.mark.parametrize("level", [30.0, -30.0, float("nan"), float("inf")])
def test_a_room_that_no_recording_has_is_refused(level: float):
    with pytest.raises(VoiceError, match="room"):
        replace(make_voice(), room=(-9.0, level))


def test_the_hash_is_of_the_content():
    assert make_voice().content_hash == make_voice().content_hash
    assert make_voice().content_hash != make_voice(seed=1).content_hash
    assert Voice.from_bytes(make_voice().to_bytes()).content_hash == make_voice().content_hash


def test_every_broken_copy_is_refused():
    data = make_voice().to_bytes()
    for length in [*range(40), *range(40, len(data), 37), len(data) - 1]:
        with pytest.raises(VoiceError):
            Voice.from_bytes(data[:length])


def test_flipped_bytes_never_do_more_than_fail():
    data = make_voice().to_bytes()
    generator = np.random.default_rng(7)
    for _ in range(400):
        broken = bytearray(data)
        for at in generator.integers(0, len(data), 3):
            broken[at] ^= int(generator.integers(1, 256))
        with contextlib.suppress(VoiceError):
            Voice.from_bytes(bytes(broken))


class Bomb:
    """Pickled, it would create a file when it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return (Path.touch, (self.path,))


@pytest.mark.parametrize("kind", ["pickle", "png", "text", "empty", "zip"])
def test_foreign_files_are_refused_and_execute_nothing(tmp_path: Path, kind: str):
    trap = tmp_path / "trap"
    contents = {
        "pickle": pickle.dumps(Bomb(trap)),
        "png": b"\x89PNG\r\n\x1a\n" + bytes(200),
        "text": b"hello " * 100,
        "empty": b"",
        "zip": b"PK\x03\x04" + bytes(100),
    }
    path = tmp_path / "foreign.timbre"
    path.write_bytes(contents[kind])
    with pytest.raises(VoiceError, match=r"is no voice"):
        Voice.load(path)
    assert not trap.exists()


def test_a_safetensors_file_of_another_program_is_refused():
    with pytest.raises(VoiceError, match="no voice of Timbre"):
        Voice.from_bytes(save({"weight": np.zeros(4, np.float32)}))


@pytest.mark.parametrize(("version", "said"), [(99, "a newer version"), (0, "another version")])
def test_another_format_is_named(version, said):
    header = json.dumps({"__metadata__": {"timbre_voice": json.dumps({"format": version})}}).encode()
    with pytest.raises(VoiceError, match=said):
        Voice.from_bytes(struct.pack("<Q", len(header)) + header)


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path):
    path = tmp_path / "huge.timbre"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(VoiceError, match="larger than"):
        Voice.load(path)


def test_deeply_nested_headers_are_refused():
    header = b'{"__metadata__":' + b"[" * 40_000
    with pytest.raises(VoiceError, match="no voice"):
        Voice.from_bytes(struct.pack("<Q", len(header)) + header)


def test_a_voice_too_large_is_not_written(tmp_path: Path):
    tensors = dict(make_voice().tensors) | {"speaker_embedding": np.zeros(MAX_BYTES, np.float16)}
    with pytest.raises(VoiceError, match="at most"):
        make_voice(tensors=tensors).save(tmp_path / "large.timbre")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "tensor"),
    [
        ("speaker_embedding", np.full(16, np.nan, np.float32)),
        ("speaker_embedding", np.zeros((4, 4), np.float32)),
        ("speaker_embedding", np.zeros(16, np.int64)),
        ("adapter_up", np.zeros((2, 4, 8), np.float32)),
        ("encoder_style", np.zeros((5, 2, 9), np.float32)),
    ],
)
def test_tensors_that_are_not_a_voices_are_refused(name: str, tensor: np.ndarray):
    with pytest.raises(VoiceError):
        make_voice(tensors=dict(make_voice().tensors) | {name: tensor})


def test_missing_tensors_are_refused():
    with pytest.raises(VoiceError, match="does not hold"):
        make_voice(tensors={})


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "ada.timbre"
    make_voice().save(path)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VoiceError, match="No space left"):
        make_voice(seed=1).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_or_folder_is_named(tmp_path: Path):
    with pytest.raises(VoiceError, match="cannot be read"):
        Voice.load(tmp_path / "none.timbre")
    with pytest.raises(VoiceError, match="could not be written"):
        make_voice().save(tmp_path / "none" / "ada.timbre")


def test_a_pipe_or_folder_is_refused_at_once(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.timbre")
    (tmp_path / "folder.timbre").mkdir()
    for name in ("pipe.timbre", "folder.timbre"):
        with pytest.raises(VoiceError, match="is not a file"):
            Voice.load(tmp_path / name)


@pytest.mark.parametrize(("mean", "std"), [(1e308, 0.2), (float("nan"), 0.2), (5.2, 1e30), (5.2, -1.0)])
def test_a_pitch_that_nobody_has_is_refused(mean: float, std: float):
    with pytest.raises(VoiceError, match="out of range"):
        PitchStats(mean, std)


@pytest.mark.parametrize("key", ["id", "language", "created", "base_id"])
def test_texts_that_a_terminal_takes_for_commands_are_refused(key: str):
    with pytest.raises(VoiceError, match=key):
        replace(make_voice(), **{key: "\x1b[2J"})


def test_a_voice_whose_texts_cannot_be_written_again_is_refused():
    data = make_voice().to_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    about = json.loads(header["__metadata__"]["timbre_voice"])
    about["provenance"]["consent"] = "half a pair: \ud800"
    header["__metadata__"]["timbre_voice"] = json.dumps(about)
    text = json.dumps(header).encode()
    with pytest.raises(VoiceError, match="no voice of Timbre"):
        Voice.from_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])


@pytest.mark.parametrize("name", ["", "  ", "a/b", "a\\b", "../x", ".hidden", "a\nb", "a\x00b", "x" * 81])
def test_names_that_cannot_be_files_are_refused(name: str):
    with pytest.raises(VoiceError):
        check_name(name)


@pytest.mark.parametrize("name", ["Ada", "Ada Lovelace", "Zoë", "李小龙", "O'Neill (low)", "v1.2"])
def test_usual_names_are_kept(name: str):
    assert check_name(f" {name} ") == name
