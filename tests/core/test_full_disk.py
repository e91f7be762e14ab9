"""Which errors mean a full disk, and that one place words what people are told then."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from timbre import full_disk

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("error", "is_full"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (OSError(errno.EIO, "Input/output error"), False),
        (OSError("no number"), False),
        (ValueError(errno.ENOSPC), False),
    ],
)
def test_a_full_disk_is_known_by_its_number(error: Exception, is_full: bool):
    assert full_disk.is_full(error) is is_full


def test_one_place_words_it():
    sources = [path for package in ("core", "app", "finetune") for path in (ROOT / package).rglob("*.py")]
    wording = [path.name for path in sources if "disk is full: " in path.read_text()]
    assert wording == ["full_disk.py"]
