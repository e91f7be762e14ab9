"""ID3v2.3 tags with text in Unicode; libsndfile's own have UTF-8 bytes that they declare to be Latin-1.

"ID3" 3 0 | flags | size, 4 x 7 bits | frames: id (4), size (4), flags (2), content
"""

from __future__ import annotations

import struct

_UTF_16 = b"\1"
_END = b"\0\0"


def id3_tag(title: str, comment: str, software: str) -> bytes:
    """A tag that goes before the first frame of an MP3 file; an empty text gives no frame."""
    frames = b"".join(
        struct.pack(">4sIH", name, len(content), 0) + content
        for name, text, content in (
            (b"TIT2", title, _UTF_16 + _text(title)),
            (b"TSSE", software, _UTF_16 + _text(software)),
            (b"COMM", comment, _UTF_16 + b"eng" + _text("") + _END + _text(comment)),
        )
        if text
    )
    size = len(frames)
    return b"ID3\3\0\0" + bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0)) + frames


def _text(text: str) -> bytes:
    return b"\xff\xfe" + text.encode("utf-16-le", "replace")
