"""A person's voices, without a library."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np

from tests.app.studio.fakes.sounds import RATE, SENTENCES, tone
from timbre.messages import Message
from timbre_app.studio.items import (
    DeletedItem,
    TakeItem,
    VoiceDetail,
    VoiceItem,
    VoiceReport,
    VoiceTrait,
)
from timbre_app.voices.order import CloneOrder


def _verdict(likeness: str, advice: str) -> Message:
    return Message(
        "{likeness} likeness. {advice}", {"likeness": Message(likeness), "advice": Message(advice)}
    )


GOOD = _verdict("Good", "It sounds like the person.")


FAIR = _verdict("Fair", "It is close to the person.")


def speakers_around(centre: float, spread: float) -> tuple[float, ...]:
    """A trait of as many speakers as a base model has."""
    return tuple((centre * np.exp(spread * np.random.default_rng(7).standard_normal(226))).tolist())


TRAITS = (
    VoiceTrait("pitch", 186.0, 152.0, 228.0, speakers_around(160.0, 0.28)),
    VoiceTrait("brightness", 790.0, speakers=speakers_around(717.0, 0.17)),
    VoiceTrait("pace", 178.0, speakers=speakers_around(189.0, 0.06)),
)


class FakeVoices:
    folder = Path("nowhere")

    def __init__(self, *names: str) -> None:
        self.items = [
            VoiceItem(
                name.lower(),
                name,
                "2026-11-21T10:00:00+00:00",
                "en-us",
                GOOD,
            )
            for name in names
        ]
        self.exported: list[tuple[str, Path]] = []
        self.put_away: dict[str, VoiceItem] = {}
        self.details: dict[str, VoiceDetail] = {}
        self.takes = tuple(TakeItem(Path(f"{at}.wav"), text, 3.2) for at, text in enumerate(SENTENCES))

    def list(self) -> list[VoiceItem]:
        return sorted(self.items, key=lambda item: item.name)

    def rename(self, voice_id: str, name: str) -> None:
        if "/" in name:
            raise ValueError("A voice's name must not hold a slash.")
        self.change(voice_id, name=name)

    def set_notes(self, voice_id: str, tags, notes: str) -> None:
        self.change(voice_id, tags=tuple(tags), notes=notes)

    def duplicate(self, voice_id: str) -> VoiceItem:
        item = next(item for item in self.items if item.id == voice_id)
        self.items.append(dataclasses.replace(item, id=f"{voice_id}-2", name=f"{item.name} 2"))
        return self.items[-1]

    def delete(self, voice_id: str) -> str:
        key = f"{len(self.put_away)}~{voice_id}"
        self.put_away[key] = next(item for item in self.items if item.id == voice_id)
        self.items = [item for item in self.items if item.id != voice_id]
        return key

    def take_place(self, made: VoiceItem) -> str:
        key = next((self.delete(item.id) for item in self.items if item.name == made.name), "")
        self.items.append(made)
        return key

    def waiting(self):
        return ()

    def deleted(self) -> list[DeletedItem]:
        return [DeletedItem(key, item.name, 1_763_700_000.0) for key, item in self.put_away.items()]

    def bring_back(self, key: str, instead_of: str = "") -> VoiceItem:
        if instead_of:
            self.delete(instead_of)
        self.items.append(self.put_away.pop(key))
        return self.items[-1]

    def order_again(self, voice_id: str) -> CloneOrder:
        item = next(item for item in self.items if item.id == voice_id)
        if not item.can_be_made_again:
            raise ValueError("Its takes are not to be found.")
        return CloneOrder(Path("takes"), item.name, item.language, consent="I agree.", again=voice_id)

    def detail(self, voice_id: str) -> VoiceDetail:
        report = VoiceReport(
            0.86, 0.31, 20, 94.0, 212.0, "I agree that Timbre makes a synthetic voice.", "computed"
        )
        if voice_id.startswith("file:"):
            return VoiceDetail()
        return self.details.get(voice_id, VoiceDetail(report, self.takes, Path("takes"), TRAITS))

    def take_sound(self, path: Path) -> tuple[np.ndarray, int]:
        return tone(1.5, RATE), RATE

    def change(self, voice_id: str, **changes) -> None:
        self.items = [dataclasses.replace(v, **changes) if v.id == voice_id else v for v in self.items]

    def export(self, voice_id: str, path: Path) -> None:
        self.exported.append((voice_id, path))

    def is_taken(self, order: CloneOrder) -> bool:
        return any(item.name == order.name and not item.is_sketch for item in self.items)

    def import_file(self, path: Path) -> VoiceItem:
        if path.suffix != ".timbre":
            raise ValueError(f"{path.name} is not a voice file.")
        self.items.append(VoiceItem(path.stem, path.stem.title()))
        return self.items[-1]
