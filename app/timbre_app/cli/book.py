"""`timbre book FILE --voice NAME -o FOLDER`: makes an audiobook of a book."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.books.assembling import Audiobook, Delivery
    from timbre_app.books.project import BookProject
    from timbre_app.books.rendering import BookOrder, BookProgress
    from timbre_app.reading.sentence import Narrator

NOTHING = "none"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the book, the voice, what to read, and the files."""
    parser.add_argument("book", metavar="FILE", help="a .txt, .md, .html, .docx or .epub file")
    parser.add_argument("--voice", metavar="NAME", help="a voice, or base:SPEAKER")
    parser.add_argument(
        "-o", "--out", metavar="FOLDER", help="folder of the files; NAME.m4b for that file alone"
    )
    parser.add_argument(
        "--chapters", metavar="1-3,7", help="which chapters (default: all but the front matter)"
    )
    parser.add_argument(
        "--skip",
        default="footnotes,front-matter,tables",
        metavar="PARTS",
        help="of footnotes, front-matter, captions, tables; none reads all (default: %(default)s)",
    )
    parser.add_argument(
        "--format", default="mp3", help="of the chapters: wav, flac, mp3, m4a, opus (default: mp3)"
    )
    parser.add_argument("--m4b", action="store_true", help="also one M4B with chapters and the cover")
    parser.add_argument("--report", action="store_true", help="measure the files as audiobook shops do")
    parser.add_argument(
        "--job", action="store_true", help="only order it: it is made in the background; see `timbre jobs`"
    )
    parser.add_argument("--list", action="store_true", help="print the chapters and stop")
    parser.add_argument(
        "--sentences", type=int, metavar="CHAPTER", help="print a chapter's sentences and stop"
    )
    parser.add_argument(
        "--again",
        action="append",
        default=[],
        metavar="CHAPTER:SENTENCE",
        help="another reading of this sentence",
    )
    parser.add_argument("--forget", action="store_true", help="remove what was kept of this book and stop")
    _add_controls(parser)
    parser.add_argument("--json", action="store_true", help="the result as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Make the audiobook, or print what was asked for; returns 0."""
    from timbre_app.books.project import import_book

    project = import_book(Path(args.book))
    if args.forget:
        project.remove()
    elif args.list:
        _list_chapters(project, args.json)
    elif args.sentences is not None:
        _list_sentences(project, args.sentences, _skipped(args.skip))
    else:
        return _make(project, args)
    return 0


def _add_controls(parser: argparse.ArgumentParser) -> None:
    for name, default, unit in (
        ("pace", 1.0, "2 is twice as fast"),
        ("pitch", 0.0, "in semitones"),
        ("energy", 0.0, "in dB"),
        ("liveliness", 1.0, "of the melody, 0 to 2"),
    ):
        parser.add_argument(f"--{name}", type=float, default=default, help=f"{unit} (default: {default:g})")
    parser.add_argument("--seed", type=int, default=0, help="another reading of the book (default: 0)")
    parser.add_argument("--language", help="of the book, as espeak-ng names it (default: the voice's)")
    parser.add_argument(
        "--lexicon", metavar="FILE", help="pronunciations (a word, a tab, its IPA) beside your dictionary"
    )


def _make(project: BookProject, args: argparse.Namespace) -> int:
    from timbre_app.books.assembling import assemble
    from timbre_app.books.report import described, report_on
    from timbre_app.cli.book_job import submit_book
    from timbre_app.cli.say_options import make_controls, make_lexicon
    from timbre_app.cli.session import open_session
    from timbre_app.output.speaking import find_voice
    from timbre_app.reading.narrator import VoiceNarrator

    delivery = _delivery(project, args)
    order, voice, lexicon = _order(project, args), find_voice(args.voice), make_lexicon(args)
    make_controls(args)  # complains about what is out of range
    for place in args.again:
        project.read_otherwise(*_place(place))
    if args.job:
        return submit_book(project, order, delivery, voice, lexicon, args)
    with open_session() as session:
        narrator = VoiceNarrator(session.client, voice, lexicon, args.language, background=True)
        _render(project, order, narrator)
    book = assemble(
        project, order, narrator, delivery, lambda p: _show(f"Writing files: {p.done} of {p.all} steps")
    )
    reports = [report_on(path) for path in book.chapters or book.paths] if args.report else []
    _clear()
    if args.json:
        _print_json(book, [report.to_dict() for report in reports])
        return 0
    print(f"{len(book.paths)} files in {delivery.folder}: {book.duration_s / 60:.1f} minutes of speech.")
    if reports:
        print(described(reports))
    return 0


def _render(project: BookProject, order: BookOrder, narrator: Narrator) -> None:
    from timbre_app.books.rendering import render

    try:
        render(project, order, narrator, _show_progress)
    except KeyboardInterrupt:
        _clear()
        print("timbre: paused; the same command goes on at this sentence", file=sys.stderr)
        raise


def _order(project: BookProject, args: argparse.Namespace) -> BookOrder:
    from timbre_app.books.rendering import BookOrder, chapter_numbers
    from timbre_app.cli.say_options import SayError
    from timbre_app.reading.sentence import HowToSpeak

    if args.voice is None:
        raise SayError("A book needs a voice: choose one with --voice.")
    skipped = _skipped(args.skip)
    count = len(project.entry.chapters)
    chosen = chapter_numbers(args.chapters, count) if args.chapters else project.usual_chapters(skipped)
    readable = [n for n in chosen if args.chapters or project.chapter_entry(n).spoken_characters(skipped)]
    if not readable:
        raise SayError("Nothing is left to read: skip fewer parts, or choose chapters with --chapters.")
    how = HowToSpeak(args.pace, args.pitch, args.energy, args.liveliness, args.seed)
    return BookOrder(tuple(readable), args.voice, how, skipped)


def _delivery(project: BookProject, args: argparse.Namespace) -> Delivery:
    from timbre_app.books.assembling import Delivery, check_format, safe_name
    from timbre_app.cli.say_options import SayError

    if args.out is None:
        raise SayError("A book needs a folder for its files: choose one with -o.")
    out = Path(args.out)
    if out.suffix.lower() == ".m4b":
        return Delivery(out.parent, "", out)
    check_format(args.format)
    m4b = out / f"{safe_name(project.entry.title)}.m4b" if args.m4b else None
    return Delivery(out, args.format, m4b)


def _skipped(text: str) -> frozenset[str]:
    from timbre_app.books.model import SKIPPABLE
    from timbre_app.cli.say_options import SayError

    parts = frozenset(part.strip() for part in text.split(",") if part.strip()) - {NOTHING}
    if not parts <= set(SKIPPABLE):
        raise SayError("--skip knows footnotes, front-matter, captions and tables, or none.")
    return parts


def _place(text: str) -> tuple[int, int]:
    from timbre_app.cli.say_options import SayError

    chapter, _, sentence = text.partition(":")
    if not chapter.isdecimal() or not sentence.isdecimal():
        raise SayError("--again names a chapter and a sentence: write it as in 3:12, see --sentences.")
    return int(chapter), int(sentence)


def _list_chapters(project: BookProject, as_json: bool) -> None:
    entry = project.entry
    if as_json:
        chapters = [
            {"number": c.number, "title": c.title, "front_matter": c.is_front} for c in entry.chapters
        ]
        facts = {"title": entry.title, "author": entry.author, "language": entry.language}
        print(json.dumps({**facts, "chapters": chapters}, ensure_ascii=False))
        return
    print(f"{entry.title}{f', by {entry.author}' if entry.author else ''}")
    for chapter in entry.chapters:
        remark = ", front matter" if chapter.is_front else ""
        print(
            f"{chapter.number:4d}  {chapter.title} ({sum(chapter.characters.values()):,} characters{remark})"
        )


def _list_sentences(project: BookProject, chapter: int, skipped: frozenset[str]) -> None:
    for sentence in project.chapter(chapter).sentences(skipped):
        print(f"{sentence.number:4d}  {' '.join(sentence.text.split())}")


def _show_progress(progress: BookProgress) -> None:
    from timbre_app.cli.progress import format_s

    left = "" if progress.left_s is None else f", {format_s(progress.left_s)} left"
    _show(f"Chapter {progress.chapter}: {100 * progress.share:.1f} %{left}")


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _print_json(book: Audiobook, reports: list[dict[str, object]]) -> None:
    result = {"files": [str(path) for path in book.paths], "duration_s": round(book.duration_s, 3)}
    print(json.dumps({**result, **({"report": reports} if reports else {})}))
