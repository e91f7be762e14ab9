"""`timbre-train`, step after step, on a tiny pack: what each writes, the next one reads."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.helpers.tiny_pack import write_tiny_pack
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.mel import MelSpec
from timbre.models.fastpitch import FastPitch, FastPitchConfig
from timbre.models.loading import load_fastpitch
from timbre.paths import assets_dir
from timbre_finetune.cli import main
from timbre_finetune.corpus.acoustic_data import AcousticData
from timbre_finetune.corpus.embeddings import EMBEDDINGS_FILE, read_centroids
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.corpus.vocoder_data import VocoderData
from timbre_finetune.export.base_model import with_speakers
from timbre_finetune.train.fastpitch_start import begin_from
from timbre_finetune.train.mel_critic import PATCH_FRAMES, cut_patches
from timbre_finetune.train.predicted_mels import PREDICTED_FILE

CPU = torch.device("cpu")
SHORT = ("--steps", "2")
FEW = ("--max-frames", "800")  # a batch is filled with copies of the few utterances
PROSODY = Path(__file__).parents[2] / "finetune" / "checkpoints" / "prosody" / "prosody.safetensors"


def run(*arguments):
    assert main([str(argument) for argument in arguments]) == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A pack that all steps before the vocoder have seen."""
    folder = tmp_path_factory.mktemp("recipe") / "tiny"
    pack, out = write_tiny_pack(folder), folder / "run"
    run("aligner", "--pack", pack, "--out", out, *SHORT)
    run("embed", "--pack", pack, "--workers", 1)
    run("fastpitch", "--pack", pack, "--out", out, "--reference", "--sharpen-from", 0.5, *FEW, *SHORT)
    run("predict", "--pack", pack, "--fastpitch", out / "fastpitch.pt")
    return folder


def test_embeddings_are_directions(folder):
    embeddings = np.load(folder / "pack" / EMBEDDINGS_FILE)
    assert embeddings.shape == (4, 256)
    np.testing.assert_allclose(np.linalg.norm(embeddings.astype(np.float32), axis=1), 1, atol=1e-3)


def test_references_are_the_speakers_own(folder):
    data = AcousticData(Pack.load(folder / "pack"), CPU)
    data.load_references(folder / "pack" / EMBEDDINGS_FILE)
    drawn, mean = data.draw_references(torch.zeros(50, dtype=torch.int64)), data.mean_references()
    torch.testing.assert_close(drawn.norm(dim=1), torch.ones(50))
    assert mean.shape == (1, 256)
    assert len(drawn.unique(dim=0)) > 1
    assert (drawn @ mean[0]).min() > 0.8


def test_synthetic_speech_can_be_left_out(folder):
    pack = Pack.load(folder / "pack")
    everything, real = AcousticData(pack, CPU), AcousticData(pack, CPU, synthetic=False)
    assert set(everything.rows.train) - set(real.rows.train) == set(np.flatnonzero(pack.is_synthetic))


def test_segments_carry_predicted_mels_where_they_belong(folder):
    pack = Pack.load(folder / "pack")
    frames = int(pack.acoustic().n_frames.sum())
    stripes = np.tile(np.arange(frames)[:, None] / 1000, (1, 80)).astype(np.float16)
    stripes.tofile(folder / "stripes.f16")
    data = VocoderData(pack, CPU, context=12, lookahead=2)
    data.load_predicted(folder / "stripes.f16", share=1.0)
    row, first, gain = torch.tensor([1]), torch.tensor([-5]), torch.tensor([1.0])
    mel = data._predict(row, first, 30, gain)[0]
    begin = int(pack.n_frames[0])
    np.testing.assert_allclose(mel[0, 5:], np.arange(begin, begin + 25) / 1000, atol=1e-3)
    assert mel[:, :5].max() == pytest.approx(np.log(MelSpec().log_floor))
    drawn = data.segments(2, 16, torch.Generator().manual_seed(1))
    assert drawn.mel.shape == (2, 80, 12 + 16 + 2)
    assert (drawn.mel[:, :1] == drawn.mel[:, -1:]).any()  # a stripe is the same in every band
    with pytest.raises(ValueError, match="another pack"):
        data.load_predicted(folder / "pack" / EMBEDDINGS_FILE, share=1.0)


def test_patches_are_cut_at_the_same_place():
    mel = torch.arange(2 * 150.0).reshape(2, 1, 150)
    one, other = cut_patches([mel, mel + 1000], torch.tensor([PATCH_FRAMES - 1, 150]))
    assert one.shape == (1, 1, PATCH_FRAMES)
    torch.testing.assert_close(other - one, torch.full_like(one, 1000))
    assert one.min() >= 150


def test_a_sharpened_run_goes_on_where_it_stopped(folder):
    out = folder / "run"
    before = torch.load(out / "fastpitch.pt", weights_only=True)
    more = ("--reference", "--sharpen-from", 0, "--steps", 3)
    run("fastpitch", "--pack", folder / "pack", "--out", out, *FEW, *more)
    after = torch.load(out / "fastpitch.pt", weights_only=True)
    assert (before["step"], after["step"]) == (2, 3)
    name = "out.parametrizations.weight.original1"
    assert not torch.equal(before["sharpener"]["critic"][name], after["sharpener"]["critic"][name])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")
def test_the_last_steps_make_a_base_model_that_knows_its_speakers(folder):
    pack, out, base = folder / "pack", folder / "run", folder / "base"
    run(
        "hifigan",
        "--pack",
        pack,
        "--out",
        out,
        "--predicted",
        0.5,
        "--batch",
        2,
        "--judge-channels",
        4,
        *SHORT,
    )
    run(
        *(
            "export",
            "--speakers",
            pack / "index.json",
            "--manifest",
            folder / "manifest.jsonl",
            "--root",
            folder,
        ),
        *("--fastpitch", out / "fastpitch.pt", "--aligner", out / "aligner.pt", "--prosody", PROSODY),
        *("--hifigan", out / "hifigan.safetensors", "--out", base),
    )
    opened = BaseModel.open(base)
    saved = torch.load(out / "fastpitch.pt", weights_only=True)
    network = load_fastpitch(opened)
    assert network.config.reference_channels == 256
    # The table of the base model says what network and computed embedding said together.
    told = saved["averaged"]["speakers.weight"] + network.embed_reference(saved["references"])
    torch.testing.assert_close(network.speakers.weight, told, atol=1e-2, rtol=1e-2)
    voice = BaseVoices(opened).voice(opened.speakers[0])
    assert voice.tensors["speaker_embedding"].shape == (network.config.speaker_channels,)
    assert json.loads((base / "config.json").read_text())["fastpitch"]["reference_channels"] == 256


def test_predicted_mels_cover_the_pack(folder):
    pack = Pack.load(folder / "pack")
    mels = np.fromfile(folder / "pack" / PREDICTED_FILE, np.float16).reshape(-1, 80)
    assert len(mels) == int(pack.acoustic().n_frames.sum())
    assert np.isfinite(mels.astype(np.float32)).all()


def test_batches_come_in_few_sizes_and_show_every_row(folder):
    data = AcousticData(Pack.load(folder / "pack"), CPU)
    planned = data.plan_sizes(data.rows.train, 400, np.random.default_rng(1))
    assert set(np.concatenate([batch.rows for batch in planned])) == set(data.rows.train)
    for rows, size in planned:
        assert size.frames % 64 == 0
        assert int(data.frames[rows].max()) <= size.frames
        assert int(data.lens[rows].max()) <= size.phonemes
        assert len(rows) * size.frames <= max(400, size.frames)


def test_an_exported_table_holds_the_speakers_that_are_asked_for(folder):
    saved = torch.load(folder / "run" / "fastpitch.pt", weights_only=True)
    network = FastPitch(FastPitchConfig(**{**saved["config"], "n_speakers": 3}))
    smaller = with_speakers(network, [2, 0])
    assert smaller.config.n_speakers == 2
    assert torch.equal(smaller.speakers.weight, network.speakers.weight[[2, 0]])


def test_a_critic_is_not_captured(folder, capsys):
    options = ("fastpitch", "--pack", folder / "pack", "--out", folder / "run", "--cuda-graph")
    assert main([str(o) for o in (*options, "--sharpen-from", 0.5)]) == 1
    assert "cannot be captured" in capsys.readouterr().err


def test_a_run_goes_on_from_a_base_model_with_what_was_learned_of_each_speaker():
    base = BaseModel.open(assets_dir() / "base")
    names = [base.speakers[5].name, "nobody", base.speakers[2].name]
    trained = load_fastpitch(base)
    network = FastPitch(replace(trained.config, n_speakers=len(names), prosody=None))
    begin_from(network, base, names)
    computed = trained.embed_reference(torch.from_numpy(read_centroids(base)))
    whole = network.speakers.weight + torch.stack([computed[5], 0 * computed[0], computed[2]])
    torch.testing.assert_close(whole[[0, 2]], trained.speakers.weight[[5, 2]])
    assert not network.speakers.weight[1].any()
    assert torch.equal(network.decoder.out.weight, trained.decoder.out.weight)
