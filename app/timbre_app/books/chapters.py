"""Finds chapters in a stream of blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from timbre_app.books.model import Block, BookSource, Chapter, Kind

LONGEST_CHAPTER = 100_000
"""Characters, about two hours of speech: shops take no longer file, and a chapter fits into memory."""
LONGEST_PREAMBLE = 2_000
"""A text before the first chapter is front matter if it is not longer than this."""
_PART = re.compile(r"(?:part|book|volume)\b", re.IGNORECASE)
_FRONT_TITLE = re.compile(
    r"(?:the )?(?:copyright(?: page| notice)?|(?:table of )?contents|title page|half[- ]title|cover|dedication|imprint"
    r"|colophon|also by\b.*|(?:list of )?(?:illustrations|figures|tables)|index|transcriber[’']?s? notes?"
    r"|about the publisher|praise for\b.*)[.:]?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Plan:
    """Levels of the headings that begin a chapter."""

    levels: frozenset[int]


def find_chapters(source: BookSource) -> Iterator[Chapter]:
    """The chapters of a book, one at a time; the book is read twice, so that it need not be in memory."""
    plan = _plan(source.blocks())
    is_first = True
    for chapter in _split(source.blocks(), plan):
        if not chapter.blocks:
            continue
        has_preamble = is_first and bool(plan.levels) and not chapter.title
        chapter.is_front |= bool(_FRONT_TITLE.fullmatch(chapter.title.strip()))
        chapter.is_front |= has_preamble and chapter.characters <= LONGEST_PREAMBLE
        is_first = False
        yield chapter


def _plan(blocks: Iterable[Block]) -> _Plan:
    """Chapters begin at the highest level that has several headings; below parts also at the next one."""
    counts: Counter[int] = Counter()
    parts: Counter[int] = Counter()
    for block in blocks:
        if block.kind is Kind.HEADING:
            counts[block.level] += 1
            parts[block.level] += bool(_PART.match(block.text))
    levels = sorted(counts)
    chosen = next((level for level in levels if counts[level] > 1), None)
    if chosen is None:
        return _Plan(frozenset())
    below = next((level for level in levels if level > chosen and counts[level] > 1), None)
    opening = {chosen} | {level for level in levels if level < chosen and parts[level]}
    if below is not None and 2 * parts[chosen] > counts[chosen]:
        opening.add(below)
    return _Plan(frozenset(opening))


def _split(blocks: Iterable[Block], plan: _Plan) -> Iterator[Chapter]:
    chapter = Chapter("")
    characters = 0
    for block in blocks:
        following = _following(chapter, block, plan, characters)
        if following is not None:
            yield chapter
            chapter, characters = following, 0
        if block.kind is Kind.DOCUMENT:
            continue
        if block.kind is Kind.HEADING and _opens(block, plan) and _names(block, chapter):
            chapter.title = block.text
        chapter.blocks.append(block)
        characters += len(block.text)
    yield chapter


def _following(chapter: Chapter, block: Block, plan: _Plan, characters: int) -> Chapter | None:
    """The chapter that begins with a block; None if the present one goes on."""
    if block.kind is Kind.DOCUMENT:
        begins = bool(block.text) or block.is_front != chapter.is_front
        return Chapter(block.text, block.is_front) if begins else None
    if block.kind is Kind.HEADING and _opens(block, plan):
        if not _has_text(chapter):  # a part's heading above its first chapter; a title that the contents gave
            return None
        return Chapter(block.text, chapter.is_front and not plan.levels)
    if characters + len(block.text) > LONGEST_CHAPTER and chapter.blocks:
        return Chapter(_continued(chapter.title), chapter.is_front)
    return None


def _opens(block: Block, plan: _Plan) -> bool:
    return block.level in plan.levels


def _names(heading: Block, chapter: Chapter) -> bool:
    """Whether a heading is a chapter's title: the first one, or one of the same level right behind the book's title."""
    return not chapter.title or (bool(chapter.blocks) and chapter.blocks[-1].level == heading.level)


def _has_text(chapter: Chapter) -> bool:
    return any(block.kind is not Kind.HEADING for block in chapter.blocks)


def _continued(title: str) -> str:
    number = re.fullmatch(r"(.*) \((\d+)\)", title)
    return f"{number[1]} ({int(number[2]) + 1})" if number else f"{title} (2)".strip()
