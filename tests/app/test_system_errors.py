"""What the system says of files is told in sentences."""

from __future__ import annotations

import errno
import os

import pytest

from timbre_app.system_errors import system_message


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOENT, "There is no /a/b.wav, or no folder for it: choose another place."),
        (errno.ENOTDIR, "There is no /a/b.wav, or no folder for it: choose another place."),
        (errno.EACCES, "This account may not use /a/b.wav: choose another place."),
        (errno.EROFS, "This account may not use /a/b.wav: choose another place."),
        (errno.ENOSPC, "The disk is full: free some space and try again."),
        (errno.EDQUOT, "The disk is full: free some space and try again."),
        (errno.EIO, "The file /a/b.wav cannot be used: Input/output error."),
    ],
)
def test_an_error_of_the_system_is_a_sentence_without_its_number(number: int, said: str):
    assert str(system_message(OSError(number, os.strerror(number), "/a/b.wav"))) == said


def test_an_error_of_no_file_is_one_too():
    assert str(system_message(OSError(errno.EIO, "Input/output error"))) == (
        "The system did not do it: Input/output error."
    )
