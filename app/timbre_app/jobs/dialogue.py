"""Jobs of kind `dialogue`: a script with several people becomes one recording. The job keeps each line's speech.

```
script     what is in the script's file      name      the file's name, whose suffix says how it is written
cast       {speaker: id or name of the voice, or base:NAME}
out        absolute path of the mix          stems     absolute path of the folder of the stems, or null
marks      absolute path of a file for the times of the marks, or null
pause      the pause before a line that names none, in seconds
saving, language, lexicon                    as in jobs of kind text
```
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from timbre_app.client.streams import BusyError
from timbre_app.dialogue.opening import parse_script
from timbre_app.dialogue.performance import How, LineError
from timbre_app.dialogue.saving import DialogueFiles, save_dialogue
from timbre_app.dialogue.script import USUAL_PAUSE_S, Script
from timbre_app.dialogue.speech import ServerSpeech
from timbre_app.jobs.desk import Desk
from timbre_app.jobs.job import JobResult
from timbre_app.jobs.kinds import Work
from timbre_app.jobs.parameters import saving_of, text_of
from timbre_app.output.known_voices import Voices


def plan(parameters: Mapping[str, Any]) -> Work:
    """See timbre_app.jobs."""
    script = parse_script(text_of(parameters, "script").encode(), text_of(parameters, "name"))
    out, stems, marks = Path(text_of(parameters, "out")), parameters.get("stems"), parameters.get("marks")
    saving = saving_of(parameters.get("saving") or {})
    saving.kind.check(out)
    pause_s = parameters.get("pause")
    return DialogueWork(
        script,
        dict(parameters.get("cast") or {}),
        DialogueFiles(out, Path(stems) if stems else None, saving, Path(marks) if marks else None),
        USUAL_PAUSE_S if pause_s is None else float(pause_s),
        parameters.get("lexicon") or {},
        parameters.get("language") or None,
    )


@dataclass(frozen=True)
class DialogueWork(Work):
    """Performs a script; lines that were spoken before are mixed from their clips."""

    script: Script
    cast: Mapping[str, str]
    wanted: DialogueFiles
    pause_s: float
    lexicon: Mapping[str, str]
    language: str | None

    @property
    def count(self) -> int:
        """See Work; the number of lines."""
        return len(self.script.lines)

    def do(self, desk: Desk) -> JobResult:
        """See Work."""
        voices = Voices()
        cast = {speaker: voices.find(self.cast.get(speaker, speaker)) for speaker in self.script.speakers}
        speech = ServerSpeech(
            desk.client, cast, self.lexicon, self.language, desk.clips(), background=True, find=voices.find
        )
        box, wanted = desk.outbox, self.wanted
        staged = replace(
            wanted,
            path=None if wanted.path is None else box.path(wanted.path),
            stems=None if wanted.stems is None else box.folder(wanted.stems),
            marks=None if wanted.marks is None else box.path(wanted.marks),
        )
        how = How(pause_s=self.pause_s, should_stop=desk.should_stop)
        try:
            saved = save_dialogue(
                self.script, speech, staged, how, on_progress=lambda done, _all: desk.note(done)
            )
        except LineError as error:
            if isinstance(error.__cause__, BusyError):
                raise error.__cause__ from error
            raise
        return JobResult(tuple(map(box.target, saved.paths)), saved.duration_s)
