"""Measures the speech of several systems against one person's recordings of the same sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from timbre.mel import MelSpec
from timbre_bench.measures.intelligibility import error_rate
from timbre_bench.measures.pleasantness import overall_mos
from timbre_bench.measures.prosody import distance
from timbre_bench.measures.similarity import LikenessScale, embed
from timbre_bench.measures.spectral_likeness import SpectralScale
from timbre_bench.scores import RECORDINGS, Scores


class Scales(NamedTuple):
    """One person's scales of likeness: by resemblyzer, and by Gaussian mixtures over spectra."""

    embedded: LikenessScale
    spectral: SpectralScale


def score_sentence(
    speech: np.ndarray, recording: np.ndarray, text: str, scales: Scales, spec: MelSpec
) -> Scores:
    """Measure one sentence.

    Args:
        speech: Speech of a system, trimmed and levelled, at the spec's rate, (n,) float32.
        recording: The person's recording of the sentence, likewise, (m,) float32.
        text: The sentence.
        scales: The person's scales of likeness.
        spec: Rate and mel of both.
    """
    apart = distance(speech, recording, spec)
    return Scores(
        similarity=scales.embedded.score(embed(speech, spec.sample_rate)),
        spectral_similarity=scales.spectral.score(speech),
        character_error_rate=error_rate(speech, spec.sample_rate, text),
        dnsmos=overall_mos(speech, spec.sample_rate),
        mcd_db=apart.mcd_db,
        log_f0_rmse=apart.log_f0_rmse,
    )


def score_systems(
    speech: Mapping[str, Sequence[np.ndarray]], texts: Sequence[str], scales: Scales, spec: MelSpec
) -> dict[str, list[Scores]]:
    """Score every sentence of every system, compared with the recordings, which are `speech[RECORDINGS]`."""
    recordings = speech[RECORDINGS]
    return {
        system: [
            score_sentence(waveform, recording, text, scales, spec)
            for waveform, recording, text in zip(waveforms, recordings, texts, strict=True)
        ]
        for system, waveforms in speech.items()
    }
