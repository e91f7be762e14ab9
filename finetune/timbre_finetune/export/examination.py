"""The sentences with which base speakers are measured: prompts that no corpus contains, and hard sentences."""

from __future__ import annotations

from timbre import paths

PROMPTS = "prompts"

STRESS: dict[str, tuple[str, ...]] = {
    "questions": (
        "Where did you leave the keys?",
        "Is this the last train, or does another one come at midnight?",
        "You really walked all the way home in the rain?",
        "Who told them that, and when?",
    ),
    "lists": (
        "We need flour, butter, eggs, sugar, salt and two lemons.",
        "Red, green, blue, yellow, orange, purple.",
        "First the bridge; then the mill; then the school; and last of all the church.",
    ),
    "names": (
        "Margaret Thornbury met Alejandro Vasquez at the station in Edinburgh.",
        "Doctor Okonkwo flew from Lagos to Copenhagen on Wednesday.",
        "Have you read anything by Dostoevsky or by Virginia Woolf?",
    ),
    "numbers": (
        "The meeting on March 14th, 2026 starts at 9:45 in room 312.",
        "It costs $1,299.99, or 12% less if you pay before the 3rd.",
        "Call 555-0142 between 8 and 10.",
        "Mount Everest is 8,849 metres high.",
    ),
    "one word": ("Yes.", "Tomorrow.", "Strengths.", "Wonderful!"),
    "long": (
        "When the harbour froze that winter, which it had not done in living memory, the fishermen dragged their"
        " boats up onto the shore, lit fires in iron baskets along the whole length of the quay, and sat there"
        " through the short grey afternoons, mending nets that nobody would need for weeks, telling one another"
        " stories which they had all heard many times before.",
    ),
    "quotes": (
        '"I never said that," she whispered, "and you know it."',
        "He called it 'a small misunderstanding'; the judge called it theft.",
        '"Stop!" the guard shouted. "Nobody leaves this room."',
    ),
}
"""Sentences that are hard for speech synthesis, by their kind; "long" has sixty words."""


def unseen_sentences(count: int) -> tuple[str, ...]:
    """The last prompts of our list; no corpus that the base model was trained on contains them."""
    lines = (paths.assets_dir() / "prompts" / "english.txt").read_text("utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))[-count:]
