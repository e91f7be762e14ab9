"""How times are written under tracks."""

from __future__ import annotations


def clock(seconds: float) -> str:
    """A time as m:ss or h:mm:ss."""
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
