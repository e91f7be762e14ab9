"""The window of `timbre talk` on stand-ins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.app.studio.fakes import make_backstage
from timbre_app.studio.talk_window import TalkBackstage, TalkStudio

PARTS = ("voices", "speech", "server", "make_output", "settings_file")


def talk_studio(folder: Path, **replaced: Any) -> TalkStudio:
    """Make the window; keyword arguments replace parts of the backstage."""
    backstage = make_backstage(folder, **replaced)
    parts: dict[str, Any] = {name: getattr(backstage, name) for name in PARTS}
    return TalkStudio(TalkBackstage(**parts, folder=folder / "talk"))
