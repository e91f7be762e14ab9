"""Renews the window's translations: `.venv/bin/python scripts/translations.py`.

    app/timbre_app/studio/**.py          self.tr("…")                    ─┐
    core, app, finetune: raise …("…")    ─▶ studio/sentences.py (made)   ─┴▶ translations/timbre_zh_CN.ts ─▶ .qm

Sentences of the lower layers, which know no Qt, are collected into `studio/sentences.py`; `studio.language.told`
finds the sentence again when an error reaches the window. Then the `.ts` file is brought up to date (translate what
is unfinished in it by hand or with pyside6-linguist, then run this again) and the `.qm` file is made.
Ends with status 1 if a text has no translation yet, and prints those. (pyside6-lupdate 6.11 loses the class of some
texts, so the sources are read here.)
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STUDIO = ROOT / "app" / "timbre_app" / "studio"
TABLE = STUDIO / "sentences.py"
LANGUAGES = ("zh_CN",)
SOURCES = (
    "core/timbre/*.py",
    "core/timbre/text/*.py",
    "app/timbre_app/*.py",
    "app/timbre_app/reading/*.py",
    "app/timbre_app/server/*.py",
    "app/timbre_app/sound/*.py",
    "app/timbre_app/studio/backstage/*.py",
    "finetune/timbre_finetune/adapt.py",
    "finetune/timbre_finetune/clone_job.py",
    "finetune/timbre_finetune/clone_report.py",
    "finetune/timbre_finetune/takes_data.py",
)
LEFT_OUT = {"doctor.py", "english.py", "english_rules.py"}
"""What speaks on the command line alone, and lists of English words."""
NO_SENTENCES = (
    "What the server sent",
    "Is a directory",
    "File exists",
    "ONNX Runtime",
    "Stub process",
    "InferenceServer",
)
WORDS = (
    "microphone",
    "loudspeaker",
    "Good",
    "Fair",
    "Poor",
    "ready at {0}",
    "ready on this machine",
    "ready on this machine (started in {0} s)",
)
"""Words that other sentences take in."""
OWNERS = {"self.tr": "", "tr": "", "self.window.tr": "MainWindow"}
"""Whose `tr` is called, and so its class: of `self.tr` the class around it."""
_SENTENCE = re.compile(r"^[A-Z{“].* .*[.!?…:,]?$", re.DOTALL)


def main() -> int:
    """Renew everything; returns 1 if texts wait for a translation."""
    write_table(sentences())
    waiting = 0
    for language in LANGUAGES:
        file = STUDIO / "translations" / f"timbre_{language}.ts"
        update(file)
        release(file)
        for (context, text), translated in translations(file).items():
            if not translated:
                print(f"{language} {context}: {text}")
                waiting += 1
    return 1 if waiting else 0


def sentences() -> list[str]:
    """What the lower layers say to people; {0}, {1} and so on stand for what is filled in."""
    found = dict.fromkeys(WORDS)
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            if path.name not in LEFT_OUT:
                found.update(dict.fromkeys(_in_module(ast.parse(path.read_text(encoding="utf-8")))))
    return list(found)


def _in_module(tree: ast.Module) -> Iterator[str]:
    inner = {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    skipped = _docstrings(tree) | inner
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = _template(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        if text.startswith(NO_SENTENCES):
            continue
        if _SENTENCE.match(text) and "\n" not in text and len(re.sub(r"\{\d+\}", "", text)) > 8:
            yield text


def _template(node: ast.JoinedStr) -> str:
    parts: list[str] = []
    number = 0
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        else:
            parts.append(f"{{{number}}}")
            number += 1
    return "".join(parts)


def _docstrings(tree: ast.Module) -> set[int]:
    """Ids of string statements: docstrings and comments on constants."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def write_table(texts: list[str]) -> None:
    """Write the module that holds the sentences."""
    lines = [
        '"""What the layers below the window say to people. Made by scripts/translations.py; do not edit."""',
        "",
        "from PySide6.QtCore import QT_TRANSLATE_NOOP",
        "",
        "# ruff: noqa: E501",
        "# fmt: off",
        "SENTENCES = (",
        *(f"    QT_TRANSLATE_NOOP({'Sentences'!r}, {_quoted(text)})," for text in texts),
        ")",
        "",
    ]
    TABLE.write_text("\n".join(lines).replace("'Sentences'", '"Sentences"'), encoding="utf-8")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def update(file: Path) -> None:
    """Bring a `.ts` file up to date with the sources; translations of texts that are gone are dropped."""
    known = translations(file) if file.exists() else {}
    anywhere = {text: translated for (_, text), translated in known.items()}
    root = ElementTree.Element("TS", version="2.1", language=file.stem.removeprefix("timbre_"))
    for context, texts in texts_in_sources().items():
        node = ElementTree.SubElement(root, "context")
        ElementTree.SubElement(node, "name").text = context
        for text in texts:
            message = ElementTree.SubElement(node, "message")
            ElementTree.SubElement(message, "source").text = text
            translated = known.get((context, text)) or anywhere.get(text, "")
            translation = ElementTree.SubElement(message, "translation")
            translation.text = translated
            if not translated:
                translation.set("type", "unfinished")
    ElementTree.indent(root, " ")
    body = ElementTree.tostring(root, encoding="unicode")
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def texts_in_sources() -> dict[str, list[str]]:
    """What the window says, by context: the class whose `tr` is called."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(STUDIO.rglob("*.py")):
        for context, text in _window_texts(ast.parse(path.read_text(encoding="utf-8")), path):
            found.setdefault(context, {})[text] = None
    return {context: list(found[context]) for context in sorted(found)}


def _window_texts(tree: ast.Module, path: Path) -> Iterator[tuple[str, str]]:
    """Calls of `self.tr("…")` with their class, and of `QT_TRANSLATE_NOOP("Context", "…")`."""
    for inside, call in _calls(tree, ""):
        name = ast.unparse(call.func)
        texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
        if name in OWNERS:
            inside = OWNERS[name] or inside
            if not inside or not isinstance(texts[0], str):
                raise SystemExit(f"{path}:{call.lineno}: self.tr needs a class around it and a literal text")
            yield inside, texts[0]
        elif name == "QT_TRANSLATE_NOOP":
            yield str(texts[0]), str(texts[1])
        elif name.endswith(".tr"):
            raise SystemExit(f"{path}:{call.lineno}: use self.tr, so that the text's context is known")


def _calls(node: ast.AST, inside: str) -> Iterator[tuple[str, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield inside, child
        yield from _calls(child, child.name if isinstance(child, ast.ClassDef) else inside)


def release(file: Path, to: Path | None = None) -> Path:
    """Make the `.qm` file that the window reads."""
    target = to or file.with_suffix(".qm")
    _run("pyside6-lrelease", str(file), "-qm", str(target))
    return target


def translations(file: Path) -> dict[tuple[str, str], str]:
    """Translations by context and text; empty for those that wait."""
    found: dict[tuple[str, str], str] = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            key = (context.findtext("name") or "", message.findtext("source") or "")
            found[key] = message.findtext("translation") or ""
    return found


def _run(program: str, *arguments: str) -> None:
    path = Path(sys.executable).with_name(program)
    done = subprocess.run([path, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr or done.stdout)


if __name__ == "__main__":
    sys.exit(main())
