"""Jobs of kind `text`: one text in one voice, into one file or a file for each sentence.

```
text       the text
voice      id or name, or base:NAME
out        absolute path of the sound file, whose suffix chooses the format; left out, the file stays with the job
format     suffix of such a file, without its dot
how        HowToSpeak.numbers            language, lexicon   as in Plan
saving     parameters.saving_fields      pauses              factor of the pauses between sentences
sentences  [[start, end, {how, pitch, duration}], ...]: sentences with settings of their own; left out, the text is cut
```
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from timbre import contract
from timbre.text import TextError
from timbre_app.jobs.kinds import Part, Plan
from timbre_app.jobs.parameters import edits_of, how_of, saving_of, text_of
from timbre_app.output.speaking import Saving
from timbre_app.reading.clip import Clip, ClipStore
from timbre_app.reading.reading import Reading
from timbre_app.reading.saving import save_reading
from timbre_app.reading.sentence import SentenceRequest, cut_sentences

RESULT = "speech"
"""Name of a file without a goal."""


class Script(NamedTuple):
    """A text, cut into sentences.

    Attributes:
        text: The whole text.
        spans: Its sentences, as character ranges.
        lines: How each one is spoken.
        pauses: Factor of the pauses between them.
    """

    text: str
    spans: Sequence[tuple[int, int]]
    lines: Sequence[SentenceRequest]
    pauses: float = 1.0


def plan(parameters: Mapping[str, Any]) -> Plan:
    """See timbre_app.jobs."""
    script = _script(parameters)
    out, saving = parameters.get("out"), saving_of(parameters.get("saving") or {})
    path = Path(out) if out else Path(f"{RESULT}.{parameters.get('format') or 'wav'}")
    saving.kind.check(path)
    part = part_of(script, path.name, saving, path.parent if out else None)
    return Plan([part], parameters.get("lexicon") or {}, parameters.get("language") or "")


def part_of(script: Script, file_name: str, saving: Saving, goal: Path | None, name: str = "") -> Part:
    """Sentences that are written with pauses between them, and with subtitles.

    Args:
        script: The sentences.
        file_name: Name of the sound file.
        saving: How to write it.
        goal: See Part.
        name: See Part; by default the file's.
    """
    return Part(name or file_name, script.lines, _writer(script, file_name, saving), goal)


def whole_script(text: str, voice: str, how: Any = None, pauses: float = 1.0) -> Script:
    """A text that one voice speaks in one way.

    Args:
        text: The text.
        voice: Id or name.
        how: HowToSpeak.numbers; None is as usual.
        pauses: See Script.
    Raises:
        TextError: if there is nothing to speak.
    """
    spans, settings = cut_sentences(text), how_of(how)
    if not spans:
        raise TextError("There is nothing to speak: the text is empty.")
    lines = [SentenceRequest(text[start:end], voice, settings) for start, end in spans]
    return Script(text, spans, lines, pauses)


def _script(parameters: Mapping[str, Any]) -> Script:
    text, voice = text_of(parameters, "text"), text_of(parameters, "voice")
    pauses = float(parameters.get("pauses") or 1.0)
    sentences = parameters.get("sentences")
    if not sentences:
        return whole_script(text, voice, parameters.get("how"), pauses)
    usual = parameters.get("how")
    lines = [
        SentenceRequest(text[start:end], voice, how_of(own.get("how") or usual), edits_of(own))
        for start, end, own in sentences
    ]
    return Script(text, [(start, end) for start, end, _ in sentences], lines, pauses)


def _writer(script: Script, file_name: str, saving: Saving) -> Callable[[Sequence[Clip], Path], float]:
    def write(clips: Sequence[Clip], folder: Path) -> float:
        reading = Reading(ClipStore(folder), contract.SAMPLE_RATE)
        reading.set_text(script.text, script.spans)
        reading.set_pauses(script.pauses)
        for sentence, line, clip in zip(reading.sentences, script.lines, clips, strict=True):
            reading.voice_id = line.voice_id
            sentence.how, sentence.edits = line.how, line.edits
            sentence.clip, sentence.made_of = clip, line
        return save_reading(reading, None, folder / file_name, saving).duration_s

    return write
