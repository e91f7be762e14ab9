"""What audiobook shops ask of a file, measured in the file itself.

The bounds are those of ACX, which others follow: RMS -23 to -18 dB, peaks of at most -3 dB, a noise floor of at most
-60 dB, 0.5 to 1 s of silence at the beginning and 1 to 5 s at the end, MP3 of 44.1 kHz with at least 192 kbit/s,
at most 120 minutes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np

from timbre import files
from timbre_app.books.loudness import decibels, measure
from timbre_app.sound.pcm import to_float

REPORT_NAME = "report.txt"
RMS_DB = (-23.0, -18.0)
PEAK_DB, FLOOR_DB = -3.0, -60.0
BEGIN_S, END_S = (0.5, 1.0), (1.0, 5.0)
LONGEST_S = 120 * 60.0
SAMPLE_RATE, BIT_RATE = 44_100, 192_000
FLOOR_WINDOW_S = 0.5
_SILENT_DB = -55.0
_STEP_S = 0.01
_QUIETEST_DB = -100.0
_BIT_RATE_SLACK = 0.97


@dataclass(frozen=True)
class FileReport:
    """Measures of a file.

    Attributes:
        file: Its name.
        rms_db: Level of the whole file.
        floor_db: Level of the quietest half second; -100 for none at all.
        begin_s: Silence before the first sound.
        end_s: Silence behind the last one.
    """

    file: str
    format: str
    sample_rate: int
    bit_rate: int
    duration_s: float
    loudness_lufs: float
    rms_db: float
    true_peak_db: float
    floor_db: float
    begin_s: float
    end_s: float

    @property
    def faults(self) -> list[str]:
        """What a shop would refuse."""
        checks = (
            (RMS_DB[0] <= self.rms_db <= RMS_DB[1], f"level {self.rms_db:.1f} dB, not -23 to -18"),
            (self.true_peak_db <= PEAK_DB, f"true peak {self.true_peak_db:.1f} dB, above -3"),
            (self.floor_db <= FLOOR_DB, f"noise floor {self.floor_db:.0f} dB, above -60"),
            (
                _within(self.begin_s, BEGIN_S),
                f"{self.begin_s:.2f} s of silence at the beginning, not 0.5 to 1",
            ),
            (_within(self.end_s, END_S), f"{self.end_s:.2f} s of silence at the end, not 1 to 5"),
            (self.duration_s <= LONGEST_S, f"{self.duration_s / 60:.0f} minutes, more than 120"),
            (self._has_shop_format, f"{self._format_name}, not MP3 of 44.1 kHz with 192 kbit/s"),
        )
        return [fault for is_met, fault in checks if not is_met]

    @property
    def _has_shop_format(self) -> bool:
        is_rich = self.bit_rate >= BIT_RATE * _BIT_RATE_SLACK
        return self.format == "mp3" and self.sample_rate == SAMPLE_RATE and is_rich

    @property
    def _format_name(self) -> str:
        return f"{self.format} of {self.sample_rate / 1000:g} kHz with {self.bit_rate / 1000:.0f} kbit/s"

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, with the faults."""
        values = {
            name: round(value, 3) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }
        return {**values, "faults": self.faults}


def report_on(path: Path) -> FileReport:
    """Decode a file and measure it; takes memory for a second of sound, whatever its length.

    Raises:
        OSError: if the file cannot be read.
    """
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        rate, codec = stream.rate, stream.codec_context.name
        bit_rate = int(stream.bit_rate or container.bit_rate or 0)
        levels = _Levels(rate)
        loudness = measure(levels.watch(_decoded(container)), rate)
    begin_s, end_s = levels.ends_s()
    return FileReport(
        path.name,
        codec.removesuffix("float"),
        rate,
        bit_rate,
        loudness.samples / rate,
        loudness.integrated_lufs,
        levels.rms_db,
        loudness.true_peak_db,
        levels.floor_db(),
        begin_s,
        end_s,
    )


def described(reports: Iterable[FileReport]) -> str:
    """The reports as a text."""
    lines: list[str] = []
    for report in reports:
        lines.append(
            f"{report.file}: {report.duration_s / 60:.1f} min, {report.loudness_lufs:.1f} LUFS,"
            f" RMS {report.rms_db:.1f} dB, true peak {report.true_peak_db:.1f} dB,"
            f" noise floor {report.floor_db:.0f} dB,"
            f" silence {report.begin_s:.2f} and {report.end_s:.2f} s"
        )
        lines += [f"  not as shops ask: {fault}" for fault in report.faults]
    return "\n".join(lines)


def write_report(folder: Path, paths: Iterable[Path]) -> tuple[Path, int]:
    """Measure files and write what was found into a folder; returns that file, and how many a shop would refuse.

    Raises:
        OSError: if a file cannot be read, or the report not written.
    """
    reports = [report_on(path) for path in paths]
    files.write(folder / REPORT_NAME, described(reports) + "\n")
    return folder / REPORT_NAME, sum(bool(report.faults) for report in reports)


def _decoded(container: Any) -> Iterator[np.ndarray]:
    resampler = av.AudioResampler(format="s16", layout="mono")
    for frame in container.decode(audio=0):
        for converted in resampler.resample(frame):
            yield converted.to_ndarray().reshape(-1)


class _Levels:
    """Mean squares of steps of 10 ms; an hour of them has 1.4 MB."""

    def __init__(self, sample_rate: int) -> None:
        self._step = round(_STEP_S * sample_rate)
        self._rest = np.zeros(0, np.float32)
        self._squares: list[np.ndarray] = []

    def watch(self, sound: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
        """Pass a sound on, arrays (n,) int16, and look at it."""
        for pcm in sound:
            samples = np.concatenate([self._rest, to_float(pcm)])
            whole = len(samples) // self._step * self._step
            self._squares.append((samples[:whole].reshape(-1, self._step) ** 2).mean(1))
            self._rest = samples[whole:]
            yield pcm

    @property
    def rms_db(self) -> float:
        """Level of all."""
        return _floored(math.sqrt(float(self._all.mean()))) if len(self._all) else _QUIETEST_DB

    def floor_db(self) -> float:
        """Level of the quietest half second."""
        count = round(FLOOR_WINDOW_S / _STEP_S)
        if len(self._all) < count:
            return _QUIETEST_DB
        sums = np.concatenate([[0.0], np.cumsum(self._all, dtype=np.float64)])
        return _floored(math.sqrt(max(0.0, float((sums[count:] - sums[:-count]).min()) / count)))

    def ends_s(self) -> tuple[float, float]:
        """Silence at the beginning and at the end."""
        heard = np.flatnonzero(self._all > 10 ** (_SILENT_DB / 10))
        if not len(heard):
            return 0.0, 0.0
        return float(heard[0]) * _STEP_S, float(len(self._all) - 1 - heard[-1]) * _STEP_S

    @property
    def _all(self) -> np.ndarray:
        if len(self._squares) != 1:
            self._squares = [np.concatenate(self._squares or [np.zeros(0, np.float32)])]
        return self._squares[0]


def _floored(amplitude: float) -> float:
    return max(_QUIETEST_DB, decibels(amplitude))


def _within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= value <= bounds[1]
