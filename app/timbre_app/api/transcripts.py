"""Transcripts in the forms of OpenAI's API."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fastapi.responses import JSONResponse, PlainTextResponse, Response

from timbre.timing import TimedWord
from timbre.transcription import Transcript
from timbre_app.api.requests import Granularity, TranscriptFormat
from timbre_app.output.subtitles import cues, subtitle_text


def transcript_response(
    transcript: Transcript,
    duration_s: float,
    language: str,
    form: TranscriptFormat,
    granularities: Collection[Granularity],
) -> Response:
    """The answer with a transcript.

    Args:
        transcript: What was heard.
        duration_s: Length of the recording.
        language: Language of the recording, as the client named it.
        form: The form that the client wants.
        granularities: Which times verbose_json has.
    """
    text, words = _timed_words(transcript)
    if form == "text":
        return PlainTextResponse(transcript.text + "\n")
    if form == "srt":
        return PlainTextResponse(subtitle_text(".srt", text, words), media_type="application/x-subrip")
    if form == "vtt":
        return PlainTextResponse(subtitle_text(".vtt", text, words), media_type="text/vtt")
    if form == "json":
        return JSONResponse({"text": transcript.text})
    return JSONResponse(_verbose(transcript, duration_s, language, granularities, text, words))


def _verbose(
    transcript: Transcript,
    duration_s: float,
    language: str,
    granularities: Collection[Granularity],
    text: str,
    words: list[TimedWord],
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "task": "transcribe",
        "language": language,
        "duration": round(duration_s, 3),
        "text": transcript.text,
    }
    if "word" in granularities:
        answer["words"] = [
            {"word": word.text, "start": round(word.start_s, 3), "end": round(word.end_s, 3)}
            for word in transcript.words
        ]
    if "segment" in granularities:
        answer["segments"] = [
            {
                "id": number,
                "start": round(cue.start_s, 3),
                "end": round(cue.end_s, 3),
                "text": cue.text.replace("\n", " "),
            }
            for number, cue in enumerate(cues(text, words))
        ]
    return answer


def _timed_words(transcript: Transcript) -> tuple[str, list[TimedWord]]:
    """The words with a space between them, and where each one is in that text."""
    words: list[TimedWord] = []
    at = 0
    for word in transcript.words:
        words.append(TimedWord(word.text, at, at + len(word.text), word.start_s, word.end_s))
        at += len(word.text) + 1
    return " ".join(word.text for word in words), words
