"""`timbre book … --job`: a book as a job, which goes on after the command has ended."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from timbre_app.cli.apart import check_folder
from timbre_app.cli.jobs import tell
from timbre_app.cli.say_job import lasting_name

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.books.assembling import Delivery
    from timbre_app.books.project import BookProject
    from timbre_app.books.rendering import BookOrder


def submit_book(
    project: BookProject,
    order: BookOrder,
    delivery: Delivery,
    voice: Voice,
    lexicon: Mapping[str, str],
    args: argparse.Namespace,
) -> int:
    """Submit a book, whose arguments were checked; returns 0.

    Raises:
        SayError: if the folder is not there.
    """
    from timbre_app.jobs.book import parameters_of
    from timbre_app.jobs.office import JobOffice

    check_folder(delivery.folder.absolute().parent if delivery.suffix else delivery.folder.absolute())
    order = replace(order, voice_id=lasting_name(args.voice, voice))
    parameters = {
        **parameters_of(project, order, delivery),
        "language": args.language or "",
        "report": args.report,
        "lexicon": dict(lexicon),
    }
    return tell(JobOffice().submit("book", project.entry.title, parameters), args.json)
