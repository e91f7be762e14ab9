import io
import tarfile

import numpy as np
import pytest
import soundfile as sf

from timbre import archive
from timbre.archive import TakesError, pack_takes, read_takes_folder, unpack_takes


def sound(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, np.zeros(400), 22_050)


@pytest.fixture
def ljspeech(tmp_path):
    folder = tmp_path / "takes"
    for name in ("b2", "a1"):
        sound(folder / "wavs" / f"{name}.wav")
    (folder / "metadata.csv").write_text("b2|Second  sentence.\n\na1|No. 1|Number one.\n", encoding="utf-8")
    return folder


def make_tar(*members, content=b"x"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for member in members:
            info = tarfile.TarInfo(member) if isinstance(member, str) else member
            info.size = len(content) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def test_reading_ljspeech_layout(ljspeech):
    takes = read_takes_folder(ljspeech)
    assert [(t.id, t.text) for t in takes] == [("b2", "Second sentence."), ("a1", "Number one.")]
    assert takes[0].path == ljspeech / "wavs" / "b2.wav"


def test_reading_texts_beside_sounds(tmp_path):
    for name in ("two.flac", "one.WAV"):
        sf.write(tmp_path / name, np.zeros(400), 22_050, format=name[-4:].strip(".").upper())
    (tmp_path / "two.txt").write_text("\ufeffA | b\n c", encoding="utf-8")
    (tmp_path / "one.txt").write_text("First.")
    assert [(t.id, t.text) for t in read_takes_folder(tmp_path)] == [("one", "First."), ("two", "A b c")]


def test_round_trip(ljspeech, tmp_path):
    data = pack_takes(ljspeech)
    assert data == pack_takes(ljspeech)
    unpacked = unpack_takes(data, tmp_path / "there")
    assert [(t.id, t.text) for t in unpacked] == [(t.id, t.text) for t in read_takes_folder(ljspeech)]
    for ours, theirs in zip(read_takes_folder(ljspeech), unpacked, strict=True):
        assert ours.path.read_bytes() == theirs.path.read_bytes()
    assert pack_takes(tmp_path / "there") == data


def test_round_trip_of_awkward_names(tmp_path):
    name = "prise nº 1 " + "é" * 80
    sound(tmp_path / "in" / f"{name}.wav")
    (tmp_path / "in" / f"{name}.txt").write_text("Bonjour.", encoding="utf-8")
    (take,) = unpack_takes(pack_takes(tmp_path / "in"), tmp_path / "out")
    assert (take.id, take.text) == (name, "Bonjour.")


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ("a1|One.\nghost|Two.\n", r"wavs/ghost\.wav is missing, which line 2"),
        ("a1\n", "Line 1 of metadata.csv is not"),
        ("a1|\n", "is not `id|text`"),
        ("../a1|One.\n", "cannot name a file"),
        ("a1|One.\na1|Two.\n", "Two takes have the id 'a1'"),
        ("\n", "holds no takes"),
    ],
)
def test_metadata_that_does_not_fit(ljspeech, metadata, message):
    (ljspeech / "metadata.csv").write_text(metadata)
    with pytest.raises(TakesError, match=message):
        read_takes_folder(ljspeech)


def test_folders_that_hold_no_takes(tmp_path):
    with pytest.raises(TakesError, match="no folder"):
        read_takes_folder(tmp_path / "nowhere")
    with pytest.raises(TakesError, match="holds no takes"):
        pack_takes(tmp_path)
    sound(tmp_path / "a.wav")
    with pytest.raises(TakesError, match=r"a\.wav has no a\.txt"):
        read_takes_folder(tmp_path)
    (tmp_path / "a.txt").write_text(" ")
    with pytest.raises(TakesError, match=r"a\.txt is empty"):
        read_takes_folder(tmp_path)
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(TakesError, match="UTF-8"):
        read_takes_folder(tmp_path)


@pytest.mark.parametrize(
    "name", ["/etc/evil", "../evil.wav", "wavs/../evil.wav", "wavs/../../evil.wav", "wavs/a/b.wav", "wavs/.a.wav",
             "wavs/run.sh", "other.csv", "wavs\\a.wav", "wavs/a\n.wav",
             f"wavs/{'🎙' * 90}.wav"]
)  # fmt: skip
def test_unpacking_refuses_names_that_are_no_takes(tmp_path, name):
    with pytest.raises(TakesError, match="no take"):
        unpack_takes(make_tar("metadata.csv", name), tmp_path / "in")
    assert not (tmp_path / "in").exists()
    assert not (tmp_path / "evil.wav").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_unpacking_refuses_all_but_files(tmp_path, kind):
    info = tarfile.TarInfo("wavs/a.wav")
    info.type, info.linkname = kind, "/etc/passwd"
    with pytest.raises(TakesError, match="no take"):
        unpack_takes(make_tar("metadata.csv", info), tmp_path / "in")
    assert not (tmp_path / "in").exists()


def test_unpacking_refuses_a_sparse_file_that_is_larger_than_the_archive(tmp_path):
    member = tarfile.TarInfo("wavs/a.wav")
    member.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.realsize": str(900 << 20),
    }
    member.pax_headers["GNU.sparse.name"] = "wavs/a.wav"
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as packed:
        metadata = tarfile.TarInfo("metadata.csv")
        metadata.size = 5
        packed.addfile(metadata, io.BytesIO(b"a|Hi\n"))
        member.size = 512
        packed.addfile(member, io.BytesIO(b"0\n".ljust(512, b"\0")))  # no piece of it holds data
    with pytest.raises(TakesError, match="no take"):
        unpack_takes(buffer.getvalue(), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_unpacking_broken_archives(tmp_path, ljspeech, monkeypatch):
    whole = pack_takes(ljspeech)
    for broken in (b"", b"nonsense" * 200, whole[: len(whole) // 3]):
        with pytest.raises(TakesError):
            unpack_takes(broken, tmp_path / "in")
    with pytest.raises(TakesError, match=r"no metadata\.csv"):
        unpack_takes(make_tar("wavs/a.wav"), tmp_path / "in")
    monkeypatch.setattr(archive, "MAX_ARCHIVE_BYTES", 1000)
    with pytest.raises(TakesError, match="too large"):
        unpack_takes(whole, tmp_path / "in")
    assert not (tmp_path / "in").exists()
