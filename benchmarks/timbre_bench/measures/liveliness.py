"""How alive a reading is beside the person's own reading of the same sentence: melody, pace, pauses, brightness.

recording ─ trim ─┬─ F0 (Praat, autocorrelation) ─ range and deviation in semitones ─┐
                  ├─ MFCC ─ dynamic time warping ─ correlation of the F0 contours    ├─ beside those of the speech
                  └─ RMS ─ share of pauses, length ──────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import librosa
import numpy as np
import parselmouth

SAMPLE_RATE = 22_050
HOP_LENGTH = 256
LOWEST_HZ, HIGHEST_HZ = 65.0, 450.0
TRIM_DB = 40.0
"""The ends of a reading that are this far below its peak are cut."""
PAUSE_DB = 38.0
"""Frames this far below the loudest one are a pause."""
N_MFCC = 14
"""Coefficients 2 to 14 align two readings."""
BANDS_HZ = (
    (0, 1000),
    (1000, 2000),
    (2000, 4000),
    (4000, 6000),
    (6000, 7500),
    (7500, 8500),
    (8500, 9500),
    (9500, 11_000),
)
BAND_REFERENCE_HZ = (100, 4000)
QUIET_BAND_DB = -35.0
"""A band in which the person's own power is lower than this is not compared."""


def trim(waveform: np.ndarray) -> np.ndarray:
    """Cut the silence at the ends of mono samples (n,) at 22,050 Hz; returns (m,) float32."""
    trimmed, _ = librosa.effects.trim(waveform.astype(np.float32), top_db=TRIM_DB)
    return trimmed


def track_f0(waveform: np.ndarray) -> np.ndarray:
    """F0 of mono samples (n,) at 22,050 Hz: one value for each 256 samples, 0 where unvoiced, (1 + n // 256,)."""
    pitch = parselmouth.Sound(waveform.astype(float), SAMPLE_RATE).to_pitch_ac(
        time_step=HOP_LENGTH / SAMPLE_RATE, pitch_floor=LOWEST_HZ, pitch_ceiling=HIGHEST_HZ
    )
    hz = pitch.selected_array["frequency"]
    frames = 1 + len(waveform) // HOP_LENGTH
    at = np.searchsorted(pitch.xs(), np.arange(frames) * HOP_LENGTH / SAMPLE_RATE)
    return hz[np.clip(at, 0, len(hz) - 1)]


@dataclass(frozen=True)
class Reading:
    """The features of one waveform.

    Attributes:
        f0_hz: One value a frame, 0 where unvoiced, (T,).
        mfcc: Coefficients 2 to 14, (13, T).
        seconds: Length without silence at the ends.
        pauses: Share of frames that are a pause.
    """

    f0_hz: np.ndarray
    mfcc: np.ndarray
    seconds: float
    pauses: float

    @staticmethod
    def of(waveform: np.ndarray) -> Reading:
        """The features of mono samples (n,) at 22,050 Hz."""
        trimmed = trim(waveform)
        hz = track_f0(trimmed)
        mfcc = librosa.feature.mfcc(
            y=trimmed, sr=SAMPLE_RATE, n_mfcc=N_MFCC, hop_length=HOP_LENGTH, n_fft=1024
        )[1:]
        rms = librosa.feature.rms(y=trimmed, hop_length=HOP_LENGTH, frame_length=1024)[0]
        size = min(mfcc.shape[1], len(rms), len(hz))
        level_db = 20 * np.log10(rms[:size] / rms.max() + 1e-9)
        pauses = float(np.mean(level_db < -PAUSE_DB))
        return Reading(hz[:size], mfcc[:, :size], len(trimmed) / SAMPLE_RATE, pauses)

    @property
    def semitones(self) -> np.ndarray:
        """F0 of the voiced frames on a scale of semitones."""
        return 12 * np.log2(self.f0_hz[self.f0_hz > 0])

    @property
    def range_semitones(self) -> float:
        """Distance of the 10th and the 90th percentile of F0."""
        low, high = np.percentile(self.semitones, [10, 90])
        return float(high - low)

    @property
    def deviation_semitones(self) -> float:
        """Standard deviation of F0."""
        return float(self.semitones.std())


@dataclass(frozen=True)
class Liveliness:
    """A reading, compared with the person's own reading.

    Attributes:
        f0_range: 10th to 90th percentile of F0, semitones.
        person_f0_range: The person's.
        f0_deviation: Standard deviation of F0, semitones.
        person_f0_deviation: The person's.
        f0_correlation: Correlation of both contours, in log Hz where both are voiced, after dynamic time warping.
        length: Length of the reading over the length of the person's.
        pauses: Share of frames that are a pause.
        person_pauses: The person's.
    """

    f0_range: float
    person_f0_range: float
    f0_deviation: float
    person_f0_deviation: float
    f0_correlation: float
    length: float
    pauses: float
    person_pauses: float


def liveliness(speech: np.ndarray, recording: np.ndarray) -> Liveliness:
    """Compare two readings of one sentence, each mono at 22,050 Hz, (n,) and (m,)."""
    synthetic, person = Reading.of(speech), Reading.of(recording)
    _, path = librosa.sequence.dtw(_standardised(person.mfcc), _standardised(synthetic.mfcc))
    person_hz, synthetic_hz = person.f0_hz[path[:, 0]], synthetic.f0_hz[path[:, 1]]
    voiced = (person_hz > 0) & (synthetic_hz > 0)
    correlation = np.corrcoef(np.log(person_hz[voiced]), np.log(synthetic_hz[voiced]))[0, 1]
    return Liveliness(
        synthetic.range_semitones,
        person.range_semitones,
        synthetic.deviation_semitones,
        person.deviation_semitones,
        float(correlation),
        synthetic.seconds / person.seconds,
        synthetic.pauses,
        person.pauses,
    )


def band_differences(speech: Sequence[np.ndarray], recordings: Sequence[np.ndarray]) -> list[float | None]:
    """Compare the long-term power of BANDS_HZ, relative to 0.1 to 4 kHz: the speech's minus the recordings', dB.

    None stands for a band in which the recordings have next to nothing.
    """
    person_levels, speech_levels = _band_levels(recordings), _band_levels(speech)
    pairs = zip(speech_levels - person_levels, person_levels, strict=True)
    return [float(difference) if level > QUIET_BAND_DB else None for difference, level in pairs]


def _standardised(rows: np.ndarray) -> np.ndarray:
    return (rows - rows.mean(1, keepdims=True)) / rows.std(1, keepdims=True)


def _band_levels(waveforms: Sequence[np.ndarray]) -> np.ndarray:
    """Level of each band, dB, (bands,)."""
    spectra = [np.abs(librosa.stft(wave.astype(np.float32), n_fft=2048)) ** 2 for wave in waveforms]
    total = np.sum([spectrum.mean(1) for spectrum in spectra], 0)
    hz = np.fft.rfftfreq(2048, 1 / SAMPLE_RATE)

    def power(low: float, high: float) -> float:
        return float(total[(hz >= low) & (hz < high)].mean())

    reference = power(*BAND_REFERENCE_HZ)
    return np.array([10 * np.log10(power(*band) / reference + 1e-12) for band in BANDS_HZ])
