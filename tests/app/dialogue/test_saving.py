"""Mix, stems and subtitles as files: all whole, or none."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.app.dialogue.speaking import ToneSpeech
from timbre.audio import SYNTHETIC_TAG
from timbre_app.client.streams import RequestCancelled
from timbre_app.dialogue.performance import How
from timbre_app.dialogue.plain_text import parse_text
from timbre_app.dialogue.saving import DialogueFiles, save_dialogue, stem_paths
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.output.watermarking import UNMARKED_TAG

SCRIPT = parse_text("Ann: One *two* three.\nBen (pause 0.5): One <two>. And three.\n[ann pause=-0.3] Four\n")


class Collector:
    def __init__(self) -> None:
        self.chunks = []

    def write(self, pcm) -> None:
        self.chunks.append(pcm)


def test_all_files(tmp_path: Path):
    saving = Saving(FileKind(watermark=False), (".srt", ".vtt"))
    wanted = DialogueFiles(tmp_path / "out.wav", tmp_path / "stems", saving)
    loudspeaker, counts = Collector(), []
    saved = save_dialogue(SCRIPT, ToneSpeech(), wanted, How(), [loudspeaker], lambda *c: counts.append(c))
    names = ["out.wav", "out.srt", "out.vtt", "stems/Ann.wav", "stems/Ben.wav"]
    assert saved.paths == tuple(tmp_path / name for name in names)
    assert counts == [(1, 3), (2, 3), (3, 3)]
    mix, rate = soundfile.read(tmp_path / "out.wav", dtype="int16")
    assert saved.duration_s == pytest.approx(len(mix) / rate)
    np.testing.assert_array_equal(np.concatenate(loudspeaker.chunks), mix)
    stems = [soundfile.read(tmp_path / "stems" / f"{name}.wav", dtype="int16")[0] for name in ("Ann", "Ben")]
    assert [len(stem) for stem in stems] == [len(mix)] * 2
    np.testing.assert_allclose(stems[0].astype(int) + stems[1], mix, atol=1)
    with soundfile.SoundFile(tmp_path / "stems" / "Ann.wav") as file:
        assert file.comment == UNMARKED_TAG


def test_subtitles_name_the_speakers(tmp_path: Path):
    wanted = DialogueFiles(tmp_path / "a.flac", None, Saving(FileKind(), (".srt", ".vtt")))
    save_dialogue(SCRIPT, ToneSpeech(), wanted)
    srt = (tmp_path / "a.srt").read_text(encoding="utf-8").strip().split("\n\n")
    assert [cue.split("\n")[2] for cue in srt] == [
        "Ann: One two three.",
        "Ben: One <two>.",
        "Ann: Four",
        "And three.",
    ]
    assert [cue.split("\n")[0] for cue in srt] == ["1", "2", "3", "4"]
    vtt = (tmp_path / "a.vtt").read_text(encoding="utf-8")
    assert vtt.startswith(f"WEBVTT\n\nNOTE {SYNTHETIC_TAG}\n\n00:00:00.")
    for text in ("<v Ann>One two three.", "<v Ben>One &lt;two&gt;.", "<v Ben>And three.", "<v Ann>Four"):
        assert f"\n{text}\n" in vtt


def test_nothing_is_left_of_a_dialogue_that_was_stopped(tmp_path: Path):
    count = iter(range(100))
    wanted = DialogueFiles(tmp_path / "out.mp3", tmp_path / "stems", Saving(FileKind(), (".srt",)))
    with pytest.raises(RequestCancelled):
        save_dialogue(SCRIPT, ToneSpeech(), wanted, How(should_stop=lambda: next(count) > 6))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_stems_have_names_of_their_own(tmp_path: Path):
    script = parse_text("[A/B] x\n[A-B] x\n[out] x\n[../up] x\n")
    paths = stem_paths(script, DialogueFiles(tmp_path / "out.wav", tmp_path)).values()
    assert [path.name for path in paths] == ["A-B.wav", "A-B-2.wav", "out-2.wav", "up.wav"]
    assert {path.parent for path in paths} == {tmp_path}
