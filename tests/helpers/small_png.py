"""Pictures of windows as small files: few colours, which is what a window has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage, QPixmap

COLOURS = 40
UNLIKE = 3_000
"""Colours further apart than this are told apart before shades of one colour are."""


def save_small(picture: QPixmap, path: Path, colour_count: int = COLOURS) -> None:
    """Write a picture as a PNG with a palette of its own."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, image.bytesPerLine() // 4)
    colours, places, counts = np.unique(pixels[:, :width] & 0xFFFFFF, return_inverse=True, return_counts=True)
    chosen = _palette(colours[np.argsort(-counts)], colour_count)
    nearest = np.array([np.argmin(_distance(colour, chosen)) for colour in colours], np.uint8)
    indexed = np.ascontiguousarray(nearest[places.reshape(height, width)])
    small = QImage(indexed.data, width, height, width, QImage.Format.Format_Indexed8)
    small.setColorTable([int(colour) | 0xFF000000 for colour in chosen])
    small.save(str(path), "PNG", 0)


def _palette(colours: np.ndarray, count: int) -> np.ndarray:
    """Colours to draw with, out of all, the frequent ones first: unlike ones, then shades between them."""
    chosen = colours[:1]
    for colour in colours:
        if len(chosen) < count // 2 and _distance(colour, chosen).min() > UNLIKE:
            chosen = np.append(chosen, colour)
    shades = colours[~np.isin(colours, chosen)]
    return np.concatenate([chosen, shades[: count - len(chosen)]])


def _distance(colour: np.uint32, others: np.ndarray) -> np.ndarray:
    """How unlike others, (n,), a colour looks."""
    return sum(
        weight * ((others >> shift & 255).astype(np.int32) - int(colour >> shift & 255)) ** 2
        for shift, weight in ((16, 2), (8, 4), (0, 1))
    )
