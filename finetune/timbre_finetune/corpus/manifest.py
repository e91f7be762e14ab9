"""The manifest of a training: which utterances it uses, with their phonemes. Writing one needs espeak-ng."""

from __future__ import annotations

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import compress
from pathlib import Path

import soundfile

from timbre import files
from timbre_finetune.corpus.hearing import hear
from timbre_finetune.corpus.importers import CorpusError, Utterance, read_corpus
from timbre_finetune.corpus.transcripts import TranscriptCache, check_transcripts

_log = logging.getLogger(__name__)

MAX_ERROR_RATE = 0.15


@dataclass(frozen=True)
class ManifestLine:
    """One utterance of a training; `path` is relative to the folder that holds all corpora.

    `phonemes` is "" for an utterance that only the vocoder sees. `weight` is how many times a pass
    over the data shows the utterance. `speed` is how fast the recording is played: 1 but for a copy that makes
    another speaker of it (`timbre_finetune.corpus.perturbation`). `heard` says that the text is what the recogniser
    heard (`timbre_finetune.corpus.hearing`).
    """

    path: str
    corpus: str
    speaker: str
    phonemes: str
    text: str
    role: str
    seconds: float
    synthetic: bool
    weight: float
    speed: float = 1.0
    heard: bool = False


@dataclass(frozen=True)
class SpeechSource:
    """A corpus folder and its layout; None finds the layout out."""

    root: Path
    layout: str | None = None


@dataclass(frozen=True)
class ManifestOptions:
    """Which utterances enter a manifest.

    Attributes:
        max_error_rate: Highest character error rate between the text and what the recogniser heard.
        seconds: Shortest and longest utterance.
        synthetic: Names of corpora that are synthetic speech.
        weights: Weight by corpus; 1 for a corpus that is not named.
        leave_out: Corpora, or speakers as "corpus:speaker", that do not enter.
        transcripts: Folder for the transcripts of corpora; None leaves texts unchecked.
        hear: Folder for the transcripts that become texts of recordings without one; None leaves these without.
    """

    max_error_rate: float = MAX_ERROR_RATE
    seconds: tuple[float, float] = (0.6, 20.0)
    synthetic: frozenset[str] = frozenset()
    weights: Mapping[str, float] = field(default_factory=dict)
    leave_out: frozenset[str] = frozenset()
    transcripts: Path | None = None
    hear: Path | None = None


@dataclass
class ManifestSummary:
    """How many utterances and hours of each corpus enter, how many got their text by ear, what is left out and why."""

    taken: Counter[str] = field(default_factory=Counter)
    hours: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    dropped: Counter[str] = field(default_factory=Counter)
    heard: int = 0

    def lines(self) -> list[str]:
        """The summary as text."""
        taken = [
            f"{name}: {count} utterances, {self.hours[name]:.2f} h" for name, count in self.taken.items()
        ]
        taken += [f"heard by the recogniser: {self.heard} of them"] if self.heard else []
        return taken + [f"left out, {reason}: {count}" for reason, count in self.dropped.items()]


def write_manifest(
    sources: Sequence[SpeechSource], out: Path, options: ManifestOptions | None = None
) -> ManifestSummary:
    """Read corpora, filter them, phonemize their texts and write one JSON line an utterance.

    Paths in the manifest are relative to the folder of the only source, or to the common parent of
    several (`common_root`). Utterances of the role "user" never enter it. Those whose text was heard are the last,
    so that every 97th of the others is held out with them as without them.

    Raises:
        CorpusError: if a folder is no corpus, or nothing is left.
    """
    options = options or ManifestOptions()
    root = common_root(sources)
    summary = ManifestSummary()
    accepted: list[Utterance] = []
    for source in sources:
        for utterance in _heard(_checked(source, options), source, options):
            candidate = _with_seconds(_relative_to(utterance, source, root), root)
            reason = reject(candidate, options)
            if reason:
                summary.dropped[reason] += 1
            else:
                accepted.append(candidate)
    lines = sorted(_phonemized(accepted, options, summary), key=lambda line: line.heard)
    if not lines:
        raise CorpusError("No utterance is left: every one was filtered out.")
    for line in lines:
        summary.taken[line.corpus] += 1
        summary.hours[line.corpus] += line.seconds / 3600
        summary.heard += line.heard
    save_manifest(lines, out)
    return summary


def save_manifest(lines: Sequence[ManifestLine], path: Path) -> None:
    """Write one JSON line an utterance."""
    files.make_folder(path.parent)
    files.write(path, "".join(json.dumps(asdict(line), ensure_ascii=False) + "\n" for line in lines))


def read_manifest(path: Path) -> list[ManifestLine]:
    """Read the lines that `write_manifest` wrote."""
    return [ManifestLine(**json.loads(line)) for line in path.read_text("utf-8").splitlines() if line]


def common_root(sources: Sequence[SpeechSource]) -> Path:
    """Folder that all paths of a manifest are relative to: the only source, or the common parent of several."""
    folders = [source.root.resolve() for source in sources]
    if len(folders) == 1:
        return folders[0]
    candidates = [p for p in (folders[0], *folders[0].parents) if all(f.is_relative_to(p) for f in folders)]
    return candidates[0]


def reject(utterance: Utterance, options: ManifestOptions) -> str | None:
    """Why an utterance does not enter the training; None if it does."""
    shortest, longest = options.seconds
    if utterance.role == "user":
        return "a person to judge by"
    if options.leave_out & {utterance.corpus, utterance.speaker_name}:
        return "as asked"
    if not utterance.seconds:
        return "missing or unreadable sound"
    if utterance.role == "vocoder":
        return None
    if not utterance.text:
        return "no text"
    if not shortest <= utterance.seconds <= longest:
        return "too short or too long"
    if utterance.error_rate is not None and utterance.error_rate > options.max_error_rate:
        return "text and sound disagree"
    return None


def _checked(source: SpeechSource, options: ManifestOptions) -> list[Utterance]:
    """Read a corpus, mark its synthetic speech, and check with a recogniser the texts that nobody has checked."""
    utterances = [
        replace(u, synthetic=u.synthetic or u.corpus in options.synthetic)
        for u in read_corpus(source.root, source.layout)
    ]
    if options.transcripts is None:
        return utterances
    cache = _cache(options.transcripts, source)
    paths = {u.path for u in utterances if reject(replace(u, seconds=u.seconds or 1.0), options) is None}
    needs_check = [u.path in paths and not u.synthetic for u in utterances]
    checked = iter(check_transcripts(list(compress(utterances, needs_check)), source.root, cache))
    return [next(checked) if check else u for u, check in zip(utterances, needs_check, strict=True)]


def _heard(utterances: list[Utterance], source: SpeechSource, options: ManifestOptions) -> list[Utterance]:
    """Give recordings without text the text that the recogniser hears, if that is asked for."""
    if options.hear is None:
        return utterances
    timed = [_with_seconds(u, source.root) if u.role == "vocoder" else u for u in utterances]
    usable = [reject(u, options) is None for u in timed]
    heard = iter(hear(list(compress(timed, usable)), source.root, _cache(options.hear, source)))
    return [next(heard) if use else u for u, use in zip(timed, usable, strict=True)]


def _cache(folder: Path, source: SpeechSource) -> TranscriptCache:
    return TranscriptCache(folder / f"{source.root.resolve().name}.transcripts.jsonl")


def _relative_to(utterance: Utterance, source: SpeechSource, root: Path) -> Utterance:
    prefix = source.root.resolve().relative_to(root).as_posix()
    return utterance if prefix == "." else replace(utterance, path=f"{prefix}/{utterance.path}")


def _with_seconds(utterance: Utterance, root: Path) -> Utterance:
    path = root / utterance.path
    if utterance.role == "user" or (utterance.seconds and path.exists()):
        return utterance
    try:
        return replace(utterance, seconds=soundfile.info(path).duration)
    except (RuntimeError, OSError) as error:
        _log.warning("%s cannot be read: %s", path, error)
        return replace(utterance, seconds=0.0)


def _phonemized(
    utterances: Sequence[Utterance], options: ManifestOptions, summary: ManifestSummary
) -> list[ManifestLine]:
    from timbre.text import Frontend  # imported here, because packs are built on machines without espeak-ng

    phonemes = [""] * len(utterances)
    for language in {u.language for u in utterances if u.role == "train"}:
        rows = [i for i, u in enumerate(utterances) if u.role == "train" and u.language == language]
        texts = [utterances[i].text for i in rows]
        for i, sentence in zip(rows, Frontend(language).phonemize_many(texts), strict=True):
            phonemes[i] = sentence
    lines = []
    for utterance, sentence in zip(utterances, phonemes, strict=True):
        if utterance.heard and not sentence:
            utterance = replace(utterance, text="", role="vocoder", heard=False)
        if utterance.role == "train" and not sentence:
            summary.dropped["nothing to speak in the text"] += 1
            continue
        lines.append(
            ManifestLine(
                path=utterance.path,
                corpus=utterance.corpus,
                speaker=utterance.speaker_name,
                phonemes=sentence,
                text=utterance.text,
                role=utterance.role,
                seconds=round(utterance.seconds, 3),
                synthetic=utterance.synthetic,
                weight=options.weights.get(utterance.corpus, 1.0),
                heard=utterance.heard,
            )
        )
    return lines
