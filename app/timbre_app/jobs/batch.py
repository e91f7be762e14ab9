"""Jobs of kind `batch`: many texts into many files. A text that cannot be spoken is noted, and the others are made.

```
rows       [{line, text, name, voice, pace, pitch, energy}, ...]: output.batch.BatchRow
folder     absolute path of the folder of the files
suffix     suffix of the files, with its dot
voice, how, language, lexicon, saving    as in jobs of kind text, for rows without their own
```
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from timbre.messages import InputError
from timbre_app.jobs.kinds import Part, Plan
from timbre_app.jobs.parameters import how_of, saving_of, text_of
from timbre_app.jobs.text import Script, part_of, whole_script
from timbre_app.output.batch import BatchRow
from timbre_app.output.speaking import Saving
from timbre_app.reading.sentence import HowToSpeak, SentenceRequest


def plan(parameters: Mapping[str, Any]) -> Plan:
    """See timbre_app.jobs."""
    folder, suffix = Path(text_of(parameters, "folder")), text_of(parameters, "suffix")
    saving, how = saving_of(parameters.get("saving") or {}), how_of(parameters.get("how"))
    saving.kind.check(Path(f"a{suffix}"))
    rows = [BatchRow(**row) for row in parameters.get("rows") or ()]
    if not rows:
        raise InputError("This batch has no texts to speak.")
    voice = text_of(parameters, "voice")
    parts = [_part(row, voice, how, folder, suffix, saving) for row in rows]
    return Plan(parts, parameters.get("lexicon") or {}, parameters.get("language") or "", goes_on=True)


def row_fields(row: BatchRow) -> dict[str, Any]:
    """A row as plain values."""
    return vars(row)


def _part(row: BatchRow, voice: str, how: HowToSpeak, folder: Path, suffix: str, saving: Saving) -> Part:
    """A row as a part; one whose numbers make no sense fails when its sentences are spoken."""
    script, own = whole_script(row.text, row.voice or voice), row.controls(how)
    lines = [SentenceRequest(line.text, line.voice_id, own) for line in script.lines]
    own_script = Script(script.text, script.spans, lines)
    return part_of(own_script, f"{row.name}{suffix}", saving, folder, name=str(row.line))
