"""Imports between the modules of the three packages."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = ("timbre", "timbre_finetune", "timbre_app")


def check_no_circle(imports: dict[str, set[str]]) -> None:
    """Raise CycleError, whose second argument names the modules, if some import each other in a circle."""
    TopologicalSorter(imports).prepare()


def test_circle_is_found():
    with pytest.raises(CycleError):
        check_no_circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def test_no_modules_import_each_other_in_a_circle():
    """Imports inside functions and those for types alone count too."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 300
    check_no_circle(imports)
