"""Questions to the person, answered by the test."""

from __future__ import annotations

from pathlib import Path


class FakeDialogs:
    def __init__(self, *_: object) -> None:
        self.name: str | None = "Other"
        self.delete = True
        self.replace = True
        self.close = True
        self.asked: list[str] = []
        self.path: Path | None = None
        self.saving = None
        self.batch: Path | None = None

    def confirm_clear_history(self) -> bool:
        return self.delete

    def confirm_replace(self, name: str) -> bool:
        return self.replace

    def confirm_close_on_clone(self, name: str) -> bool:
        self.asked.append(name)
        return self.close

    def confirm_close_on_import(self) -> bool:
        self.asked.append("import")
        return self.close

    def new_name(self, name: str) -> str | None:
        return self.name

    def voice_to_import(self, folder: Path) -> Path | None:
        return self.path

    def folder(self, title: str, folder: Path) -> Path | None:
        self.asked.append(f"{title}: {folder}")
        return self.path

    def recordings_folder(self, folder: Path) -> list[Path] | None:
        return [self.path] if self.path else None

    recordings_files = recordings_folder

    def voice_export_path(self, folder: Path, name: str) -> Path | None:
        return self.path

    def export_plan(self, folder: Path, name: str, suffix: str, saving):
        return None if self.path is None else (self.path, self.saving or saving)

    dialogue_plan = export_plan

    def script_to_open(self, folder: Path) -> Path | None:
        return self.path

    def book_to_open(self, folder: Path) -> Path | None:
        return self.batch

    def batch_to_read(self, folder: Path) -> Path | None:
        return self.batch

    def batch_plan(self, folder: Path, count: int, suffix: str, saving):
        return None if self.path is None else (self.path, suffix, saving)
