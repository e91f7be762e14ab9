import argparse
import csv
import json
from dataclasses import replace

import numpy as np
import pytest
import soundfile as sf
import torch

from tests.helpers.speech_like import speech_like
from timbre_finetune.corpus import acoustic_data, prepare
from timbre_finetune.corpus.acoustic_data import AcousticData
from timbre_finetune.corpus.hearing import CHARACTERS_PER_S, SECONDS, hear
from timbre_finetune.corpus.importers import Utterance
from timbre_finetune.corpus.manifest import ManifestOptions, SpeechSource, read_manifest, write_manifest
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.corpus.transcripts import TranscriptCache

UNHEARD = Utterance("a.wav", "books", "1", "", role="vocoder", seconds=2.0)
HEARD = "The boat came back in the morning."
HEADER = ["path", "corpus", "speaker", "role", "text", "whisper", "language"]
ROWS = [
    ["v0.wav", "books", "1", "vocoder", "", HEARD, "en"],
    ["r0.wav", "real", "a", "train", "Good morning to you.", "Good mourning", "en"],
    ["v1.wav", "books", "2", "vocoder", "", "The", "en"],
    ["v2.wav", "books", "3", "vocoder", "", "Ni hao, the boat came back.", "zh"],
    ["v3.wav", "real", "a", "vocoder", "", "Nobody was there to see the boat.", "en"],
    ["v4.wav", "books", "4", "vocoder", "", "\N{BEAMED EIGHTH NOTES} " * 15, "en"],
    ["r1.wav", "real", "b", "train", "How are you today?", "", "en"],
]


def listen(tmp_path, utterance, text):
    """What becomes of an utterance in which the recogniser hears a text, and which files it was asked for."""
    asked = []

    def transcriber(path):
        asked.append(path.name)
        return text

    cache = TranscriptCache(tmp_path / "c.jsonl")
    (after,) = hear([utterance], tmp_path, cache, lambda: transcriber)
    return after, asked


def test_what_is_heard_becomes_the_text(tmp_path):
    after, asked = listen(tmp_path, UNHEARD, HEARD)
    assert after == replace(UNHEARD, text=HEARD, role="train", heard=True)
    assert asked == ["a.wav"]
    assert listen(tmp_path, UNHEARD, "never") == (after, [])


def test_a_transcript_of_the_corpus_is_taken(tmp_path):
    after, asked = listen(tmp_path, replace(UNHEARD, transcript=HEARD), "never")
    assert (after.text, asked) == (HEARD, [])


@pytest.mark.parametrize(
    ("per_second", "enters"),
    [
        (CHARACTERS_PER_S[0] - 0.5, False),
        (CHARACTERS_PER_S[0], True),
        (CHARACTERS_PER_S[1], True),
        (24.5, False),
    ],
)
def test_a_text_must_fit_the_length(tmp_path, per_second, enters):
    after, _ = listen(tmp_path, UNHEARD, "a" * int(per_second * UNHEARD.seconds))
    assert after.heard is enters
    assert (after == UNHEARD) is not enters


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": SECONDS[0] - 0.1},
        {"seconds": SECONDS[1] + 0.1},
        {"language": "cmn"},
        {"role": "train"},
        {"role": "user"},
        {"text": "Known."},
    ],
)
def test_who_is_not_heard(tmp_path, change):
    utterance = replace(UNHEARD, **change)
    assert listen(tmp_path, utterance, "a" * 15 * int(utterance.seconds + 1)) == (utterance, [])


@pytest.fixture
def speech(tmp_path):
    root = tmp_path / "speech"
    root.mkdir()
    for i, row in enumerate(ROWS):
        sf.write(root / row[0], speech_like(1.5, seed=i, sample_rate=16_000), 16_000)
    with (root / "manifest.csv").open("w", newline="") as file:
        csv.writer(file).writerows([HEADER, *ROWS])
    return root


def run(speech, out, *options):
    parser = argparse.ArgumentParser()
    prepare.add_arguments(parser)
    command = ["--corpus", str(speech), "--out", str(out), "--workers", "1", "--no-transcripts", *options]
    assert prepare.run(parser.parse_args(command)) == 0
    return read_manifest(out / "manifest.jsonl")


def test_heard_utterances_stand_behind_the_others_and_before_the_copies(speech, tmp_path, capsys):
    lines = run(speech, tmp_path / "pack", "--hear", "--perturb")
    assert "heard by the recogniser: 2 of them" in capsys.readouterr().out
    with_text = [(line.path, line.heard) for line in lines if line.phonemes and line.speed == 1]
    assert with_text == [("r0.wav", False), ("r1.wav", False), ("v0.wav", True), ("v3.wav", True)]
    speeds = [line.speed for line in lines if line.phonemes]
    assert speeds[:4] == [1] * 4
    assert 1 not in speeds[4:]
    assert {line.path for line in lines if line.speed != 1} == {"r0.wav", "r1.wav", "v0.wav", "v3.wav"}
    unheard = {line.path: (line.role, line.text) for line in lines if not line.phonemes}
    assert unheard == dict.fromkeys(("v1.wav", "v2.wav", "v4.wav"), ("vocoder", ""))


def test_a_base_model_leaves_out_who_was_only_heard(speech, tmp_path, monkeypatch):
    run(speech, tmp_path / "pack", "--hear", "--perturb")
    names = json.loads((tmp_path / "pack" / "index.json").read_text())
    assert {"real:a", "real:b", "books:1"} < set(names["speakers"])
    assert set(names["speakers"]) - set(names["unlisted"]) == {"real:a", "real:b"}
    monkeypatch.setattr(acoustic_data, "HELD_OUT_EVERY", 1)
    pack = Pack.load(tmp_path / "pack")
    rows = AcousticData(pack, torch.device("cpu"), min_frames_per_phoneme=0).rows
    assert "books:1" not in np.array(pack.speakers)[pack.speaker_ids[rows.held_out]]


def test_nothing_is_heard_unasked(speech, tmp_path):
    lines = run(speech, tmp_path / "out", "--no-pack")
    assert [line.path for line in lines] == [row[0] for row in ROWS]
    assert not any(line.heard for line in lines)


def test_a_recording_that_is_left_out_is_not_transcribed(speech, tmp_path):
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "speech.transcripts.jsonl").write_text(json.dumps(["v1.wav", HEARD]) + "\n")
    with (speech / "manifest.csv").open("w", newline="") as file:
        csv.writer(file).writerows([HEADER[:5], *(row[:5] for row in (ROWS[0], ROWS[1], ROWS[2]))])
    options = ManifestOptions(hear=tmp_path / "t", leave_out=frozenset({"books:1"}))
    summary = write_manifest([SpeechSource(speech)], tmp_path / "m.jsonl", options)
    assert summary.heard == 1
    assert [line.path for line in read_manifest(tmp_path / "m.jsonl")] == ["r0.wav", "v1.wav"]
    assert len((tmp_path / "t" / "speech.transcripts.jsonl").read_text().splitlines()) == 1
