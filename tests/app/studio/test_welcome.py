"""The first page on a wide screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QFrame

WIDE, USUAL = 1920, 1060


def cards_of(page):
    """Left and right ends of the three cards, in the page's pixels."""
    cards = [frame for frame in page.findChildren(QFrame) if frame.property("role") == "card"]
    assert len(cards) == 3
    ends = [card.mapTo(page, QPoint(0, 0)).x() for card in cards]
    return [(left, left + card.width()) for left, card in zip(ends, cards, strict=True)]


@pytest.mark.parametrize(("width", "least", "most"), [(USUAL, 780, 860), (WIDE, 900, 1000)])
def test_the_cards_stay_readable_and_in_the_middle(open_studio, qtbot, width, least, most):
    window = open_studio(welcomed=False).window
    page = window.welcome_page
    window.resize(width, 900)
    qtbot.waitUntil(lambda: width - 300 < page.width() < width)
    ends = cards_of(page)
    left, right = ends[0][0], page.width() - ends[-1][1]
    assert abs(left - right) <= 2
    assert least <= ends[-1][1] - ends[0][0] <= most
