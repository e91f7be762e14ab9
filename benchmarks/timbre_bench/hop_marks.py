"""Marks the moments of a request in each process: all processes of a machine share CLOCK_MONOTONIC.

```
our model repository              text_frontend/1/model.py   imports the real one, marks its moments
marks, a file for each process    81234   ns label
                                          ns label
```

The product has no code for this: its functions are wrapped when a model of our repository is loaded.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from timbre import contract
from timbre.engines import select, served_engine
from timbre.engines.base import Network
from timbre.serving.plan import TextService

HAS_REQUEST, PHONEMES_MADE = "a model has the request", "phonemes made"
BEGINS, ENDS = "begins", "ends"
"""The labels of a network's run, after the network's name."""
OPENING = "opening"
"""The network that makes the first chunk alone, where the engine has one."""
FLUSH_S = 1.0
"""Time between writing marks; this disturbs a request now and then, but not a median."""

Mark = Callable[[str], None]
"""Marks the present moment with a label."""
_OURS = str(Path(__file__).resolve().parents[1])
"""The folder of this package, because a model's Python ignores PYTHONPATH."""
_MODEL = '''"""The model of that name; its moments are marked."""

import sys

sys.path.append({ours!r})

from timbre_bench.hop_marks import marked_model

TritonPythonModel = marked_model({source!r}, {folder!r})
'''


def marks_in(folder: Path) -> Mark:
    """Make a function that marks moments; the marks are written to this process's file in a folder.

    They are written every FLUSH_S, not at the end, because a server may be killed; and not at once, because writing a
    mark takes 40 us after a pause, and remembering it takes 2.
    """
    marks: list[tuple[int, str]] = []
    file = (folder / str(os.getpid())).open("a", encoding="utf-8")
    threading.Thread(target=_flush_again_and_again, args=(marks, file), daemon=True).start()
    return lambda label: marks.append((time.monotonic_ns(), label))


def _flush_again_and_again(marks: Sequence[tuple[int, str]], file: IO[str]) -> None:
    written = 0
    while True:
        time.sleep(FLUSH_S)
        fresh = marks[written:]
        written += len(fresh)
        file.writelines(f"{at_ns} {label}\n" for at_ns, label in fresh)
        file.flush()


def read_marks(folder: Path) -> list[tuple[int, str]]:
    """Read the marks of all processes, nanoseconds and label, by time; those of the last FLUSH_S may be missing."""
    lines = [line for file in folder.iterdir() for line in file.read_text(encoding="utf-8").splitlines()]
    return sorted((int(at_ns), label) for at_ns, label in (line.split(" ", 1) for line in lines))


def marked(function: Callable[..., Any], mark: Mark, before: str = "", after: str = "") -> Callable[..., Any]:
    """Wrap a function so that it marks its begin and its end, if there is a label for them."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if before:
            mark(before)
        result = function(*args, **kwargs)
        if after:
            mark(after)
        return result

    return call


def mark_network(network: Network, name: str, mark: Mark) -> Network:
    """Let a network mark begin and end of each run; a run whose results stay on a GPU ends with its launch."""
    begins, ends = f"{name} {BEGINS}", f"{name} {ENDS}"
    network.run = marked(network.run, mark, begins, ends)
    network.run_rows = marked(network.run_rows, mark, begins, ends)
    return network


def mark_engine(engine: Any, mark: Mark) -> Any:
    """Let an engine load networks that mark; None stays None."""
    if engine is None:
        return None
    load, join = engine.load, engine.opening

    def opening(*args: Any) -> Network | None:
        network = join(*args)
        return None if network is None else mark_network(network, OPENING, mark)

    engine.load = lambda base, network: mark_network(load(base, network), network, mark)
    engine.opening = opening
    return engine


def marked_repository(real: Path, folder: Path, marks: Path) -> Path:
    """Make a model repository like the real one, whose models of speech mark.

    Args:
        real: The real repository.
        folder: The new repository.
        marks: Folder of the marks that its processes write.
    """
    marking = {name for names in contract.PROCESSES.values() for name in names}
    folder.mkdir()
    for model in sorted(path for path in real.iterdir() if path.is_dir()):
        source = model / "1" / "model.py"
        if model.name not in marking or not source.is_file():
            (folder / model.name).symlink_to(model)
            continue
        program = folder / model.name / "1" / "model.py"
        program.parent.mkdir(parents=True)
        program.write_text(_MODEL.format(ours=_OURS, source=str(source), folder=str(marks)))
        (folder / model.name / "config.pbtxt").symlink_to(model / "config.pbtxt")
    return folder


def marked_model(source: str, folder: str) -> type:
    """The TritonPythonModel of a real model.py; called in the model's process, before Timbre's services are imported.

    Args:
        source: The real model.py.
        folder: Folder of the marks.
    """
    mark = marks_in(Path(folder))
    _mark_what_models_import(mark)
    spec = importlib.util.spec_from_file_location(Path(source).parts[-3], source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = module.TritonPythonModel
    model.execute = marked(model.execute, mark, before=HAS_REQUEST)
    return model


def _mark_what_models_import(mark: Mark) -> None:
    makers: Sequence[tuple[Any, str]] = ((select, "select_engine"), (served_engine, "served_engine"))
    for module, name in makers:
        make = getattr(module, name)
        setattr(module, name, lambda *args, make=make: mark_engine(make(*args), mark))
    TextService.plan = marked(TextService.plan, mark, after=PHONEMES_MADE)
