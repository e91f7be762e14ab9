"""How like the person a sketch of ten seconds of speech is, beside the clone, and how soon it is heard."""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timbre import contract
from timbre.archive import pack_takes
from timbre.audio import prepare_take
from timbre.mel import MelSpec
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerError, open_server
from timbre_bench import page, systems
from timbre_bench.measures.similarity import embed
from timbre_bench.measures.statistics import Interval, bootstrap_mean
from timbre_bench.quality import PAGE as QUALITY_PAGE
from timbre_bench.quality import likeness_scale
from timbre_bench.speech import (
    USER_SPEAKERS,
    Person,
    SpeechError,
    Utterance,
    choose_person,
    read_manifest,
    read_speech_options,
)

SPEECH_S = 10.0
SAMPLE = "This is a first sketch of my voice."
OPTIONS = {"name": "Sketch", "max_steps": 0}
SPEC = MelSpec()
_CLONE = re.compile(r"^## Speaker (\S+)$.*?^\| clone of 20 takes \| ([\d.]+)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Sketched:
    """One person's sketch.

    Attributes:
        speaker: Label of the person.
        speech_s: Length of the recordings that it was made of.
        similarity: Normalised similarity to the person, over the held-out sentences.
        cold_s: Time from the request to the first sound, when the server has loaded nothing that makes voices.
        warm_s: The same, when it has.
    """

    speaker: str
    speech_s: float
    similarity: Interval
    cold_s: float
    warm_s: float


def first_takes(person: Person, seconds: float = SPEECH_S) -> list[Utterance]:
    """The person's first takes, until they hold this much speech."""
    takes: list[Utterance] = []
    for take in person.takes:
        if sum(other.seconds for other in takes) >= seconds:
            break
        takes.append(take)
    return takes


def clone_figures(quality_page: str) -> dict[str, float]:
    """The similarity of each person's clone, by speaker, from the text of docs/quality.md."""
    return {speaker: float(figure) for speaker, figure in _CLONE.findall(quality_page)}


def hear(client: TimbreClient, takes: bytes) -> tuple[bytes, float]:
    """Make a sketch and let it speak; returns the voice's file, and the seconds until its first sound."""
    began = time.perf_counter()
    with client.clone(takes, OPTIONS) as stream:
        *_, voice = stream
    assert isinstance(voice, bytes)
    with client.speak(SAMPLE, voice) as chunks:
        next(chunk for chunk in chunks if len(chunk.pcm))
    return voice, time.perf_counter() - began


def measure_person(person: Person, client: TimbreClient) -> Sketched:
    """Sketch one person's voice and let it read the held-out sentences."""
    recordings = first_takes(person)
    with tempfile.TemporaryDirectory(prefix="timbre-sketch-") as folder:
        takes = pack_takes(systems.write_takes(recordings, Path(folder)))
    _, cold_s = hear(client, takes)
    loaded = client.load_model(contract.FINETUNE_MODEL.name)
    try:
        hear(client, takes)
        voice, warm_s = hear(client, takes)
    finally:
        if loaded:
            client.unload_model(contract.FINETUNE_MODEL.name)
    scale = likeness_scale(person)
    scores = [scale.score(embed(_speech(client, u.text, voice), SPEC.sample_rate)) for u in person.held_out]
    seconds = sum(take.seconds for take in recordings)
    return Sketched(person.speaker, seconds, bootstrap_mean(scores), cold_s, warm_s)


def _speech(client: TimbreClient, text: str, voice: bytes) -> np.ndarray:
    with client.speak(text, voice) as chunks:
        pcm = np.concatenate([chunk.pcm for chunk in chunks])
    return prepare_take(pcm.astype(np.float32) / contract.PCM_SCALE, SPEC.sample_rate)


def measure(speech: Path, speakers: Sequence[str]) -> list[Sketched]:
    """Measure every speaker with one server.

    Raises:
        SpeechError: if the folder cannot be used.
        ServerError: if there is no server.
    """
    utterances = read_manifest(speech)
    people = [choose_person(utterances, speaker) for speaker in speakers]
    with open_server() as server, TimbreClient(server.url) as client:
        client.wait_ready()
        return [measure_person(person, client) for person in people]


def format_results(results: Sequence[Sketched], clones: dict[str, float]) -> str:
    """The figures as Markdown."""
    rows = [
        "| speaker | speech, s | similarity of the sketch | of the clone | heard after, cold, s | warm, s |",
        "|---|---|---|---|---|---|",
    ]
    for result in results:
        like, clone = result.similarity, clones.get(result.speaker)
        rows.append(
            f"| {result.speaker} | {result.speech_s:.1f} | {like.mean:.2f} ({like.low:.2f} to {like.high:.2f}) "
            f"| {'–' if clone is None else f'{clone:.2f}'} | {result.cold_s:.1f} | {result.warm_s:.1f} |"
        )
    mean = statistics.mean(result.similarity.mean for result in results)
    cold, warm = (statistics.median(getattr(r, name) for r in results) for name in ("cold_s", "warm_s"))
    rows.append(f"| mean, median |  | {mean:.2f} | {_mean(clones)} | {cold:.1f} | {warm:.1f} |")
    return "\n".join(rows)


def _mean(clones: dict[str, float]) -> str:
    return f"{statistics.mean(clones.values()):.2f}" if clones else "–"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv (default: TIMBRE_SPEECH)")
    parser.add_argument("--speakers", nargs="+", default=list(USER_SPEAKERS), metavar="NAME")
    page.add_options(parser)
    options, folder = read_speech_options(parser, arguments)
    where = page.machine()
    try:
        results = measure(folder, options.speakers)
    except (SpeechError, ServerError) as error:
        print(f"sketch: {error}", file=sys.stderr)
        return 1
    clones = clone_figures(QUALITY_PAGE.read_text(encoding="utf-8"))
    clones = {speaker: figure for speaker, figure in clones.items() if speaker in options.speakers}
    about = (
        "Similarity as in quality.md, from which the clones' figures are, over ten held-out sentences with 95 % "
        "bootstrap confidence intervals. Heard: the first sound of a sentence after the request; cold, the server "
        "loads the process that makes voices first, warm, it is there."
    )
    values = {
        result.speaker: vars(result) | {"similarity": result.similarity.to_dict()} for result in results
    }
    page.deliver(page.Report("sketch", values, about, format_results(results, clones)), options, where)
    return 0
