import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.helpers.tiny_pack import write_tiny_pack
from tests.helpers.toy_readings import PITCH_STD, SENTENCE, toy_readings
from timbre.models.prosody import HABITS, VALUES, ProsodyConfig, ProsodyFlow
from timbre.paths import assets_dir
from timbre.text.symbols import SYMBOL_TO_ID, SYMBOLS
from timbre_finetune.corpus.acoustic_data import AcousticData
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.train.prosody import trainer as prosody_trainer
from timbre_finetune.train.prosody.data import WIDTH_STEP, ProsodyData
from timbre_finetune.train.prosody.readings import Readings, pack_readings
from timbre_finetune.train.prosody.trainer import ProsodyTrainer, begin, choose_held_out
from timbre_finetune.train.training import Budget, Processes

SIZES = {
    "channels": 32,
    "filter_channels": 32,
    "layers": 1,
    "field_channels": 32,
    "field_filter_channels": 32,
    "field_layers": 1,
    "condition_channels": 16,
    "dropout": 0.0,
}
HERE = Processes(0, 1, torch.device("cpu"))


def trainer_of(readings, out, steps, rate=3e-3, held_out=frozenset()):
    torch.manual_seed(1)
    data = ProsodyData(readings, HERE.device, held_out)
    network = ProsodyFlow(ProsodyConfig(len(SYMBOLS), **SIZES))
    begin(network, data, None)
    out.mkdir(exist_ok=True)
    return ProsodyTrainer(network, data, Budget(steps, warmup=20), out, HERE, rate)


def draw(trainer, count, temperature):
    data, network = trainer.data, trainer.network.eval()
    network.load_state_dict(trainer.averaged.weights)
    width = len(SENTENCE) + 2
    batch = data.gather(torch.arange(count), width)
    noise = temperature * torch.randn(count, width, VALUES, generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        context = network.encode(batch.phonemes, batch.lens, network.voice(batch.reference, batch.habits))
        return network.draw(context, noise, 4 if temperature else 0)


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # so small a network is slower on more
    trainer = trainer_of(toy_readings(), tmp_path_factory.mktemp("toys"), 600, rate=1e-2)
    trainer.train(max_phonemes=16 * WIDTH_STEP, seed=1, every=10_000)
    torch.set_num_threads(threads)
    return trainer


def test_drawn_readings_have_the_spread_of_people(learned):
    said = draw(learned, 64, 1.0)
    first, last = said.pitch[:, 1], said.pitch[:, -2]
    assert float(first.std()) == pytest.approx(7 / 9, rel=0.25)  # the slope's second place of ten
    ups = float((last > first).float().mean())
    assert 0.3 < ups < 0.7
    space = said.log_durations[:, 1 + SENTENCE.index(" ")]
    assert float(space.mean()) == pytest.approx(np.log([4, 31]).mean(), abs=0.35)
    assert float(space.std()) == pytest.approx(np.log([4, 31]).std(), rel=0.25)


def test_the_mean_of_readings_is_flat(learned):
    said = draw(learned, 8, 0.0)
    assert float(said.pitch.abs().max()) < 0.3


def test_a_reading_goes_one_way_as_a_whole(learned):
    """Phonemes are drawn together: what rises at its beginning goes on to rise."""
    pitch = draw(learned, 64, 1.0).pitch[:, 1:-1]
    middle = pitch.shape[1] // 2
    halves = torch.stack([pitch[:, middle] - pitch[:, 0], pitch[:, -1] - pitch[:, middle]])
    assert float(torch.corrcoef(halves)[0, 1]) > 0.8


def test_training_is_the_same_for_the_same_seed(tmp_path):
    weights = []
    for name in ("a", "b"):
        trainer = trainer_of(toy_readings(12), tmp_path / name, 4)
        trainer.train(max_phonemes=200, seed=3)
        weights.append(trainer.averaged.weights)
    for name in weights[0]:
        assert torch.equal(weights[0][name], weights[1][name])


def test_a_run_goes_on_where_it_stopped(tmp_path):
    first = trainer_of(toy_readings(12), tmp_path, 3)
    first.train(max_phonemes=200, seed=3)
    second = trainer_of(toy_readings(12), tmp_path, 6)
    second.resume()
    assert second.step == 3
    assert torch.equal(second.network.velocity_out.weight, first.network.velocity_out.weight)


def test_the_weights_kept_are_those_that_told_left_out_speakers_best(tmp_path):
    trainer = trainer_of(toy_readings(24), tmp_path, 2, held_out=frozenset({"toys:1"}))
    trainer.keep_best({"held_out_pitch": torch.tensor(1.0)})
    before = (tmp_path / prosody_trainer.WEIGHTS).read_bytes()
    trainer.train(max_phonemes=200, seed=3)
    trainer.best = 0.5
    trainer.keep_best({"held_out_pitch": torch.tensor(2.0)})
    assert (tmp_path / prosody_trainer.WEIGHTS).read_bytes() == before
    trainer.keep_best({"held_out_pitch": torch.tensor(0.1)})
    assert (tmp_path / prosody_trainer.WEIGHTS).read_bytes() != before
    network = prosody_trainer.load_prosody(tmp_path / prosody_trainer.WEIGHTS)
    torch.testing.assert_close(
        network.velocity_out.weight, trainer.averaged.weights["velocity_out.weight"], atol=1e-3, rtol=0
    )
    lines = [json.loads(line) for line in (tmp_path / "prosody.jsonl").read_text().splitlines()]
    assert {"held_out_duration", "held_out_pitch", "held_out_energy"} <= lines[-1].keys()


def test_every_reading_comes_in_a_pass_and_batches_of_a_width_are_alike():
    data = ProsodyData(toy_readings(50), HERE.device)
    plan = data.plan(np.arange(50), 32 * 8, np.random.default_rng(1))
    assert set(np.concatenate([planned.rows for planned in plan]).tolist()) == set(range(50))
    assert {(len(planned.rows), planned.width) for planned in plan} == {(8, 32)}


def test_habits_are_those_of_the_voices_other_readings():
    readings = toy_readings(4, speakers=2)
    durations = readings.durations.reshape(4, -1).copy()
    durations[:] = np.array([2, 3, 5, 8])[:, None]
    data = ProsodyData(replace(readings, durations=durations.ravel()), HERE.device)
    habits = data.draw_habits(torch.tensor([0, 1]))
    at = HABITS.index("phone_log_duration_mean")
    np.testing.assert_allclose(habits[:, at], np.log([1 + 5, 1 + 8]), rtol=1e-5)  # rows 2 and 3
    np.testing.assert_allclose(habits[:, 0], 5.0)
    np.testing.assert_allclose(habits[:, 1], PITCH_STD)


def test_whole_frames_become_lengths_that_round_to_them():
    data = ProsodyData(toy_readings(4), HERE.device)
    batch = data.gather(torch.arange(4), 10)
    lengths = batch.prosody().log_durations.exp() - 1
    assert torch.equal(lengths.round().long(), batch.durations)
    assert not torch.equal(lengths, batch.durations.float())


def test_readings_are_kept_and_joined(tmp_path):
    one, two = toy_readings(4), toy_readings(6, speakers=3, seed=1)
    one.save(tmp_path / "one.npz")
    whole = Readings.join([Readings.load(tmp_path / "one.npz"), two])
    assert len(whole) == 10
    assert len(whole.speakers) == 5
    np.testing.assert_array_equal(whole.speaker_ids[4:], two.speaker_ids + 2)
    np.testing.assert_array_equal(whole.lens, np.append(one.lens, two.lens))
    np.testing.assert_array_equal(whole.log_f0[whole.offsets[4] :], two.log_f0)


def test_speakers_left_out_are_people_who_read_enough():
    readings = toy_readings(200, speakers=4)
    assert choose_held_out(readings) == {"toys:0"}
    assert choose_held_out(replace(readings, is_synthetic=np.ones(4, bool))) == frozenset()
    assert choose_held_out(toy_readings(8, speakers=4)) == frozenset()


def test_a_packs_readings_are_what_was_sung(tmp_path):
    pack = Pack.load(write_tiny_pack(tmp_path / "p")).acoustic()
    data = AcousticData(pack, HERE.device)
    lens, frames = np.diff(pack.phoneme_offsets), np.asarray(pack.n_frames)
    data.dur_tgt = torch.cat(
        [
            torch.tensor([2, *[(f - 4) // (n - 2)] * (n - 3), f - 4 - (f - 4) // (n - 2) * (n - 3), 2])
            for n, f in zip(lens, frames, strict=True)
        ]
    )
    readings = pack_readings(pack, data, np.zeros((1, 8, 256)))
    assert len(readings) == len(pack)
    assert readings.durations.sum() == frames.sum()
    assert np.exp(readings.log_f0.astype(float).mean()) == pytest.approx(200.0, rel=0.02)
    assert readings.is_synthetic.tolist() == [True]


def test_the_space_is_a_symbol_whose_length_is_learned():
    mean, deviation = ProsodyData(toy_readings(400), HERE.device).symbol_statistics(np.arange(400))
    space = SYMBOL_TO_ID[" "]
    assert float(mean[space, 0]) == pytest.approx(np.log([4, 31]).mean(), abs=0.2)
    assert float(deviation[space, 0]) == pytest.approx(np.log([4, 31]).std(), rel=0.15)


def test_the_weights_that_are_kept_fit_the_table_of_symbols():
    network = prosody_trainer.load_prosody(
        assets_dir().parent / "finetune" / "checkpoints" / "prosody" / prosody_trainer.WEIGHTS
    )
    assert network.config.n_symbols == len(SYMBOLS)
    trained = network.scale[SYMBOL_TO_ID["ə"]]
    assert bool((trained > 0.1).all())
    assert bool((trained < 2).all())
