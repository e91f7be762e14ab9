"""The plain values that the pages show: voices, takes, checks, clones, comparisons and the server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from timbre.messages import Message


@dataclass(frozen=True)
class VoiceItem:
    """A voice as a list shows it.

    Attributes:
        id: Identifies the voice in other calls; it stays the same when the voice is renamed.
        created: ISO 8601 time, or empty.
        verdict: One sentence about how good the clone is, if that is known.
        is_bundled: Whether it came with Timbre: it has no file, so it cannot be renamed, copied or exported.
        tags: The person's own short words for the voice.
        notes: The person's own text about the voice.
        problem: One sentence that says why the voice cannot be used; None if it can.
        can_be_made_again: Whether the voice must be made again before it can be used, and its takes are there.
        pauses: Factor of its pauses between sentences, see timbre.voice.Delivery.
        is_sketch: Whether it was made at once, without learning.
    """

    id: str
    name: str
    created: str = ""
    language: str = ""
    verdict: Message | None = None
    is_bundled: bool = False
    tags: tuple[str, ...] = ()
    notes: str = ""
    problem: Message | None = None
    can_be_made_again: bool = False
    pauses: float = 1.0
    is_sketch: bool = False


@dataclass(frozen=True)
class Sketch:
    """A voice that was made at once, without learning: its file, and the length of the speech that it was made of."""

    voice: bytes
    speech_s: float


@dataclass(frozen=True)
class CheckLine:
    """One finding about a take; `severity` is "ok", "warning" or "error", `code` names the kind of finding."""

    severity: str
    message: Message
    code: str = ""


@dataclass(frozen=True)
class WordsRead:
    """Differences between a take and its prompt.

    Attributes:
        lines: The findings as sentences.
        missed: Places of the words that were not heard: first character in the prompt, character behind the word.
        added: Words that were heard but are not in the prompt: the character before each word, and the word.
        heard: All that was heard.
    """

    lines: tuple[CheckLine, ...] = ()
    missed: tuple[tuple[int, int], ...] = ()
    added: tuple[tuple[int, str], ...] = ()
    heard: str = ""


@dataclass(frozen=True)
class TakeRow:
    """Measurements of a take, as a table shows them.

    Attributes:
        text: The sentence to read.
        level_db: Level of the speech in dBFS.
        snr_db: Level of the speech above the noise, in dB.
        clipped_percent: Share of the samples that lie in flattened peaks.
        missed: Words that were not heard; None until the words are compared.
        findings: Sentences that say what is wrong with the take.
        severity: The worst severity of the findings, "warning" or "error"; empty without findings.
    """

    text: str
    level_db: float
    snr_db: float
    clipped_percent: float
    missed: tuple[str, ...] | None
    findings: tuple[Message, ...] = ()
    severity: str = ""


@dataclass(frozen=True)
class CloneProgress:
    """Progress of a clone; losses and times are None until they are known.

    Attributes:
        voice: File of the unfinished voice, each time it has become better; empty otherwise.
        likeness: 0 if the voice sounds like somebody else, 1 if like the person, when it was measured last; None
            before the first measurement.
        likeness_step: The step whose voice was measured.
    """

    stage: str
    step: int = 0
    max_steps: int = 0
    loss: float | None = None
    held_out_loss: float | None = None
    elapsed_s: float = 0.0
    eta_s: float | None = None
    message: Message | None = None
    voice: bytes = b""
    likeness: float | None = None
    likeness_step: int | None = None


@dataclass(frozen=True)
class MadeVoice:
    """A voice that was just made; `replaced_key` is the key that brings back the voice that it replaced, if any."""

    voice: VoiceItem
    replaced_key: str = ""


@dataclass(frozen=True)
class TakeItem:
    """One of the recordings that a voice was made of."""

    path: Path
    text: str
    duration_s: float


@dataclass(frozen=True)
class VoiceReport:
    """Measurements from when the voice was made; None if a value is not known.

    Attributes:
        similarity: 0 if the voice sounds like somebody else, 1 if it sounds like the person's own other takes.
        nearest_similarity: The similarity of the nearest speaker that the base model knows.
        start: What the clone started from, "computed" (from the takes), "nearest", "hybrid" (both) or "mean"; empty
            if not known.
        nearest_speaker: The speaker of the base model that sounds most like the person.
        take_count: Number of takes that the voice learned from.
        speech_s: Length of the speech in these takes.
        seconds: Time that the clone took.
        consent: The statement of consent that the person read, or empty.
    """

    similarity: float | None = None
    nearest_similarity: float | None = None
    take_count: int | None = None
    speech_s: float | None = None
    seconds: float | None = None
    consent: str = ""
    start: str = ""
    nearest_speaker: str = ""


@dataclass(frozen=True)
class VoiceTrait:
    """A trait of a voice, all values positive.

    Attributes:
        name: "pitch" or "brightness", both in Hz, or "pace", in words a minute.
        value: The voice's own; None if it was not measured.
        low: The value above which the voice mostly is; None if only one value is known.
        high: The value below which the voice mostly is.
        speakers: The values of the speakers of the base model that were measured.
    """

    name: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    speakers: tuple[float, ...] = ()


@dataclass(frozen=True)
class VoiceDetail:
    """More about one voice: its report, takes and traits, and the folder of the takes if they are on this machine."""

    report: VoiceReport = VoiceReport()
    takes: tuple[TakeItem, ...] = ()
    takes_folder: Path | None = None
    traits: tuple[VoiceTrait, ...] = ()


@dataclass(frozen=True)
class WaitingItem:
    """Recordings that no voice was made from yet.

    Attributes:
        folder: The recordings' folder.
    """

    voice_name: str
    takes: int
    folder: Path


@dataclass(frozen=True)
class DeletedItem:
    """A voice, or recordings, that can be brought back."""

    key: str
    name: str
    deleted_s: float


@dataclass(frozen=True)
class ResultItem:
    """Figures that a finished voice's page shows beside the sentences.

    Attributes:
        similarity: 0 if the voice sounds like somebody else, 1 if like the person's other takes; None if not measured.
        nearest_similarity: The similarity of the nearest speaker that the base model knows.
        take_count: Number of takes that the voice was made of.
        noisy_share: Share of the takes in which the check found noise.
        echoing_share: Share of the takes in which the room echoes.
        left_out: Sentence of each take that the voice did not learn from, and the reason.
    """

    similarity: float | None = None
    nearest_similarity: float | None = None
    take_count: int = 0
    noisy_share: float = 0.0
    echoing_share: float = 0.0
    left_out: tuple[tuple[str, Message], ...] = ()


@dataclass(frozen=True)
class ServerAbout:
    """Facts about the server in use.

    Attributes:
        url: Address as host:port, or empty before the server runs.
        is_local: Whether it is the server that Timbre starts on this machine.
        engine: Name of the engine that computes, or empty if it is not known.
        gpu: The GPU's name, or empty.
        why: Why a server on this machine runs on its engine, or how far the trial of another one is.
        has_remedy: Whether something can be done for a faster engine; `timbre doctor` says what.
    """

    url: str = ""
    is_local: bool = True
    engine: str = ""
    gpu: str = ""
    why: Message | None = None
    has_remedy: bool = False
