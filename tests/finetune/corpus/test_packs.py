import argparse
import csv
import json

import numpy as np
import pytest
import soundfile as sf

from tests.helpers.speech_like import speech_like
from timbre import audio
from timbre.text.symbols import END_ID, START_ID
from timbre_finetune.corpus import prepare
from timbre_finetune.corpus.importers import CorpusError
from timbre_finetune.corpus.manifest import ManifestOptions, SpeechSource, read_manifest, write_manifest
from timbre_finetune.corpus.packs import Pack, build_pack

ROWS = [
    ("r/0.wav", "real", "a", "train", "Good morning.", "0.01"),
    ("v/0.wav", "real", "b", "vocoder", "", ""),
    ("r/1.wav", "real", "a", "train", "How are you?", "0.02"),
    ("r/2.wav", "real", "a", "train", "This was misread.", "0.6"),
    ("s/0.wav", "robot", "a", "train", "I am a machine.", ""),
    ("u/0.wav", "real", "person", "user", "I must never be learned from.", "0.0"),
    ("r/3.wav", "real", "c", "train", "!!!", "0.0"),
    ("r/4.wav", "real", "c", "train", "This one is missing.", "0.0"),
]


@pytest.fixture
def speech(tmp_path):
    root = tmp_path / "speech"
    for i, row in enumerate(ROWS):
        if row[0] != "r/4.wav":
            (root / row[0]).parent.mkdir(parents=True, exist_ok=True)
            sf.write(
                root / row[0], speech_like(1.0 + 0.1 * i, seed=i, sample_rate=16_000, level_db=-35), 16_000
            )
    with (root / "manifest.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["path", "corpus", "speaker", "role", "text", "whisper_cer"])
        writer.writerows(ROWS)
    return root


@pytest.fixture
def manifest(speech, tmp_path):
    out = tmp_path / "manifest.jsonl"
    options = ManifestOptions(synthetic=frozenset({"robot"}), weights={"robot": 0.5})
    write_manifest([SpeechSource(speech)], out, options)
    return out


def test_who_enters_the_manifest(manifest):
    lines = {line.path: line for line in read_manifest(manifest)}
    assert set(lines) == {"r/0.wav", "v/0.wav", "r/1.wav", "s/0.wav"}
    assert lines["r/0.wav"].phonemes.startswith("ɡ")
    assert lines["r/0.wav"].speaker == "real:a"
    assert lines["r/0.wav"].seconds == pytest.approx(1.8, abs=0.01)
    assert (lines["s/0.wav"].synthetic, lines["s/0.wav"].weight) == (True, 0.5)
    assert (lines["v/0.wav"].phonemes, lines["v/0.wav"].role) == ("", "vocoder")
    assert "never be learned" not in manifest.read_text()


def test_the_summary_says_what_was_left_out(speech, tmp_path):
    summary = write_manifest([SpeechSource(speech)], tmp_path / "m.jsonl")
    assert summary.taken == {"real": 3, "robot": 1}
    assert summary.dropped == {
        "a person to judge by": 1,
        "text and sound disagree": 1,
        "nothing to speak in the text": 1,
        "missing or unreadable sound": 1,
    }
    assert len(summary.lines()) == 6


def test_synthetic_speech_can_be_left_out(speech, tmp_path):
    options = ManifestOptions(leave_out=frozenset({"robot", "real:b"}))
    write_manifest([SpeechSource(speech)], tmp_path / "m.jsonl", options)
    assert {line.path for line in read_manifest(tmp_path / "m.jsonl")} == {"r/0.wav", "r/1.wav"}
    everything = ManifestOptions(leave_out=frozenset({"robot", "real"}))
    with pytest.raises(CorpusError, match="No utterance is left"):
        write_manifest([SpeechSource(speech)], tmp_path / "n.jsonl", everything)
    assert not (tmp_path / "n.jsonl").exists()


def test_several_corpora_share_a_root(speech, tmp_path):
    other = tmp_path / "lj"
    (other / "wavs").mkdir(parents=True)
    sf.write(other / "wavs" / "x.wav", speech_like(1.0), 22_050)
    (other / "metadata.csv").write_text("x|Hello.\n")
    write_manifest([SpeechSource(speech), SpeechSource(other)], tmp_path / "m.jsonl")
    paths = {line.path for line in read_manifest(tmp_path / "m.jsonl")}
    assert {"speech/r/0.wav", "lj/wavs/x.wav"} <= paths
    assert len(build_pack(tmp_path / "m.jsonl", tmp_path, tmp_path / "pack", 1)) == 5


def test_a_pack_holds_what_takes_are_prepared_like(speech, manifest, tmp_path):
    pack = build_pack(manifest, speech, tmp_path / "pack", workers=2)
    assert len(pack) == 4
    assert pack.speakers == ["real:a", "robot:a"]
    assert pack.corpora == ["real", "robot"]
    assert pack.has_text.tolist() == [True, True, True, False]
    assert pack.speaker_ids.tolist() == [0, 0, 1, 2]
    assert pack.corpus_ids.tolist() == [0, 0, 1, 0]
    assert pack.weights.tolist() == [1, 1, 0.5, 1]
    assert pack.is_synthetic.tolist() == [False, False, True, False]
    np.testing.assert_array_equal(np.diff(pack.sample_offsets), pack.n_frames * 256)
    assert len(pack.audio) == pack.sample_offsets[-1]
    assert len(pack.pitch) == pack.n_frames.sum()
    for start, end in zip(pack.phoneme_offsets[:3], pack.phoneme_offsets[1:4], strict=True):
        assert pack.phonemes[start] == START_ID
        assert pack.phonemes[end - 1] == END_ID
    expected = audio.prepare_take(audio.load(speech / "r/1.wav"), 22_050)
    start, end = pack.sample_offsets[1:3]
    np.testing.assert_allclose(pack.audio[start:end] / 32_767, expected[: end - start], atol=1e-4)
    voiced = pack.pitch[pack.pitch > 0]
    assert np.median(voiced) == pytest.approx(140, rel=0.15)
    assert not list((tmp_path / "pack").glob("*.part"))


def test_the_acoustic_part_of_a_pack(speech, manifest, tmp_path):
    pack = build_pack(manifest, speech, tmp_path / "pack", workers=1).acoustic()
    assert len(pack) == 3
    assert len(pack.audio) == pack.sample_offsets[-1] == pack.n_frames.sum() * 256
    assert len(pack.pitch) == pack.n_frames.sum()
    assert max(pack.speaker_ids) < len(pack.speakers)


def test_a_pack_is_built_once(speech, manifest, tmp_path, monkeypatch):
    build_pack(manifest, speech, tmp_path / "pack", workers=1)
    monkeypatch.setattr("timbre_finetune.corpus.packs._decode", None)
    assert len(build_pack(manifest, speech, tmp_path / "pack", workers=1)) == 4


def test_damaged_recordings_are_left_out(speech, manifest, tmp_path):
    (speech / "r/0.wav").write_text("no sound")
    pack = build_pack(manifest, speech, tmp_path / "pack", workers=1)
    assert len(pack) == 3
    assert pack.phoneme_offsets[-1] == len(pack.phonemes)
    with pytest.raises(ValueError, match="could be read"):
        build_pack(manifest, tmp_path / "elsewhere", tmp_path / "none", workers=1)


def test_folders_that_are_no_pack(speech, manifest, tmp_path):
    with pytest.raises(ValueError, match="holds no pack"):
        Pack.load(tmp_path)
    build_pack(manifest, speech, tmp_path / "pack", workers=1)
    index = tmp_path / "pack" / "index.json"
    index.write_text(json.dumps(json.loads(index.read_text()) | {"symbols": "others"}))
    with pytest.raises(ValueError, match="another phoneme table"):
        Pack.load(tmp_path / "pack")


def run(*arguments):
    parser = argparse.ArgumentParser()
    prepare.add_arguments(parser)
    return prepare.run(parser.parse_args([str(a) for a in arguments]))


def test_the_command(speech, tmp_path, capsys):
    out = tmp_path / "pack"
    options = ["--synthetic", "robot", "--weight", "robot=0.5", "--workers", 1, "--no-transcripts"]
    assert run("--corpus", f"manifest={speech}", "--out", out, *options) == 0
    assert "2 speakers with text" in capsys.readouterr().out
    assert (
        run(
            "--manifest",
            out / "manifest.jsonl",
            "--root",
            speech,
            "--out",
            tmp_path / "again",
            "--workers",
            1,
        )
        == 0
    )
    assert (tmp_path / "again" / "audio.i16").read_bytes() == (out / "audio.i16").read_bytes()
    with pytest.raises(ValueError, match="either --corpus"):
        run("--out", out)
    with pytest.raises(ValueError, match="CORPUS=NUMBER"):
        run("--corpus", speech, "--out", out, "--weight", "robot")
