"""How alike a voice is to its person, on the way and in the report."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre import paths
from timbre.archive import read_takes_folder
from timbre.speech.traits import Traits
from timbre.voice import Voice
from timbre_finetune.clone import likeness as likeness_module
from timbre_finetune.clone.adapt import clone
from timbre_finetune.clone.likeness import Likeness
from timbre_finetune.clone.report import report_on
from timbre_finetune.clone.request import CloneOptions, Progress
from timbre_finetune.clone.start import Split, Start
from timbre_finetune.clone.workshop import Workshop


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(make_tiny_base(tmp_path_factory.mktemp("base"), reference_channels=256))


def cloned(base: Workshop, work: Path, steps: int = 20) -> tuple[Voice, list[Progress]]:
    takes = read_takes_folder(paths.assets_dir() / "takes")[:6]
    seen: list[Progress] = []
    voice = clone(takes, base, CloneOptions("Ada", max_steps=steps), seen.append, lambda: False, work)
    return voice, seen


def test_the_likeness_is_told_on_the_way_and_the_last_one_is_the_reports(
    base: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        likeness_module, "MOST_SHARE", 1e6
    )  # a tiny clone is over too soon for a share of its time
    voice, progress = cloned(base, tmp_path, steps=30)
    on_the_way = {
        p.likeness_step: p.likeness for p in progress if p.stage == "adapt" and p.likeness is not None
    }
    assert on_the_way
    assert all(step is not None and step > 0 and step % 10 == 0 for step in on_the_way)
    done = progress[-1]
    assert (done.stage, done.likeness) == ("done", voice.report["similarity"])
    assert done.likeness_step == voice.provenance["best_step"]
    at_best = on_the_way.get(done.likeness_step, done.likeness)  # no progress follows the last step of all
    assert at_best == done.likeness
    assert '"likeness": ' in done.to_json()


def test_looking_does_not_change_what_the_voice_learns(
    base: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured, _ = cloned(base, tmp_path / "measured")
    monkeypatch.setattr(Likeness, "is_due", lambda *_: False)
    not_measured, progress = cloned(base, tmp_path / "not")
    assert all(p.likeness is None for p in progress if p.stage == "adapt")
    for name, tensor in not_measured.tensors.items():
        np.testing.assert_array_equal(measured.tensors[name], tensor)
    assert measured.report["similarity"] == not_measured.report["similarity"]


class Clocked(Likeness):
    """Each measurement lasts a second on its clock, and finds the next of some likenesses."""

    def __init__(self) -> None:
        self.now_s, self.measured = 0.0, 0
        person = Start("computed", None, np.zeros(256), None)  # type: ignore[arg-type]
        super().__init__(SimpleNamespace(base=None), person, Split([], []), "en-us", lambda: self.now_s)  # type: ignore[arg-type]

    def measure(self, voice: Voice) -> float:
        self.now_s += 1.0
        self.measured += 1
        return self.measured / 10

    def traits(self, voice: Voice) -> Traits:
        return Traits(1400.0, 150.0)

    def _prepare(self) -> None:
        self.now_s += 5.0  # the report would have loaded this as well


VOICE: Voice = None  # type: ignore[assignment]


def test_measurements_on_the_way_take_a_twentieth_of_the_time_at_most() -> None:
    likeness = Clocked()
    assert not likeness.is_due(0)  # nothing was learned yet
    assert likeness.is_due(10)
    likeness.follow(10, VOICE)
    assert (likeness.value, likeness.step) == (0.1, 10)
    likeness.now_s = 100.0
    assert not likeness.is_due(10)  # the same voice
    for now_s, is_due in ((39.0, False), (41.0, True)):  # two measurements are a twentieth of 40 s
        likeness.now_s = now_s
        assert likeness.is_due(20) is is_due


def test_a_voice_that_was_measured_on_the_way_is_not_measured_again() -> None:
    likeness = Clocked()
    likeness.follow(30, VOICE)
    assert likeness.of(30, VOICE) == 0.1
    assert likeness.measured == 1
    assert likeness.of(40, VOICE) == 0.2


def test_the_reports_verdict_is_about_the_likeness_that_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    likeness = Clocked()
    likeness.value, likeness.step = 0.83, 30
    untuned = SimpleNamespace(voice=lambda _: VOICE)
    monkeypatch.setattr("timbre_finetune.clone.report.BaseVoices", lambda _: untuned)
    start = Start("computed", None, np.zeros(256), None)  # type: ignore[arg-type]
    report = report_on(VOICE, 30, likeness, start, 20)
    assert (report["brightness_hz"], report["words_a_minute"]) == (1400.0, 150.0)
    assert (report["similarity"], report["verdict"], report["nearest_similarity"]) == (0.83, "good", 0.1)
