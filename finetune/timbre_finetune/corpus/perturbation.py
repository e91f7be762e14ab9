"""More speakers than a corpus has: its recordings played faster or slower, which moves formants, pitch and pace.

Source: Ko et al. 2015, Audio augmentation for speech recognition; as new speakers: Yamamoto et al. 2019.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import soundfile

from timbre.mel import MelSpec
from timbre_finetune.corpus.manifest import ManifestLine

FASTER = (1.06, 1.2)
SLOWER = (0.82, 0.94)
COPY_WEIGHT = 0.5
"""How often a pass shows a copy, beside its original."""


def perturb(lines: Iterable[ManifestLine], root: Path) -> list[ManifestLine]:
    """Copies of a manifest's utterances in two more voices for each speaker, one faster and one slower.

    A slower recording holds less of the upper band. So it is copied only where its band still reaches the mel's top.

    Args:
        lines: The utterances; those without text are not copied.
        root: Folder that their paths are relative to.
    """
    copies = []
    for line in lines:
        if not line.phonemes:
            continue
        faster, slower = _speeds(line.speaker)
        copies.append(_copy(line, faster))
        if soundfile.info(root / line.path).samplerate / 2 * slower >= MelSpec().f_max:
            copies.append(_copy(line, slower))
    return copies


@functools.cache
def _speeds(speaker: str) -> tuple[float, float]:
    """The two speeds of a speaker's copies, the same in each run."""
    chance = random.Random(speaker)
    return round(chance.uniform(*FASTER), 3), round(chance.uniform(*SLOWER), 3)


def _copy(line: ManifestLine, speed: float) -> ManifestLine:
    return replace(
        line,
        speaker=f"{line.speaker}*{speed}",
        seconds=round(line.seconds / speed, 3),
        weight=line.weight * COPY_WEIGHT,
        speed=speed,
    )
