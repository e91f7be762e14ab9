"""Where a request's first audio goes, hop by hop: client, gRPC, Triton, text, networks and back."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from timbre.base import BaseModelError
from timbre.engines.base import DECODER, ENCODER, VOCODER
from timbre_app.client.connection import GrpcStream
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerError
from timbre_app.server.options import model_repository
from timbre_bench import page
from timbre_bench.hop_marks import (
    BEGINS,
    ENDS,
    FLUSH_S,
    HAS_REQUEST,
    OPENING,
    PHONEMES_MADE,
    Mark,
    marked,
    marked_repository,
    marks_in,
    read_marks,
)
from timbre_bench.measures.statistics import percentile
from timbre_bench.sentences import FIVE_SECONDS, SHORT, WARM_UP
from timbre_bench.servers import own_server
from timbre_bench.speaker import SpeakerError
from timbre_bench.timbre_speaker import first_speaker, seconds_of

KINDS = {"short": SHORT, "5 s": FIVE_SECONDS}
"""The sentences of each kind; the kind is also the label that marks a request."""
WARM_UP_CALL = "warm-up"
SENT, RECEIVED, HEARD = "sent", "received", "heard"
HOPS = {
    SENT: "the client sends, gRPC takes it",
    HAS_REQUEST: "the server's Python has it",
    PHONEMES_MADE: "phonemes",
    f"{ENCODER} {BEGINS}": "the acoustic model has them, the encoder begins",
    f"{ENCODER} {ENDS}": "encoder",
    f"{DECODER} {BEGINS}": "frames laid out",
    f"{DECODER} {ENDS}": "decoder",
    f"{VOCODER} {BEGINS}": "the vocoder has mel, and begins",
    f"{VOCODER} {ENDS}": "vocoder",
    RECEIVED: "PCM packed, and in the client's gRPC",
    HEARD: "the listener has it",
}
"""Names of the hops, by the mark at which each ends. A hop begins where the one before ends, the first at the call."""
IN_ONE_GRAPH = {
    **{label: HOPS[label] for label in (SENT, HAS_REQUEST, PHONEMES_MADE)},
    f"{OPENING} {BEGINS}": "the networks have them, and begin",
    f"{OPENING} {ENDS}": "encoder, first frames, decoder and vocoder, as one graph",
    **{label: HOPS[label] for label in (RECEIVED, HEARD)},
}
"""The hops where the engine makes the first chunk in one graph."""
FIRST_AUDIO = "first audio p50"


def median_hops_ms(marks: Sequence[tuple[int, str]]) -> dict[str, dict[str, float]]:
    """Compute the median milliseconds of each hop and, last, of all hops together, by kind of sentence.

    Args:
        marks: Nanoseconds and label, in order of time. The marks of a request are those from its call to the next
            call. If several have the same label, the first counts: the others are of later chunks.

    Raises:
        SpeakerError: if a request lacks a mark.
    """
    requests: dict[str, list[dict[str, int]]] = {WARM_UP_CALL: [], **{kind: [] for kind in KINDS}}
    moments: dict[str, int] = {}
    for at_ns, label in marks:
        if label in requests:
            moments = {"": at_ns}
            requests[label].append(moments)
        else:
            moments.setdefault(label, at_ns)
    return {kind: _medians(requests[kind]) for kind in KINDS}


def _medians(requests: Sequence[Mapping[str, int]]) -> dict[str, float]:
    hops_of = IN_ONE_GRAPH if any(f"{OPENING} {ENDS}" in moments for moments in requests) else HOPS
    labels = ["", *hops_of]
    for label in hops_of:
        if any(label not in moments for moments in requests):
            raise SpeakerError(
                f"A request has no mark {label!r}: something failed, or the server has changed."
            )

    def median(begin: str, end: str) -> float:
        return percentile([(moments[end] - moments[begin]) / 1e6 for moments in requests], 50)

    hops = {hops_of[end]: median(begin, end) for begin, end in zip(labels, hops_of, strict=False)}
    return {**hops, FIRST_AUDIO: median("", HEARD)}


def measure(requests: int, pause_s: float) -> tuple[str, dict[str, dict[str, float]]]:
    """Start a server and ask it for sentences of each kind, one after another.

    Returns:
        The model that spoke, and what median_hops_ms returns.

    Raises:
        SpeakerError: if there is no server, or if it marks nothing.
    """
    with tempfile.TemporaryDirectory(prefix="timbre-hops-") as folder:
        marks = Path(folder) / "marks"
        marks.mkdir()
        mark = marks_in(marks)
        try:
            repository = marked_repository(model_repository(), Path(folder) / "models", marks)
            with (
                own_server({"TIMBRE_TRITON_REPO": str(repository)}) as url,
                _marking_client(url, mark) as client,
            ):
                _ask(client, mark, requests, pause_s)
                model = client.speech_model.name
                time.sleep(2 * FLUSH_S)
        except (BaseModelError, ServerError) as error:
            raise SpeakerError(str(error)) from error
        return model, median_hops_ms(read_marks(marks))


@contextmanager
def _marking_client(url: str, mark: Mark) -> Iterator[TimbreClient]:
    send = marked(GrpcStream.send, mark, after=SENT)
    on_response = marked(GrpcStream._on_response, mark, before=RECEIVED)
    with (
        patch.object(GrpcStream, "send", send),
        patch.object(GrpcStream, "_on_response", on_response),
        TimbreClient(url) as client,
    ):
        client.wait_ready()
        yield client


def _ask(client: TimbreClient, mark: Mark, requests: int, pause_s: float) -> None:
    voice = first_speaker().to_bytes()

    def hear(kind: str, text: str) -> None:
        time.sleep(pause_s)
        mark(kind)
        for seconds in seconds_of(client.speak(text, voice)):
            if seconds:
                mark(HEARD)

    for kind, sentences in KINDS.items():
        for text in (*WARM_UP, *sentences):
            hear(WARM_UP_CALL, text)
        for request in range(requests):
            hear(kind, sentences[request % len(sentences)])


def format_result(medians: Mapping[str, Mapping[str, float]]) -> str:
    """A Markdown table with a column for each kind of sentence."""
    kinds = list(medians)
    lines = ["| hop | " + " | ".join(kinds) + " |", "|" + " --- |" * (len(kinds) + 1)]
    for hop in medians[kinds[0]]:
        bold = "**" if hop == FIRST_AUDIO else ""
        cells = [hop, *(f"{medians[kind][hop]:.2f}" for kind in kinds)]
        lines.append("| " + " | ".join(f"{bold}{cell}{bold}" for cell in cells) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    page.add_request_options(parser, 60, "of each kind")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    try:
        model, medians = measure(options.requests, options.pause)
    except SpeakerError as error:
        print(f"hops: {error}", file=sys.stderr)
        return 1
    about = (
        f"Server: `{model}`. Medians in ms of {options.requests} requests of each kind, one after another, "
        f"{options.pause:g} s between them. A decoder whose mel stays on a GPU is launched, not waited for."
    )
    rounded = {kind: {hop: round(ms, 3) for hop, ms in hops.items()} for kind, hops in medians.items()}
    values = {"model": model, "requests": options.requests, "pause_s": options.pause, "median_ms": rounded}
    page.deliver(page.Report("hops", values, about, format_result(medians)), options, where)
    return 0
