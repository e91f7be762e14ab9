"""Files of a job that are whole, until the job delivers them: all at once, and never after it was cancelled.

    goal/.ID.part/name            in the goal's folder
    .goal-ID.part/name            beside it, if the goal does not exist yet
    goal/name                     when they are delivered
    jobs/ID/outbox.json           names the folders above, so that a job that is removed leaves none of them

Folder and goal are on one disk, so to deliver a file is to rename it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import shutil
from collections.abc import Generator
from pathlib import Path

from timbre import files

LIST = "outbox.json"
_NAME_LETTERS = 40


class Outbox:
    """The files of one job.

    Args:
        folder: The job's own folder.
        job_id: Its id.
    """

    def __init__(self, folder: Path, job_id: str) -> None:
        self._own, self._id = folder, job_id
        self._folders: dict[Path, Path] = {}

    def folder(self, goal: Path) -> Path:
        """The folder for files of a goal.

        Raises:
            OSError: if the folder above the goal is not there, or cannot be written.
        """
        if goal not in self._folders:
            check_goal(goal)
            has_goal = goal.is_dir()
            place = goal if has_goal else goal.parent
            folder = place / (f".{'' if has_goal else f'{goal.name[:_NAME_LETTERS]}-'}{self._id}.part")
            self._folders[goal] = folder
            self._note()
            files.make_folder(folder)
        return self._folders[goal]

    def path(self, target: Path) -> Path:
        """Where a file is written that is to be delivered as `target`; raises as `folder` does."""
        return self.folder(target.parent) / target.name

    def target(self, path: Path) -> Path:
        """Where a file of this box will be delivered."""
        goals = {folder: goal for goal, folder in self._folders.items()}
        return goals[path.parent] / path.name

    def deliver(self) -> None:
        """Give all files their places; files that are there give way.

        Raises:
            OSError: if that fails.
        """
        for goal, folder in self._folders.items():
            check_goal(goal)
            files.place_all(folder, files.make_folder(goal))

    @contextlib.contextmanager
    def naming_goals(self) -> Generator[None]:
        """Errors of the system name the place that the person chose, not the folder of this box."""
        try:
            yield
        except OSError as error:
            if isinstance(error.filename, str):
                error.filename = self._named(error.filename)
            raise

    def _named(self, name: str) -> str:
        path, goals = Path(name), {folder: goal for goal, folder in self._folders.items()}
        if path in goals:
            return str(goals[path])
        return str(goals[path.parent] / path.name) if path.parent in goals else name

    def clear(self) -> None:
        """Remove what was not delivered, also by a runner that was killed."""
        for folder in {*self._folders.values(), *_listed(self._own, self._id)}:
            shutil.rmtree(folder, ignore_errors=True)
        self._folders.clear()
        (self._own / LIST).unlink(missing_ok=True)

    def _note(self) -> None:
        """Write down which folders there are."""
        files.make_folder(self._own)
        files.write(self._own / LIST, json.dumps([str(folder) for folder in self._folders.values()]))


def check_goal(goal: Path) -> None:
    """Raise FileNotFoundError if the folder above a goal is missing: it may lie on a disk that is not there now."""
    if not goal.is_dir() and not goal.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No such folder", str(goal))


def _listed(own: Path, job_id: str) -> list[Path]:
    """The folders that a job's list names."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        paths = [Path(name) for name in json.loads((own / LIST).read_text())]
        return [path for path in paths if path.name.startswith(".") and path.name.endswith(f"{job_id}.part")]
    return []
