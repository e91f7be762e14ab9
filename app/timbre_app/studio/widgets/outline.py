"""The outline of a sound as a picture, made once and not at each repaint."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget


def outline_picture(outline: np.ndarray, widget: QWidget, reach: float, height_px: int = 0) -> QImage:
    """Draw an outline in a widget's size and colour; numpy needs one millisecond, a polygon would need ten.

    Args:
        outline: Lowest and highest value of each part, (2, c) in [-1, 1].
        widget: The widget that shows the picture.
        reach: Distance of full scale from the middle, in the widget's pixels.
        height_px: Height of the picture in the widget's pixels; 0 for the widget's own.
    Returns:
        The picture; each column of pixels shows a part of the sound.
    """
    ratio = widget.devicePixelRatioF()
    width, height = (
        max(1, round(widget.width() * ratio)),
        max(1, round((height_px or widget.height()) * ratio)),
    )
    pixels = np.zeros((height, width), np.uint8)
    count = outline.shape[1]
    if count:
        columns = outline[:, np.minimum(np.arange(width) * count // width, count - 1)] * (reach * ratio)
        middle, rows = (height - 1) / 2, np.arange(height)[:, None]
        pixels[(rows >= middle - columns[1] - 0.5) & (rows <= middle - columns[0] + 0.5)] = 1
    image = QImage(pixels.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    image.setColorTable([0, widget.palette().highlight().color().rgba()])
    image.setDevicePixelRatio(ratio)
    return image
