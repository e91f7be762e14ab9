"""The handbook with a page for each screen, and the box that names the parts of Timbre."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.help.text_layout import show_markdown
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import label
from timbre_app.studio.widgets.fitting import fit

TOPIC_ROLE = Qt.ItemDataRole.UserRole
TOPICS_WIDTH = 190
MARGIN = 14


@dataclass(frozen=True)
class HelpTopic:
    """A page of the handbook: its key, its name, its text in Markdown."""

    key: str
    title: str
    text: str


class HelpDialog(QDialog):
    """Topics on the left, the page on the right; stays open beside the window while the person works."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        fit(self, QSize(820, 600))
        self.topic_list = QListWidget()
        self.topic_list.setAccessibleName(self.tr("Topics"))
        self.topic_list.setMinimumWidth(TOPICS_WIDTH)
        self.topic_list.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.topic_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = _browser(self.tr("Help text"))
        self._texts: dict[str, str] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        row.setSpacing(Space.M)
        row.addWidget(self.topic_list)
        row.addWidget(self.page, 3)
        self.topic_list.currentItemChanged.connect(lambda *_: self._draw())

    def set_topics(self, topics: Sequence[HelpTopic]) -> None:
        """Offer pages."""
        self._texts = {topic.key: topic.text for topic in topics}
        self.topic_list.clear()
        for topic in topics:
            item = QListWidgetItem(topic.title)
            item.setData(TOPIC_ROLE, topic.key)
            self.topic_list.addItem(item)

    def show_topic(self, key: str) -> None:
        """Open at a page."""
        for row in range(self.topic_list.count()):
            if self.topic_list.item(row).data(TOPIC_ROLE) == key:
                self.topic_list.setCurrentRow(row)
        self.show()
        self.raise_()
        self.activateWindow()

    def _draw(self) -> None:
        item = self.topic_list.currentItem()
        if item is not None:
            show_markdown(self.page, self._texts[item.data(TOPIC_ROLE)])


class AboutDialog(QDialog):
    """Name, version and licence of Timbre, and its parts with their licences."""

    def __init__(self, version: str, parts: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Timbre"))
        fit(self, QSize(620, 560))
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.M)
        column.setSpacing(Space.S)
        column.addWidget(label(self.tr("Timbre {0}").format(version), "title"))
        column.addWidget(label(self.tr("A voice-cloning studio on your own machine."), "muted"))
        column.addWidget(
            label(
                self.tr(
                    "Free software under the GNU General Public License, version 3 or later; "
                    "it comes without any warranty."
                ),
                wrap=True,
            )
        )
        page = _browser(self.tr("Parts and their licences"))
        show_markdown(page, parts)
        column.addWidget(page, 1)
        buttons = QDialogButtonBox()
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setToolTip(self.tr("Close this window"))
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def _browser(name: str) -> QTextBrowser:
    page = QTextBrowser()
    page.setAccessibleName(name)
    page.setOpenExternalLinks(True)
    page.document().setDocumentMargin(MARGIN)
    return page
