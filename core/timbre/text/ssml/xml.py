"""XML, read safely: no document type, so no entities of its own, nothing loaded, and limits of size and depth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError

from .errors import SsmlError

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CHARS = 1 << 20
MAX_DEPTH = 32
NAMESPACE = "http://www.w3.org/2001/10/synthesis"
_BEGINNING = re.compile(
    r"\ufeff?\s*(?:<\?xml\b[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)*<speak[\s/>]", re.DOTALL
)


def is_ssml(text: str) -> bool:
    """Whether a text begins as a document of SSML does, with the element speak."""
    return bool(_BEGINNING.match(text))


def read_xml(text: str, root_name: str = "") -> Element:
    """The root of a document.

    Args:
        text: The document.
        root_name: Element to put around the text, if the text has no root; columns in errors are those of the text.
    Raises:
        SsmlError: if it is not well-formed, too large or too deep, or has a document type.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(text) > MAX_CHARS:
        raise SsmlError(
            "The SSML has {size:,} characters and may have {limit:,}: send it in parts.",
            size=len(text),
            limit=MAX_CHARS,
        )
    parse: Callable[..., Element] = fromstring
    begin = f"<{root_name}>" if root_name else ""
    try:
        document = text.strip().removeprefix("\ufeff").lstrip()
        root = parse(f"{begin}{document}</{root_name}>" if root_name else document, forbid_dtd=True)
    except DefusedXmlException as error:
        raise SsmlError(
            "SSML may not have a document type or entities of its own: leave <!DOCTYPE …> out."
        ) from error
    except ParseError as error:
        line, column = error.position
        reason = str(error).partition(":")[0]
        raise SsmlError(
            "The SSML is not well-formed XML, line {line}, column {column}: {reason}.",
            line=line,
            column=column + 1 - (len(begin) if line == 1 else 0),
            reason=reason,
        ) from error
    except (UnicodeError, LookupError, ValueError) as error:
        raise SsmlError("The SSML is not well-formed XML: it has characters that XML cannot have.") from error
    _check_depth(root)
    return root


def _check_depth(root: Element) -> None:
    level: list[Element] = [root]
    for _ in range(MAX_DEPTH):
        level = [child for element in level for child in element]
        if not level:
            return
    raise SsmlError("The SSML is nested more than {depth} elements deep: make it flatter.", depth=MAX_DEPTH)


def name_of(element: Element) -> str:
    """The name of an element of SSML's namespace or of none; of another one's with its namespace."""
    return element.tag.removeprefix(f"{{{NAMESPACE}}}")


def attributes_of(element: Element) -> Iterator[tuple[str, str]]:
    """Names and values of the attributes that belong to SSML or XML itself; those of other namespaces say nothing."""
    for name, value in element.attrib.items():
        plain = name.replace("{http://www.w3.org/XML/1998/namespace}", "xml:")
        if not plain.startswith("{"):
            yield plain, value
