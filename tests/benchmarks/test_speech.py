import csv
from pathlib import Path

import pytest

from timbre_bench.speech import SpeechError, Utterance, choose_person, choose_readers, read_manifest

COLUMNS = [
    *("path", "corpus", "speaker", "sex", "language", "role"),
    *("bandwidth_hz", "seconds", "text", "whisper", "whisper_cer"),
]


def write_manifest(folder: Path, n_own: int = 40) -> None:
    common = {"sex": "f", "language": "en", "bandwidth_hz": 8000, "whisper": "", "whisper_cer": 0.01}
    with (folder / "manifest.csv").open("w", newline="") as lines:
        writer = csv.DictWriter(lines, COLUMNS)
        writer.writeheader()
        for number in range(n_own):
            row = {"path": f"p/{number}.opus", "corpus": "minilibrispeech", "speaker": "9", "role": "user"}
            bad = {"whisper_cer": 0.5} if number == 0 else {}
            writer.writerow({**common, **row, "seconds": 3 + number, "text": f"Sentence {number}.", **bad})
        for other in range(5):
            row = {
                "path": f"o/{other}.opus",
                "corpus": "minilibrispeech",
                "speaker": f"o{other}",
                "role": "train",
            }
            writer.writerow({**common, **row, "seconds": 5, "text": "Something."})


def test_takes_and_held_out_sentences_are_the_short_right_ones_and_never_the_same(tmp_path: Path):
    write_manifest(tmp_path)
    person = choose_person(read_manifest(tmp_path), "9")
    assert (len(person.takes), len(person.held_out), len(person.others)) == (20, 10, 5)
    chosen = {u.path for u in (*person.takes, *person.held_out)}
    assert chosen == {tmp_path / f"p/{number}.opus" for number in range(1, 31)}
    assert "9" not in {u.speaker for u in person.others}
    assert [u.path for u in person.more_takes] == [tmp_path / f"p/{number}.opus" for number in range(31, 40)]


def test_the_choice_is_the_same_every_time(tmp_path: Path):
    write_manifest(tmp_path)
    assert choose_person(read_manifest(tmp_path), "9") == choose_person(read_manifest(tmp_path), "9")


def test_too_few_recordings(tmp_path: Path):
    write_manifest(tmp_path, n_own=12)
    with pytest.raises(SpeechError, match="11 usable recordings; 30 are needed"):
        choose_person(read_manifest(tmp_path), "9")


def test_no_manifest(tmp_path: Path):
    with pytest.raises(SpeechError, match=r"no manifest\.csv"):
        read_manifest(tmp_path)


def test_readers_are_those_of_the_base_model_with_the_shortest_sentences(tmp_path: Path):
    utterances = [
        Utterance(tmp_path / f"{speaker}-{n}.opus", speaker, role, corpus, seconds, f"Sentence {n}.", 0.0)
        for speaker, role, corpus, seconds in (
            ("slow", "train", "librispeech-test-clean", 9.0),
            ("quick", "train", "minilibrispeech", 4.0),
            ("user", "user", "minilibrispeech", 3.0),
            ("arctic", "train", "cmu-arctic", 3.0),
        )
        for n in range(30)
    ]
    readers = choose_readers(utterances, 2)
    assert [(reader.speaker, len(reader.takes), len(reader.held_out)) for reader in readers] == [
        ("quick", 20, 10),
        ("slow", 20, 10),
    ]
    with pytest.raises(SpeechError, match="2 readers have 30 usable recordings"):
        choose_readers(utterances, 3)
