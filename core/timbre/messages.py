"""Messages for people: a template with named arguments, until somebody reads it.

    raise VoiceError("There is no voice named {name!r}.", name="Zoe")
        │ error.message          Message("There is no voice named {name!r}.", {"name": "Zoe"})
        ├─ str(error)            There is no voice named 'Zoe'.      the command line, logs, clients of other makers
        └─ in the window         the template's translation, with the same arguments in it

`scripts/translations.py` collects every template that is written as a literal in `Message.of(…)` or in the constructor
of a TimbreError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, LiteralString, Self, TypeAlias

_PLACE = re.compile(r"\{(?P<name>[a-z_]\w*)(?P<quoted>!r)?(?::(?P<format>[,.\d]{1,3}[fg%]?|[fg%]))?\}")


@dataclass(frozen=True)
class Message:
    """One sentence for a person, or a few words that are part of one.

    Attributes:
        template: In English, with places such as {name}, {name!r}, {size:,} and {seconds:.0f}.
        arguments: What belongs in the places, by name; a message among them is translated like the whole.
    """

    template: str
    arguments: Mapping[str, Argument] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, template: LiteralString, /, **arguments: object) -> Self:
        """A message whose template is found in the sources and translated.

        Args:
            template: A literal.
            **arguments: Of an error of Timbre its message is taken, of any other object its text.
        """
        return cls(template, {name: _argument(value) for name, value in arguments.items()})

    def filled(self, translate: Callable[[str], str]) -> str:
        """The text, from translated templates. Places that do not fit the arguments stay as they are."""

        def fill(place: re.Match[str]) -> str:
            if place["name"] not in self.arguments:
                return place[0]
            value = self.arguments[place["name"]]
            if isinstance(value, Message):
                return value.filled(translate)
            return repr(value) if place["quoted"] else _formatted(value, place["format"] or "")

        return _PLACE.sub(fill, translate(self.template))

    def __str__(self) -> str:
        return self.filled(lambda template: template)

    def to_json(self) -> dict[str, Any]:
        """Plain values that `from_json` reads."""
        arguments = {
            name: value.to_json() if isinstance(value, Message) else value
            for name, value in self.arguments.items()
        }
        return {"template": self.template} | ({"arguments": arguments} if arguments else {})

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The message that `to_json` wrote; any other value becomes a message of its text, untranslated."""
        if not isinstance(value, dict):
            return cls(str(value))
        arguments = value.get("arguments")
        return cls(
            str(value.get("template", "")),
            {
                str(name): cls.from_json(item) if isinstance(item, dict) else _argument(item)
                for name, item in (arguments.items() if isinstance(arguments, dict) else ())
            },
        )


Argument: TypeAlias = str | int | float | Message


class TimbreError(Exception):
    """Something went wrong and a person is told, in one sentence that says what to do.

    Attributes:
        message: The sentence, which can be translated; the error's text is the same in English.
    """

    def __init__(self, template: LiteralString | Message, /, **arguments: object) -> None:
        """Take the arguments of Message.of, or a message that exists already."""
        self.message = template if isinstance(template, Message) else Message.of(template, **arguments)
        super().__init__(str(self.message))


class InputError(TimbreError, ValueError):
    """A number or a text is out of range."""


def message_of(error: BaseException) -> Message:
    """The message of an error. An error that is no TimbreError gives its text in one line, untranslated."""
    return error.message if isinstance(error, TimbreError) else Message(" ".join(str(error).split()))


def _argument(value: object) -> Argument:
    if isinstance(value, TimbreError):
        return value.message
    return value if isinstance(value, str | int | float | Message) else str(value)


def _formatted(value: str | int | float, format_spec: str) -> str:
    """The value as a place wants it; plain if it cannot be so, for a server may be of another version."""
    try:
        return format(value, format_spec)
    except (ValueError, OverflowError):
        return str(value)
