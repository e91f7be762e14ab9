"""What went wrong is said with what to do about it."""

from __future__ import annotations

import pytest

from timbre.messages import TimbreError
from timbre.voice import Voice
from timbre_app.server.access import channel_for, no_server


def test_an_address_without_a_server_is_to_be_checked():
    assert "check the address" in str(no_server(channel_for("localhost:1", "key")))


@pytest.mark.parametrize(
    ("data", "remedy"),
    [(b"nothing", "export it again"), (b"\x02\0\0\0\0\0\0\0{}", "choose a file that Timbre has exported")],
    ids=["broken", "another file"],
)
def test_a_file_that_is_no_voice_leads_to_one_that_is(data, remedy):
    with pytest.raises(TimbreError, match=remedy):
        Voice.from_bytes(data, "Maria.timbre")
