"""Renews the window's translations: `.venv/bin/python scripts/translations.py`.

    app/timbre_app/studio/**.py   self.tr("…")                                   ─┐
    core, app, finetune           Message.of("…"), constructors of a TimbreError ─┴▶ translations/timbre_zh_CN.ts ─▶ .qm

The `.ts` file is brought up to date with the sources (translate what is unfinished in it by hand or with
pyside6-linguist, then run this again) and the `.qm` file is made.
Ends with status 1 if a text has no translation yet, and prints those. (pyside6-lupdate 6.11 loses the class of some
texts, so the sources are read here.)
"""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STUDIO = ROOT / "app" / "timbre_app" / "studio"
LANGUAGES = ("zh_CN",)
PACKAGES = ("core", "app", "finetune")
MESSAGES = "Messages"
"""The context of all messages, as in `studio.language`."""
ERROR = "TimbreError"
MESSAGE_OF = "Message.of"
OWNERS = {"self.tr": "", "tr": "", "self.window.tr": "MainWindow"}
"""Whose `tr` is called, and so its class: of `self.tr` the class around it."""


def main() -> int:
    """Renew everything; returns 1 if texts wait for a translation."""
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


def messages() -> list[str]:
    """The templates of all messages in the three packages."""
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    errors = _error_classes(trees.values())
    templates: dict[str, None] = {}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = ast.unparse(node.func)
                if name == MESSAGE_OF or name.rpartition(".")[2] in errors:
                    templates.update(dict.fromkeys(_template(node.args[0], path)))
    return list(templates)


def _error_classes(trees: Iterable[ast.Module]) -> set[str]:
    """The names of TimbreError and of all that derive from it."""
    bases = {
        node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    errors = {ERROR}
    while more := {name for name, above in bases.items() if above & errors} - errors:
        errors |= more
    return errors


def _template(text: ast.expr, path: Path) -> Iterator[str]:
    """The template if it is written here, and not taken from another message."""
    if isinstance(text, ast.Constant):
        yield str(text.value)
    elif isinstance(text, (ast.JoinedStr, ast.BinOp)):
        raise SystemExit(f"{path}:{text.lineno}: a message is a literal template with named arguments")


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
    """All texts by context: the class whose `tr` is called, or MESSAGES."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(STUDIO.rglob("*.py")):
        for context, text in _window_texts(ast.parse(path.read_text(encoding="utf-8")), path):
            found.setdefault(context, {})[text] = None
    found[MESSAGES] = dict.fromkeys(messages())
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
