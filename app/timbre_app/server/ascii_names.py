"""Names of ASCII letters for the folders of a server, because Triton's stub knows no other letters.

The stub, the process of a model, starts Python so that the encoding of file names is ASCII, whatever the language of
the system and whatever the environment says (PyConfig_InitIsolatedConfig, and no setlocale before it). There a path
such as ~/Téléchargements/timbre cannot be opened, or a library refuses it. So the server gets links in a folder of
its own, which goes when the server has ended:

    <folder>/python       the environment, with bin/python3 and the libraries
    <folder>/models       the model repository
    <folder>/backends     a copy of the backends; the packages that the models import are linked beside them
    <folder>/home, ...    the person's data, the base model, the cache

A path that is ASCII already is used as it is.
"""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from timbre import files, paths
from timbre_app.server import system

PACKAGES = ("timbre", "timbre_finetune")
"""What the models import of Timbre; where the sources are installed to be edited, they lie outside the environment."""


@dataclass(frozen=True)
class AsciiNames:
    """The links of one run of the server; each is made when it is first asked for.

    Attributes:
        folder: Where they lie. If this is no ASCII either, paths stay as they are.
    """

    folder: Path

    def of(self, path: Path, name: str) -> Path:
        """A path that leads to a folder or file in ASCII letters alone.

        Args:
            path: The folder or file.
            name: Its link's name.
        Raises:
            OSError: if the link cannot be made.
        """
        if _is_ascii(path) or not _is_ascii(self.folder):
            return path
        link = self.folder / name
        if not link.is_symlink():
            files.make_folder(self.folder)
            link.symlink_to(path)
        return link

    def backends(self, folder: Path) -> Path:
        """The folder of backends, from where a model can import PACKAGES.

        Args:
            folder: As `backends.backends_folder` makes it.
        Raises:
            OSError: if the copy cannot be made.
        """
        packages = _packages()
        if all(map(_is_ascii, (folder, *packages.values()))) or not _is_ascii(self.folder):
            return folder
        copy = self.folder / "backends"
        if not copy.exists():
            files.make_folder(self.folder)
            shutil.copytree(folder, copy, symlinks=True)
            for name, package in packages.items():
                (copy / "python" / name).symlink_to(package)
        return copy

    def python_folder(self) -> Path:
        """The folder with `python3`, see system.python_folder."""
        folder = system.python_folder()
        return self.of(folder.parent, "python") / folder.name

    def settings(self) -> Mapping[str, str]:
        """Variables of the environment that name folders, for those that are no ASCII."""
        folders = {
            "TIMBRE_HOME": paths.home(),
            "TIMBRE_CACHE": paths.cache_dir(),
            "TIMBRE_ASSETS": paths.assets_dir(),
            "TIMBRE_BASE": paths.base_dir(),
        }
        names = {variable: self.of(path, variable[7:].lower()) for variable, path in folders.items()}
        return {variable: str(name) for variable, name in names.items() if name != folders[variable]}


def _packages() -> Mapping[str, Path]:
    """The folders of PACKAGES, as far as they are installed."""
    specs = {name: importlib.util.find_spec(name) for name in PACKAGES}
    return {
        name: Path(next(iter(spec.submodule_search_locations)))
        for name, spec in specs.items()
        if spec is not None and spec.submodule_search_locations
    }


def _is_ascii(path: Path) -> bool:
    return str(path).isascii()
