"""SSML, the W3C's Speech Synthesis Markup Language: a subset, read safely into what is to be spoken.

```
text ─ xml.read_xml ─ elements ─ reading.read_ssml ─ Document: speech, silence, speech ...
```
"""

from __future__ import annotations

from .document import Document, Mark, Shown, Silence, Speech
from .errors import SsmlError
from .reading import read_ssml
from .xml import is_ssml

__all__ = ["Document", "Mark", "Shown", "Silence", "Speech", "SsmlError", "is_ssml", "read_ssml"]
