import csv

import numpy as np
import pytest
import soundfile as sf

from timbre_finetune.corpus.importers import CorpusError, detect_layout, read_corpus


def sound(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, np.zeros(800), 16_000)


def text(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def make_ljspeech(root):
    sound(root / "wavs" / "LJ001-0001.wav")
    text(
        root / "metadata.csv",
        "LJ001-0001|Printed in 1455.|Printed in fourteen fifty-five.\nLJ001-0002|Raw|\n",
    )


def make_libritts(root):
    folder = root / "train-clean-100" / "103" / "1241"
    sound(folder / "103_1241_000000_000001.wav")
    text(folder / "103_1241_000000_000001.normalized.txt", "matthew Cuthbert is surprised.\n")
    text(folder / "103_1241_000000_000001.original.txt", "Matthew Cuthbert is surprised.")
    text(folder / "103_1241_000000_000009.normalized.txt", "No sound.")


def make_librispeech(root):
    folder = root / "dev-clean" / "84" / "121123"
    sound(folder / "84-121123-0000.flac")
    text(folder / "84-121123.trans.txt", "84-121123-0000 GO DO YOU HEAR\n\n")


def make_aishell3(root):
    sound(root / "train" / "wav" / "SSB0005" / "SSB00050001.wav")
    text(root / "train" / "content.txt", "SSB00050001.wav\t广 guang3 州 zhou1 女 nv3\n")


def make_css10(root):
    sound(root / "achtgesichter" / "achtgesichterambiwasse_0001.wav")
    text(root / "transcript.txt", "achtgesichter/achtgesichterambiwasse_0001.wav|3 Böen|drei Böen|2.5\n")


def make_manifest(root):
    sound(root / "a" / "1.opus.wav")
    rows = [
        ["a/1.opus.wav", "arctic", "bdl", "en", "train", "1.5", "Dear Mister. Hall.", "0.01"],
        ["a/2.wav", "other", "7", "cmn", "user", "2.5", "", ""],
    ]
    root.mkdir(exist_ok=True)
    with (root / "manifest.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["path", "corpus", "speaker", "language", "role", "seconds", "text", "whisper_cer"])
        writer.writerows(rows)


MAKERS = {
    "ljspeech": make_ljspeech,
    "libritts": make_libritts,
    "librispeech": make_librispeech,
    "aishell3": make_aishell3,
    "css10": make_css10,
    "manifest": make_manifest,
}
EXPECTED = {
    "ljspeech": ("wavs/LJ001-0001.wav", "german:german", "Printed in fourteen fifty-five.", "en-us"),
    "libritts": (
        "train-clean-100/103/1241/103_1241_000000_000001.wav",
        "libritts:103",
        "matthew Cuthbert is surprised.",
        "en-us",
    ),
    "librispeech": ("dev-clean/84/121123/84-121123-0000.flac", "librispeech:84", "GO DO YOU HEAR", "en-us"),
    "aishell3": ("train/wav/SSB0005/SSB00050001.wav", "aishell3:SSB0005", "广州女", "cmn"),
    "css10": ("achtgesichter/achtgesichterambiwasse_0001.wav", "css10:de", "drei Böen", "de"),
    "manifest": ("a/1.opus.wav", "arctic:bdl", "Dear Mister Hall.", "en-us"),
}


@pytest.mark.parametrize("layout", MAKERS)
def test_published_layouts(tmp_path, layout):
    root = tmp_path / "german"
    MAKERS[layout](root)
    assert detect_layout(root) == layout
    first = read_corpus(root)[0]
    assert (first.path, first.speaker_name, first.text, first.language) == EXPECTED[layout]
    assert (root / first.path).is_file()
    assert first.is_capitals is (layout == "librispeech")
    assert read_corpus(root, layout)[0] == first


def test_what_a_line_says(tmp_path):
    make_ljspeech(tmp_path)
    assert read_corpus(tmp_path)[1].text == "Raw"
    make_manifest(tmp_path / "m")
    first, second = read_corpus(tmp_path / "m")
    assert (first.role, first.seconds, first.error_rate) == ("train", 1.5, 0.01)
    assert (second.role, second.language, second.error_rate) == ("user", "cmn", None)


def test_libritts_leaves_out_texts_without_sound(tmp_path):
    make_libritts(tmp_path)
    assert len(read_corpus(tmp_path)) == 1


def test_folders_that_are_no_corpus(tmp_path):
    with pytest.raises(CorpusError, match="is no folder"):
        read_corpus(tmp_path / "nowhere")
    with pytest.raises(CorpusError, match="layout of no corpus"):
        read_corpus(tmp_path)
    with pytest.raises(CorpusError, match=r"metadata\.csv is missing"):
        read_corpus(tmp_path, "ljspeech")
    with pytest.raises(CorpusError, match="holds no utterances"):
        read_corpus(tmp_path, "libritts")
    with pytest.raises(CorpusError, match="is no layout"):
        read_corpus(tmp_path, "vctk")


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("metadata.csv", "just an id\n", "line 1 .* is not `id|text`"),
        ("transcript.txt", "a.wav|x\n", "line 1"),
        ("transcript.txt", "x/a.wav|x|x|1\n", "language .* is unknown"),
        ("train/content.txt", "a.wav words\n", "line 1"),
        ("manifest.csv", "path,text\n", "lacks the column 'corpus'"),
        ("manifest.csv", "path,corpus,speaker,role,text\na,b,c,guest,d\n", "unknown role 'guest'"),
    ],
)
def test_broken_lines_are_named(tmp_path, file, content, message):
    text(tmp_path / file, content)
    with pytest.raises(CorpusError, match=message):
        read_corpus(tmp_path)
