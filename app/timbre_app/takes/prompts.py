"""The sentences to read aloud: the statement of consent, then sentences that cover the sounds of a language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from timbre.messages import TimbreError

MOST_PROMPTS = 40
"""Twice as many as a voice needs, so that the person can skip hard sentences."""


class PromptsError(TimbreError):
    """There is nothing to read; the message is one sentence for the person."""


@dataclass(frozen=True)
class Prompt:
    """A sentence to read."""

    id: str
    text: str


@dataclass(frozen=True)
class NewVoice:
    """The answers that a person gives before the first sentence.

    Attributes:
        name: Name of the voice.
        person: Name of the person who speaks; empty if it is the person at the keyboard.
        language: Language of the takes, as espeak names it.
    """

    name: str
    person: str = ""
    language: str = "en-us"


@dataclass(frozen=True)
class PromptList:
    """The sentences to read in one language.

    Attributes:
        consent: The statement that is read first, with {name} where the voice's name goes.
        prompts: The sentences, those that cover most sounds first.
        consent_of_another: The same for another person, whose name is said too, at {person}.
    """

    consent: str
    prompts: tuple[Prompt, ...]
    consent_of_another: str = ""

    @classmethod
    def load(cls, folder: Path, language: str = "english") -> PromptList:
        """Read `<language>.txt` and `consent_<language>.txt`, one sentence a line, # begins a comment line.

        Raises:
            PromptsError: if a file is missing or empty.
        """
        texts = _lines(folder / f"{language}.txt")[:MOST_PROMPTS]
        consents = _lines(folder / f"consent_{language}.txt")
        prompts = tuple(Prompt(f"p{at:03d}", text) for at, text in enumerate(texts, start=1))
        return cls(consents[0], prompts, consents[1] if len(consents) > 1 else "")

    def consent_for(self, voice: NewVoice) -> str:
        """The sentence that a person reads to agree to this voice."""
        sentence = (voice.person and self.consent_of_another) or self.consent
        return sentence.replace("{name}", voice.name).replace("{person}", voice.person)


def _lines(path: Path) -> list[str]:
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise PromptsError(
            "The prompts cannot be read: {reason} ({file}).", reason=error.strerror or error, file=path.name
        ) from error
    texts = [line for line in lines if line and not line.startswith("#")]
    if not texts:
        raise PromptsError("There are no prompts in {file}.", file=path.name)
    return texts
