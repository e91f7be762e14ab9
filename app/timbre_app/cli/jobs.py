"""`timbre jobs list|show|cancel|resume|remove|wait`: the jobs of the queue."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from timbre_app.cli.arguments import as_sentence
from timbre_app.jobs.job import Job, State
from timbre_app.jobs.office import JobOffice

POLL_S = 0.3
_Action = Callable[[argparse.Namespace, JobOffice], int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand for each action."""
    parser.set_defaults(action=list_jobs)
    parser.add_argument("--json", action="store_true", help="as JSON")
    actions = parser.add_subparsers(
        metavar="ACTION", help="list (without any), show, wait, cancel, resume, remove"
    )

    def add(name: str, action: _Action, summary: str, *other_names: str) -> argparse.ArgumentParser:
        command = actions.add_parser(
            name, aliases=list(other_names), help=summary, description=as_sentence(summary)
        )
        command.set_defaults(action=action)
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="as JSON")
        return command

    add("list", list_jobs, "list all jobs, the newest first")
    add("show", show_job, "show how far a job is and what it wrote").add_argument("id", metavar="ID")
    add("wait", wait_for_job, "wait until a job has ended").add_argument("id", metavar="ID")
    add("cancel", cancel_job, "end a job; what it has spoken stays until it is removed").add_argument(
        "id", metavar="ID"
    )
    add(
        "resume", resume_job, "have a job that failed or was cancelled go on where it stopped", "retry"
    ).add_argument("id", metavar="ID")
    remove = add("remove", remove_jobs, "forget jobs with their texts; files that they wrote stay")
    remove.add_argument("id", nargs="*", metavar="ID")
    remove.add_argument("--ended", action="store_true", help="all jobs that have ended")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; returns 1 if the job it is about has failed, else 0."""
    return args.action(args, JobOffice())


def list_jobs(args: argparse.Namespace, office: JobOffice) -> int:
    """Print one line for each job."""
    jobs = office.list()
    if args.json:
        print(json.dumps([about(job) for job in jobs]))
    elif not jobs:
        print("There are no jobs; --job of `timbre say`, `book` and `dialogue` makes one.", file=sys.stderr)
    else:
        for job in jobs:
            print(line(job))
    return 0


def show_job(args: argparse.Namespace, office: JobOffice) -> int:
    """Print all that is known of a job."""
    return tell(office.get(args.id), args.json)


def wait_for_job(args: argparse.Namespace, office: JobOffice) -> int:
    """Wait for a job, then show it."""
    return tell(wait(office, args.id), args.json)


def cancel_job(args: argparse.Namespace, office: JobOffice) -> int:
    """End a job."""
    return tell(office.cancel(args.id), args.json, fails=False)


def resume_job(args: argparse.Namespace, office: JobOffice) -> int:
    """Have a job go on."""
    return tell(office.resume(args.id), args.json)


def remove_jobs(args: argparse.Namespace, office: JobOffice) -> int:
    """Forget jobs."""
    ended = [job.id for job in office.list() if not job.state.is_open] if args.ended else []
    if not args.id and not args.ended:
        print("timbre: name the jobs to remove, or add --ended", file=sys.stderr)
        return 1
    for job_id in dict.fromkeys([*args.id, *ended]):
        office.remove(job_id)
    if args.json:
        print(json.dumps([*args.id, *ended]))
    return 0


def wait(office: JobOffice, job_id: str) -> Job:
    """Wait until a job has ended; shows its progress on a terminal."""
    is_terminal = sys.stderr.isatty()
    while (job := office.get(job_id)).state.is_open:
        if is_terminal:
            print(f"\r{job.done} of {job.count} sentences", end="", file=sys.stderr, flush=True)
        time.sleep(POLL_S)
    if is_terminal:
        print(file=sys.stderr)
    return job


def tell(job: Job, as_json: bool, fails: bool = True) -> int:
    """Print a job; returns 1 if it has failed, in whole or in part."""
    if as_json:
        print(json.dumps(about(job)))
    else:
        print(line(job))
        for path in job.result.files:
            print(f"  {path}")
    if job.result.remark is not None and not as_json:
        print(job.result.remark)
    if job.error is not None:
        print(f"timbre: {job.error}", file=sys.stderr)
    for failure in job.result.failed:
        print(f"timbre: {failure.part}: {failure.reason}", file=sys.stderr)
    return int(fails and (job.state is State.FAILED or bool(job.result.failed)))


def line(job: Job) -> str:
    """A job in one line."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(job.created))
    return f"{job.id}  {job.state.value:9}  {100 * job.share:3.0f} %  {when}  {job.title}"


def about(job: Job) -> dict[str, Any]:
    """A job as plain values."""
    result = job.result
    return {
        "id": job.id,
        "kind": job.kind,
        "origin": job.origin,
        "title": job.title,
        "state": job.state.value,
        "done": job.done,
        "count": job.count,
        "created": round(job.created, 3),
        "changed": round(job.changed, 3),
        "files": [str(path) for path in result.files],
        "duration_s": round(result.duration_s, 3),
        "failed": [{"part": failure.part, "message": str(failure.reason)} for failure in result.failed],
        "remark": None if result.remark is None else str(result.remark),
        "error": None if job.error is None else str(job.error),
    }
