"""Opens EPUB and DOCX, which are ZIP archives of XML: none opens that is a bomb, and no entity is resolved.

Nothing is unpacked onto the disk. A member is read into memory, as far as its limit, whatever the archive says of its
size; names are looked up and never used as paths.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self
from xml.etree.ElementTree import Element, ParseError

from timbre_app.books.model import BookError

MOST_MEMBERS = 5_000
MOST_MEMBER_BYTES = 32 << 20
MOST_BYTES = 1 << 30
MOST_RATIO = 200
"""A member may not be so many times larger than what it was packed into; text is 3 to 10 times larger."""
_SMALL_BYTES = 1 << 20
_ENCRYPTED = 1


class Package:
    """A context with an archive that has been looked over.

    Raises:
        BookError: if it is no archive, or one that no book would be.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        try:
            self._file = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, UnicodeDecodeError, ValueError) as error:
            raise self._damaged() from error
        try:
            self._look_over()
        except BookError:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def names(self) -> list[str]:
        """Names of all members."""
        return self._file.namelist()

    def read(self, name: str) -> bytes:
        """Read a member.

        Raises:
            BookError: if it is missing, damaged or too large.
        """
        try:
            with self._file.open(name) as member:
                data = member.read(MOST_MEMBER_BYTES + 1)
        except (
            KeyError,
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            RuntimeError,
            NotImplementedError,
        ) as error:
            raise self._damaged() from error
        if len(data) > MOST_MEMBER_BYTES:
            raise self._bomb()
        return data

    def xml(self, name: str) -> Element:
        """Parse a member as XML.

        Raises:
            BookError: if it is not XML, or declares entities.
        """
        return parse_xml(self.read(name), self._name)

    def _look_over(self) -> None:
        members = self._file.infolist()
        if len(members) > MOST_MEMBERS:
            raise BookError(
                "{file} has {count} files in it, more than any book: save it again in another program.",
                file=self._name,
                count=len(members),
            )
        total = sum(member.file_size for member in members)
        large = [member for member in members if member.file_size > _SMALL_BYTES]
        if total > MOST_BYTES or any(
            member.file_size > MOST_RATIO * max(1, member.compress_size) for member in large
        ):
            raise self._bomb()
        if any(member.flag_bits & _ENCRYPTED for member in members):
            raise self._protected()

    def _bomb(self) -> BookError:
        return BookError(
            "{file} would unpack to more than any book: it is damaged or meant to do harm, so it is not opened.",
            file=self._name,
        )

    def _damaged(self) -> BookError:
        return BookError("{file} is damaged, or is not what its name says: get a new copy.", file=self._name)

    def _protected(self) -> BookError:
        return protected(self._name)


def protected(name: str) -> BookError:
    """The error about a book that is encrypted."""
    return BookError("{file} is protected against copying: choose a book without such protection.", file=name)


def parse_xml(data: bytes, name: str) -> Element:
    """Parse XML without entities.

    Raises:
        BookError: if it is not XML, or declares entities.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        return fromstring(data)
    except DefusedXmlException as error:
        raise BookError(
            "{file} declares entities, which books do not need: it is not opened.", file=name
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise BookError(
            "{file} is damaged, or is not what its name says: get a new copy.", file=name
        ) from error
