"""Making a voice of takes, with a tiny base model: stages, early stop, cancel, resume."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from tests.helpers.tiny_base import make_tiny_base
from timbre import paths
from timbre.archive import TakeFile, read_takes_folder
from timbre.voice import Voice
from timbre_finetune.clone import adapt, takes_data
from timbre_finetune.clone.adapt import CloneRun, Split, clone
from timbre_finetune.clone.likeness import normalised_similarity
from timbre_finetune.clone.nearest import find_nearest
from timbre_finetune.clone.report import advice_on, verdict_of
from timbre_finetune.clone.request import CloneCancelled, CloneError, CloneOptions, Progress
from timbre_finetune.clone.start import STARTS
from timbre_finetune.clone.takes_data import TakeExample
from timbre_finetune.clone.workshop import Workshop
from timbre_finetune.corpus.embeddings import read_centroids
from timbre_finetune.train.acoustic_losses import fill_unvoiced


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(make_tiny_base(tmp_path_factory.mktemp("base"), reference_channels=256))


@pytest.fixture(scope="module")
def takes() -> list[TakeFile]:
    return read_takes_folder(paths.assets_dir() / "takes")[:6]


def make(
    takes: list[TakeFile],
    base: Workshop,
    work: Path,
    steps: int,
    stop: Callable[[Progress], bool] = lambda _: False,
    previews: bool = False,
) -> tuple[Voice, list[Progress]]:
    """Clone; `stop` looks at each progress."""
    seen: list[Progress] = []
    voice = clone(
        takes,
        base,
        CloneOptions("Ada", max_steps=steps, previews=previews),
        seen.append,
        lambda: bool(seen) and stop(seen[-1]),
        work,
    )
    return voice, seen


def test_a_voice_gets_better_on_takes_that_it_has_not_seen(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    voice, progress = make(takes, base, tmp_path, steps=20)
    assert [p.stage for p in progress if p.stage != "adapt"][-1] == "done"
    said = {p.message for p in progress if p.stage == "takes"}
    assert said == {None}  # ids of takes mean nothing to a person
    said = {str(p.message) for p in progress if p.stage == "adapt"}
    assert said == {"It starts from where the voice lies among the speakers that Timbre knows."}
    assert voice.report["held_out_loss"] < voice.report["held_out_loss_start"]
    assert voice.provenance["takes"] == 6
    assert voice.provenance["start"] == "computed"
    assert voice.provenance["nearest_speaker"].startswith("tiny:")
    assert voice.report["nearest_similarity"] is not None
    assert Voice.from_bytes(voice.to_bytes()).content_hash == voice.content_hash


@pytest.fixture(scope="module")
def split(takes: list[TakeFile], base: Workshop, tmp_path_factory: pytest.TempPathFactory) -> Split:
    run = run_of(base, "computed", tmp_path_factory.mktemp("split"))
    return run.split(run.read(takes[:4]))


@pytest.mark.parametrize(
    ("count", "held_out"), [(3, 1), (4, 1), (5, 2), (10, 2), (24, 2), (25, 2), (30, 3), (100, 4)]
)
def test_two_takes_or_more_are_held_out_unless_there_are_very_few(
    count: int, held_out: int, split: Split, base: Workshop, tmp_path: Path
) -> None:
    examples = [replace(split.train[0], take_id=str(at)) for at in range(count)]
    train, held = run_of(base, "computed", tmp_path).split(examples)
    assert len(held) == held_out
    assert sorted(int(e.take_id) for e in train + held) == list(range(count))


def run_of(base: Workshop, start: str, work: Path) -> CloneRun:
    return CloneRun(base, CloneOptions("Ada", start=start), lambda _: None, lambda: False, work)


def test_a_voice_begins_where_it_is_told_to(base: Workshop, split: Split, tmp_path: Path) -> None:
    starts = {kind: run_of(base, kind, tmp_path).start(split, "these takes") for kind in STARTS}
    assert [start.kind for start in starts.values()] == list(STARTS)
    table, nearest = base.network.speakers.weight, starts["nearest"].nearest
    person = torch.from_numpy(starts["computed"].person)[None]
    torch.testing.assert_close(starts["computed"].embedding, base.network.embed_reference(person))
    torch.testing.assert_close(starts["nearest"].embedding, table[nearest.speaker_id][None])
    torch.testing.assert_close(starts["mean"].embedding, table.mean(0)[None])
    centroid = torch.from_numpy(read_centroids(base.base)[nearest.speaker_id])[None]
    learned = table[nearest.speaker_id][None] - base.network.embed_reference(centroid)
    torch.testing.assert_close(
        starts["hybrid"].embedding - starts["computed"].embedding, learned, atol=1e-5, rtol=1e-4
    )
    assert nearest.name in str(starts["hybrid"].message)
    assert f"from {nearest.name}, the nearest speaker" in str(starts["nearest"].message)


@pytest.mark.parametrize("kind", ["computed", "hybrid"])
def test_without_computed_embeddings_a_voice_begins_at_the_nearest_speaker(
    kind: str, split: Split, tmp_path: Path
) -> None:
    plain = Workshop(make_tiny_base(tmp_path / "base"))
    start = run_of(plain, kind, tmp_path).start(split, "these takes")
    assert start.kind == "nearest"
    torch.testing.assert_close(start.embedding, plain.network.speakers.weight[start.nearest.speaker_id][None])


def test_every_speaker_is_nearest_to_itself(base: Workshop) -> None:
    centroids = load_file(base.base.path("speakers.safetensors"))["centroids"].astype(np.float32)
    assert [find_nearest(base.base, own).speaker_id for own in centroids] == [0, 1, 2, 3]


def test_a_stopped_clone_goes_on_where_it_was(takes: list[TakeFile], base: Workshop, tmp_path: Path) -> None:
    with pytest.raises(CloneCancelled):
        make(takes, base, tmp_path, 20, lambda p: p.stage == "adapt" and p.step >= 12)
    voice, progress = make(takes, base, tmp_path, steps=20)
    assert min(p.step for p in progress if p.stage == "adapt") == 10
    straight, _ = make(takes, base, tmp_path / "straight", steps=20)
    assert voice.report["held_out_loss"] == pytest.approx(straight.report["held_out_loss"], abs=1e-3)


def test_the_voice_is_sent_at_each_checkpoint_that_made_it_better(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    voice, progress = make(takes, base, tmp_path / "with", steps=30, previews=True)
    sent = [(p.step, Voice.from_bytes(p.voice)) for p in progress if p.voice]
    assert sent
    assert all(step % 10 == 0 and step > 0 for step, _ in sent)
    assert [preview.provenance["steps"] for _, preview in sent] == [step for step, _ in sent]
    assert all('"voice"' not in p.to_json() for p in progress)
    without, progress = make(takes, base, tmp_path / "without", steps=30)
    assert not any(p.voice for p in progress)
    for name, value in without.tensors.items():  # to look at a voice does not change what it learns
        np.testing.assert_array_equal(voice.tensors[name], value)


def test_a_clone_that_goes_on_does_not_look_at_its_takes_again(
    takes: list[TakeFile], base: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CloneCancelled):
        make(takes, base, tmp_path, 30, lambda p: p.stage == "adapt" and p.step >= 12)
    looked_at: list[str] = []

    def read_take(take: TakeFile, *rest: Any) -> TakeExample | None:
        looked_at.append(take.id)
        return takes_data.read_take(take, *rest)

    monkeypatch.setattr(adapt, "read_take", read_take)
    monkeypatch.setattr(base.encoder, "centroid", lambda _: pytest.fail("it is known"))
    voice, progress = make(takes, base, tmp_path, steps=1, previews=True)
    assert looked_at == []
    assert voice.provenance["nearest_speaker"].startswith("tiny:")
    assert not any(p.stage in ("features", "start") for p in progress)
    monkeypatch.undo()
    monkeypatch.setattr(adapt, "read_take", read_take)
    make([*takes[:4], takes[4]._replace(text="Something else."), takes[5]], base, tmp_path, steps=1)
    assert looked_at == [takes[4].id]


def test_what_cannot_be_read_of_an_examination_is_looked_at_anew(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    make(takes, base, tmp_path, steps=10)
    kept = sorted((tmp_path / "examined").glob("*.npz"))
    assert len(kept) == len(takes)
    kept[0].write_bytes(b"")
    kept[1].write_bytes(kept[1].read_bytes()[:1000])
    (tmp_path / "examined" / "person.json").write_text("{")
    voice, _ = make(takes, base, tmp_path, steps=10)
    assert voice.provenance["takes"] == len(takes)


def test_clones_at_once_make_the_voices_that_they_make_alone(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    people = {"a": takes, "b": takes[1:]}
    with ThreadPoolExecutor(3) as pool:
        jobs = {name: pool.submit(make, own, base, tmp_path / name, 10) for name, own in people.items()}
        stopped = pool.submit(make, takes[:5], base, tmp_path / "c", 10, lambda p: p.step >= 2)
        with pytest.raises(CloneCancelled):
            stopped.result(120)
        voices = {name: job.result(120)[0] for name, job in jobs.items()}
    for name, own in people.items():
        alone, _ = make(own, base, tmp_path / f"{name} alone", 10)
        assert voices[name].report["held_out_loss"] == pytest.approx(alone.report["held_out_loss"], abs=1e-4)
        for tensor, value in alone.tensors.items():
            np.testing.assert_allclose(voices[name].tensors[tensor], value, atol=2e-3)


def test_other_takes_do_not_resume(takes: list[TakeFile], base: Workshop, tmp_path: Path) -> None:
    make(takes, base, tmp_path, steps=10)
    _, progress = make(takes[:5], base, tmp_path, steps=10)
    assert min(p.step for p in progress if p.stage == "adapt") == 0


def test_too_little_speech_says_what_to_do(takes: list[TakeFile], base: Workshop, tmp_path: Path) -> None:
    with pytest.raises(CloneError, match="record more sentences"):
        make(takes[:2], base, tmp_path, steps=5)


def test_unvoiced_phonemes_lie_between_their_neighbours() -> None:
    values = torch.tensor([[0.0, 2.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]])
    assert fill_unvoiced(values, values > 0).tolist() == [[2.0, 2.0, 3.0, 4.0, 4.0], [0.0] * 5]


def test_similarity_scale_and_verdicts() -> None:
    assert normalised_similarity(0.9, 0.5, 0.9) == pytest.approx(1.0)
    assert normalised_similarity(0.5, 0.5, 0.9) == pytest.approx(0.0)
    assert [verdict_of(s) for s in (0.9, 0.5, 0.1)] == ["good", "fair", "poor"]


def test_more_takes_are_advised_only_where_they_help():
    for verdict in ("fair", "poor"):
        assert "ten" in str(advice_on(verdict, 9))
        assert "ten" not in str(advice_on(verdict, 10))
    assert advice_on("good", 5) == advice_on("good", 20)
