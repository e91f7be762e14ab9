import numpy as np
import pytest
import soundfile as sf

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre import audio, contract


def test_trimming_keeps_everything_that_sounds():
    wave = speech_like(seconds=2.0, lead_in_s=0.7, tail_s=0.9)
    start, end = audio.trim_silence(wave, SAMPLE_RATE)
    assert 0.5 < start / SAMPLE_RATE <= 0.7
    assert 2.7 <= end / SAMPLE_RATE < 2.95


@pytest.mark.parametrize("below_db", [15, 25])
@pytest.mark.parametrize("noise_db", [-80, -62])
def test_trimming_keeps_a_soft_fricative_at_both_ends(below_db, noise_db):
    """A quiet /s/ or /f/ of 120 ms before and after the voice must not be cut."""
    rng = np.random.default_rng(3)
    hiss = rng.standard_normal(int(0.12 * SAMPLE_RATE)) * 10 ** ((-22 - below_db) / 20)
    voice = speech_like(1.5, lead_in_s=0, tail_s=0, noise_db=-100)
    silence = np.zeros(int(0.5 * SAMPLE_RATE))
    wave = np.concatenate([silence, hiss, voice, hiss, silence])
    wave = (wave + 10 ** (noise_db / 20) * rng.standard_normal(len(wave))).astype(np.float32)
    start, end = audio.trim_silence(wave, SAMPLE_RATE)
    assert start <= len(silence)
    assert end >= len(wave) - len(silence)
    assert start > 0
    assert end < len(wave)


def test_a_take_cut_tightly_is_left_as_it_is():
    wave = speech_like(1.5, lead_in_s=0, tail_s=0)
    assert audio.trim_silence(wave, SAMPLE_RATE) == (0, len(wave))


def test_silence_alone_is_not_trimmed_to_nothing():
    for wave in (np.zeros(5000, np.float32), speech_like(level_db=-200)):
        start, end = audio.trim_silence(wave, SAMPLE_RATE)
        assert end - start > 0
        assert np.isfinite(audio.prepare_take(wave, SAMPLE_RATE)).all()


@pytest.mark.parametrize("level_db", [-50, -30, -15])
def test_loudness_ends_the_same_wherever_it_began(level_db):
    wave = audio.normalize_loudness(speech_like(level_db=level_db, noise_db=-110), SAMPLE_RATE)
    assert audio.active_level_db(wave, SAMPLE_RATE) == pytest.approx(-24, abs=0.1)
    assert wave.dtype == np.float32


def test_loudness_does_not_depend_on_the_silence_around():
    short = audio.active_level_db(speech_like(lead_in_s=0, tail_s=0), SAMPLE_RATE)
    long = audio.active_level_db(speech_like(lead_in_s=1, tail_s=2), SAMPLE_RATE)
    assert short == pytest.approx(long, abs=0.7)


def test_loudness_never_clips():
    wave = speech_like(level_db=-40, noise_db=-110)
    wave[20_000] = 0.5
    assert np.abs(audio.normalize_loudness(wave, SAMPLE_RATE)).max() <= 0.951


@pytest.mark.parametrize("rate", [8_000, 22_050, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_loading_any_rate_and_channels(tmp_path, rate, channels):
    wave = speech_like(1.0, sample_rate=rate)
    sf.write(tmp_path / "take.wav", np.stack([wave] * channels, 1), rate)
    loaded = audio.load(tmp_path / "take.wav")
    assert loaded.dtype == np.float32
    assert len(loaded) == pytest.approx(1.8 * SAMPLE_RATE, abs=SAMPLE_RATE * 0.01)
    np.testing.assert_array_equal(loaded, audio.load((tmp_path / "take.wav").read_bytes()))


@pytest.mark.parametrize("rate", [16_000, 22_050, 48_000])
def test_a_recogniser_hears_any_recording_at_its_own_rate(rate):
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate)
    recording = audio.for_recognition(tone, rate)
    assert recording.dtype == np.float32
    assert len(recording) == pytest.approx(contract.TRANSCRIBE_SAMPLE_RATE, abs=2)
    loudest_hz = np.abs(np.fft.rfft(recording)).argmax() * contract.TRANSCRIBE_SAMPLE_RATE / len(recording)
    assert loudest_hz == pytest.approx(440, abs=1)


def test_loading_what_is_no_recording(tmp_path):
    (tmp_path / "a.wav").write_text("no sound")
    with pytest.raises(audio.AudioError, match=r"a\.wav is not a sound file"):
        audio.load(tmp_path / "a.wav")
    with pytest.raises(audio.AudioError, match="there is no file"):
        audio.load(tmp_path / "b.wav")
    sf.write(tmp_path / "c.wav", np.zeros((0, 1)), 22_050)
    with pytest.raises(audio.AudioError, match="no sound"):
        audio.load(tmp_path / "c.wav")
    sf.write(tmp_path / "d.wav", np.full(2000, np.nan), 22_050, subtype="FLOAT")
    with pytest.raises(audio.AudioError, match="damaged"):
        audio.load(tmp_path / "d.wav")
    sf.write(tmp_path / "e.wav", np.zeros(2000), 1)
    with pytest.raises(audio.AudioError, match="1 samples per second"):
        audio.load(tmp_path / "e.wav")


def test_a_file_that_tells_of_more_samples_than_memory_has_is_refused(tmp_path):
    sf.write(tmp_path / "a.flac", np.zeros(2000, np.int16), 22_050)
    content = bytearray((tmp_path / "a.flac").read_bytes())
    content[21] |= 0x0F  # the upper bits of the number of samples: 64 thousand million
    (tmp_path / "a.flac").write_bytes(content)
    with pytest.raises(audio.AudioError, match=r"a\.flac is too long to be read, or damaged"):
        audio.load(tmp_path / "a.flac")
    with pytest.raises(audio.AudioError, match="too long"):
        audio.load(bytes(content))


def test_samples_that_would_overflow_are_damage(tmp_path):
    sf.write(tmp_path / "a.wav", np.tile(np.float32([3e38, -3e38]), 2000), 16_000, subtype="FLOAT")
    with pytest.raises(audio.AudioError, match="damaged"):
        audio.load(tmp_path / "a.wav")


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".mp3"])
def test_writing_says_that_it_is_synthetic(tmp_path, suffix):
    path = tmp_path / f"speech{suffix}"
    wave = speech_like(1.0)
    audio.write(path, wave, SAMPLE_RATE, synthetic=True)
    with sf.SoundFile(path) as file:
        assert file.comment == audio.SYNTHETIC_TAG
        assert file.samplerate == SAMPLE_RATE
    assert len(audio.load(path)) == pytest.approx(len(wave), abs=3000)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_writing_integers_is_exact(tmp_path):
    samples = np.round(speech_like(0.5) * 32_767).astype(np.int16)
    audio.write(tmp_path / "a.wav", samples, SAMPLE_RATE)
    np.testing.assert_array_equal(sf.read(tmp_path / "a.wav", dtype="int16")[0], samples)


def test_writing_a_long_ogg(tmp_path):
    audio.write(tmp_path / "a.ogg", np.zeros(60 * SAMPLE_RATE, np.float32), SAMPLE_RATE)
    assert sf.info(tmp_path / "a.ogg").duration == pytest.approx(60, abs=0.01)


def test_writing_an_unknown_format_leaves_nothing(tmp_path):
    with pytest.raises(audio.AudioError, match=r"\.wav, \.flac, \.ogg or \.mp3"):
        audio.write(tmp_path / "a.aiff", np.zeros(100, np.float32), SAMPLE_RATE)
    with pytest.raises(FileNotFoundError):
        audio.write(tmp_path / "missing" / "a.wav", np.zeros(100, np.float32), SAMPLE_RATE)
    assert not list(tmp_path.iterdir())
