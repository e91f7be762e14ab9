"""The file with the queue of jobs: SQLite with a write-ahead log, so that a killed program loses no job.

jobs.sqlite, jobs.sqlite-wal, jobs.sqlite-shm    mode 0600: they have texts; what is deleted is overwritten
jobs.sqlite.broken-<time>                        a file that could not be read, moved aside
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Generator
from pathlib import Path

from timbre import files, full_disk
from timbre_app.jobs.job import JobsError

FORMAT = 1
BUSY_S = 10.0
"""How long a program waits for others that write."""
LOOK_S = 0.01
"""Time between two tries where SQLite does not wait by itself."""
_PARTS = ("", "-wal", "-shm")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, origin TEXT NOT NULL, title TEXT NOT NULL, state TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0, count INTEGER NOT NULL, parts INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0, created REAL NOT NULL, changed REAL NOT NULL,
    error TEXT, result TEXT NOT NULL DEFAULT '{}', parameters TEXT NOT NULL
);
PRAGMA user_version = 1;
"""


class Database:
    """Connections to the file; may be used from several threads and programs at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_checked = False
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def transaction(self, writes: bool = True) -> Generator[sqlite3.Connection]:
        """A connection inside a transaction, which is committed unless there is an error.

        Args:
            writes: Whether it changes anything; others can write beside one that does not.
        Raises:
            JobsError: one sentence, if the file cannot be used. A broken file is moved aside first.
        """
        try:
            with self._lock, contextlib.closing(self._connect()) as connection:
                connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
                with connection:
                    yield connection
        except sqlite3.Error as error:
            raise self._told(error) from error

    def _connect(self) -> sqlite3.Connection:
        if self._make():
            self._is_checked = False
        connection = sqlite3.connect(self.path, timeout=BUSY_S, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA secure_delete = ON")
            if not self._is_checked:
                self._check(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make(self) -> bool:
        """Make an empty file if there is none; returns whether there was none."""
        try:
            if self.path.exists():
                return False
            files.make_folder(self.path.parent)
            with contextlib.suppress(FileExistsError):
                files.create(self.path).close()  # SQLite gives its other files the mode of this one
        except OSError as error:
            reason = error.strerror or error
            raise JobsError(
                "The jobs in {path} cannot be used ({reason}).", path=self.path, reason=reason
            ) from error
        return True

    def _check(self, connection: sqlite3.Connection) -> None:
        """Look through the file once, and make the table in a new one."""
        _log_writes_ahead(connection)
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("the file is damaged")
        made_by = connection.execute("PRAGMA user_version").fetchone()[0]
        if made_by > FORMAT:
            raise JobsError("The jobs were written by a newer Timbre: update this one.")
        if made_by < FORMAT:
            connection.executescript(_SCHEMA)
        connection.execute("SELECT id, parameters FROM jobs LIMIT 1")
        self._is_checked = True

    def _told(self, error: sqlite3.Error) -> JobsError:
        self._is_checked = False
        if type(error) is sqlite3.DatabaseError and self._is_damaged():
            aside = self._move_aside()
            return JobsError(
                "The list of jobs was damaged; it is now {path}, and a new one begins: submit again what was not done.",
                path=aside,
            )
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return JobsError(full_disk.TRY_AGAIN)
        if code == sqlite3.SQLITE_BUSY:
            return JobsError("Another program has been writing the list of jobs for too long; try again.")
        return JobsError("The jobs in {path} cannot be used ({reason}).", path=self.path, reason=error)

    def _is_damaged(self) -> bool:
        """Whether the file is damaged that is there now: another program may have moved the damaged one aside."""
        try:
            uri = f"{self.path.absolute().as_uri()}?mode=rw"  # makes none
            with contextlib.closing(sqlite3.connect(uri, timeout=BUSY_S, uri=True)) as connection:
                return connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok"
        except sqlite3.OperationalError:
            return False
        except sqlite3.Error:
            return True

    def _move_aside(self) -> Path:
        aside = self.path.with_name(f"{self.path.name}.broken-{time.strftime('%Y%m%d-%H%M%S')}")
        for part in _PARTS:
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + part).replace(aside.with_name(aside.name + part))
        return aside


def _log_writes_ahead(connection: sqlite3.Connection) -> None:
    """Let the file have a write-ahead log; another program that makes the file just now is waited for."""
    until = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # SQLite's own patience does not count here
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(LOOK_S)
