import numpy as np
import pytest

from tests.helpers.toy_readings import toy_readings
from timbre.mel import MelSpec
from timbre.text.symbols import SYMBOL_TO_ID
from timbre_finetune.train.prosody.kokoro_phonemes import Unit, units
from timbre_finetune.train.prosody.teacher import DURATION_S, TeacherReading
from timbre_finetune.train.prosody.teacher_readings import (
    Job,
    as_readings,
    in_our_phonemes,
    learn_shares,
    plan,
    teach,
    voiced_log_f0,
)

VOCABULARY = set(" .,tᵊnɜɹIWʤAʧYOəɪslbkˈˌaɾ")


@pytest.mark.parametrize(
    ("ours", "found"),
    [
        ("bˈaɪt.", [("b", "b"), ("ˈ", "ˈ"), ("aɪ", "I"), ("t", "t"), (".", ".")]),
        ("bˈɜːd", [("b", "b"), ("ˈ", "ˈ"), ("ɜː", "ɜɹ"), ("d", "d")]),
        ("bˈʌʔn̩", [("b", "b"), ("ˈʌ", "ˈ"), ("ʔn̩", "tᵊn")]),
        ("iːt", [("iː", ""), ("t", "t")]),
        ("lɚ", [("l", "l"), ("ɚ", "əɹ")]),
    ],
)
def test_our_phonemes_in_units_of_the_teachers(ours, found):
    vocabulary = VOCABULARY | {"d"}
    assert units(ours, vocabulary) == [Unit(*pair) for pair in found]
    assert "".join(unit.ours for unit in units(ours, vocabulary)) == ours


def heard(durations, f0):
    grid = np.maximum(np.round(durations), 1).astype(int)
    frames = np.repeat(f0, grid * 2)
    return TeacherReading(np.asarray(durations, float), grid, frames, np.arange(len(frames), dtype=float))


def test_lengths_are_kept_in_seconds_and_divided_as_our_aligner_does():
    parts = [Unit("aɪ", "I"), Unit("b", "b")]
    told = in_our_phonemes(parts, heard([9, 4, 8, 9], [200.0] * 4), {"aɪ": np.array([0.75, 0.25])})
    frame_rate = MelSpec().frame_rate
    assert len(told.ids) == 5
    assert told.durations[1:4].sum() == pytest.approx(12 * DURATION_S * frame_rate, abs=1.5)
    assert told.durations[1] == pytest.approx(4 * DURATION_S * frame_rate * 0.75, abs=1)
    assert told.durations[0] == told.durations[-1] == 2


def test_pitch_is_that_of_each_symbol_and_a_line_where_it_is_unvoiced():
    parts = [Unit("a", "a"), Unit("t", "t"), Unit("b", "b")]
    told = in_our_phonemes(parts, heard([1, 4, 4, 4, 1], [200.0, 200.0, 160.0, 250.0, 250.0]), {})
    np.testing.assert_allclose(np.exp(told.log_f0[[1, 3]]), [200, 250])
    assert told.log_f0[2] == pytest.approx(told.log_f0[[1, 3]].mean())
    assert np.log(160) not in told.voiced


def test_f0_that_sinks_is_no_voice():
    found = voiced_log_f0(np.array([200.0, 210, 190, 90, 20]))
    np.testing.assert_allclose(np.exp(found[:3]), [200, 210, 190])
    assert not found[3:].any()


def test_shares_are_learned_from_recordings():
    readings = toy_readings(8)
    readings.durations[readings.phonemes == SYMBOL_TO_ID["ɪ"]] = 60
    shares = learn_shares(readings, set("ˈab.s"))  # it lacks the space and ɪ, which join the a before them
    np.testing.assert_allclose(shares["a ɪ"].sum(), 1)
    assert shares["a ɪ"][2] == shares["a ɪ"].max()


def test_loudness_is_matched_to_the_voices_recordings():
    like = toy_readings(16, speakers=1)
    parts = [Unit("a", "a"), Unit("b", "b"), Unit("a", "a")]
    told = in_our_phonemes(parts, heard([1, 4, 4, 4, 1], [200.0, 180, 220, 210, 200]), {})
    job = Job("aba", 0, "1 af_heart", 1.0)
    readings = as_readings([(job, told)] * 3, [0], like)
    phones = np.isin(readings.phonemes, [SYMBOL_TO_ID[s] for s in "ab"])
    target = like.energy[~np.isin(like.phonemes, [1, 2, SYMBOL_TO_ID[" "], SYMBOL_TO_ID["."]])].astype(float)
    assert readings.energy[phones].astype(float).mean() == pytest.approx(target.mean(), abs=0.01)
    assert readings.energy[phones].astype(float).std() == pytest.approx(target.std(), rel=0.02)
    assert readings.is_synthetic.all()
    np.testing.assert_array_equal(readings.references[0], like.references[0])


def test_all_voices_read_at_all_speeds():
    jobs = plan(["a"] * 300, ["1 x", "1 y"], seed=1)
    assert {job.speaker for job in jobs} == set(range(6))
    assert len({(job.speaker, job.mix, job.speed) for job in jobs}) == 6


def test_no_sentence_is_begun_when_the_time_is_over(tmp_path):
    (tmp_path / "prosody.onnx").touch()  # nothing can be read with it
    jobs = [Job("aba", 0, "1 af_heart", 1.0)] * 100
    assert list(teach(tmp_path, jobs, {}, workers=1, seconds=0)) == []
