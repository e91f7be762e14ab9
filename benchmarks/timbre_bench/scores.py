"""The measures of a sentence, and the systems that are measured."""

from __future__ import annotations

from dataclasses import dataclass, fields

RECORDINGS = "recordings"
CLONE = "clone"
NEAREST = "nearest"
COPY = "copy"


@dataclass(frozen=True)
class Scores:
    """The scores of one sentence of one system.

    Attributes:
        similarity: Normalised; 0 other people, 1 the person's takes among themselves.
        spectral_similarity: The same by Gaussian mixtures over spectra, see measures.spectral_likeness.
        character_error_rate: Character errors of Whisper tiny.en against the text.
        dnsmos: Overall score, 1 to 5.
        mcd_db: Mel-cepstral distortion from the person's recording of the sentence.
        log_f0_rmse: Error of ln(F0), from the person's recording of the sentence.
    """

    similarity: float
    spectral_similarity: float
    character_error_rate: float
    dnsmos: float
    mcd_db: float
    log_f0_rmse: float


MEASURES = tuple(field.name for field in fields(Scores))
