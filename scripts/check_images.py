"""Builds the images of deploy/ without Docker, and runs the servers in them with what compose.yaml allows them.

It needs root, buildah and debootstrap (`apt-get install buildah debootstrap`), `make setup-dev`, 10 GB in --work, and
takes five to fifteen minutes. The image that deploy/Dockerfile begins with is replaced by a stand-in of Debian's
packages. So is NVIDIA's image, or by one of Ubuntu's, which are nearer to it, with --ubuntu-keyring. What is NVIDIA's
in there has stand-ins too: see tensorrt_run.py.

    sudo .venv/bin/python scripts/check_images.py
    sudo .venv/bin/python scripts/check_images.py --volume /etc/pip.conf:/etc/pip.conf:ro
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from image_run import run_as_compose
from tensorrt_run import run_tensorrt

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
OFFICIAL = "docker.io/library/python:3.11-slim-bookworm"
NVIDIAS = "nvcr.io/nvidia/tritonserver"
HEADERS = ("libpython3-dev", "libpython3.11-dev")
"""They are unpacked without what they ask for, because the official image has Python's headers but not those of C."""


@dataclass(frozen=True)
class System:
    """A system of packages from which debootstrap makes a stand-in.

    Attributes:
        suite: Its name.
        mirror: Where its packages are.
        packages: What the image that is replaced has.
        script: The script of debootstrap, which may not know the suite.
        components: Parts of the mirror.
    """

    suite: str
    mirror: str
    packages: str
    script: str
    components: str = "main"


DEBIAN = System(
    "bookworm",
    "http://deb.debian.org/debian",
    "python3,python3-pip,libpython3.11,ca-certificates",
    "bookworm",
)
UBUNTU = System(
    "noble",
    "http://archive.ubuntu.com/ubuntu",
    "python3,python3-pip,python3-setuptools,python3-wheel,libpython3.12t64,ca-certificates",
    "gutsy",
    "main,universe",
)


class Buildah:
    """buildah with a storage of its own.

    Args:
        work: The folder of the storage.
    """

    def __init__(self, work: Path) -> None:
        self._program = ["buildah", "--root", str(work / "storage"), "--runroot", str(work / "run")]

    def __call__(self, *arguments: str | Path) -> str:
        """Run a command of buildah; returns what it prints."""
        command = [*self._program, *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def build(self, file: Path, tag: str, options: list[str]) -> None:
        """Build an image from images that are here already, and show how it goes."""
        fixed = ["build", "--isolation", "chroot", "--pull-never", "--format", "docker"]
        command = [*self._program, *fixed, "-t", tag, "-f", str(file), *options, str(ROOT)]
        subprocess.run(command, check=True)


def make_files(system: System, root: Path, keyring: Path | None = None) -> None:
    """Make the files of a system, unless they are there.

    Args:
        system: The system.
        root: Their folder.
        keyring: The keys that its packages are signed with; those of this machine by default.
    """
    if (root / ".finished").exists():
        return
    options = ["--variant=minbase", f"--include={system.packages}", f"--components={system.components}"]
    options += [f"--keyring={keyring}"] if keyring else []
    command = ["debootstrap", *options, system.suite, str(root), system.mirror, system.script]
    subprocess.run(command, check=True)
    (root / ".finished").touch()


def complete_debian(root: Path) -> None:
    """Make Debian's system like the official image of Python, which has Python's headers, and a `python`."""
    if (root / "usr/local/bin/python").is_symlink():
        return
    (root / "usr/lib/python3.11/EXTERNALLY-MANAGED").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "-q", *HEADERS], cwd=folder, check=True)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, root], check=True)
    (root / "usr/local/bin/python").symlink_to("../../bin/python3")


def import_files(buildah: Buildah, root: Path, name: str) -> None:
    """Make an image of files, unless it is there."""
    if name in buildah("images", "--format", "{{.Name}}:{{.Tag}}").splitlines():
        return
    container = buildah("from", "scratch")
    buildah("add", "-q", container, root, "/")
    buildah("commit", "-q", container, name)
    buildah("rm", container)


def tensorrt_on(image: str) -> str:
    """Dockerfile.tensorrt on another image than NVIDIA's."""
    text = (DEPLOY / "Dockerfile.tensorrt").read_text()
    return re.sub(rf"^FROM {NVIDIAS}:.*$", f"FROM {image}", text, flags=re.MULTILINE)


def build_tensorrt(buildah: Buildah, work: Path, keyring: Path | None, volumes: list[str]) -> None:
    """Export the plans' graphs, and build the image that serves them.

    Args:
        buildah: It builds.
        work: The folder for the system's files.
        keyring: The keys of Ubuntu's packages; None for a stand-in of Debian's.
        volumes: Options of buildah.
    """
    image = OFFICIAL
    if keyring is not None:
        image = "localhost/ubuntu:noble"
        make_files(UBUNTU, work / "ubuntu", keyring)
        import_files(buildah, work / "ubuntu", image)
    export = [
        "timbre_finetune.cli",
        "export",
        "--target",
        "tensorrt",
        "--out",
        str(ROOT / "out" / "tensorrt"),
    ]
    subprocess.run([sys.executable, "-m", *export], check=True)
    file = work / "Dockerfile.tensorrt"
    file.write_text(tensorrt_on(image))
    buildah.build(file, "timbre-tensorrt", volumes)


@contextlib.contextmanager
def mounted(buildah: Buildah, image: str) -> Generator[Path]:
    """The files of an image, which may be changed: they are copies."""
    container = buildah("from", "--pull-never", image)
    try:
        yield Path(buildah("mount", container))
    finally:
        buildah("rm", container)


def main() -> int:
    """Build both and run both; returns 0 if all of it worked."""
    args = parse_arguments()
    if os.geteuid() != 0:
        sys.exit(
            "Run this as root: it makes a system of its own in a folder, and mounts what a container has."
        )
    args.work.mkdir(parents=True, exist_ok=True)
    buildah, root = Buildah(args.work), args.work / "base"
    make_files(DEBIAN, root)
    complete_debian(root)
    import_files(buildah, root, OFFICIAL)
    volumes = [part for volume in args.volume for part in ("--volume", volume)]
    print(f"== {shlex.join(sys.argv)}", flush=True)
    if args.only in (None, "server"):
        buildah.build(DEPLOY / "Dockerfile", "timbre-server", volumes)
    if args.only in (None, "run"):
        with mounted(buildah, "timbre-server") as image:
            run_as_compose(image, DEPLOY / "compose.yaml")
    if args.only in (None, "tensorrt"):
        build_tensorrt(buildah, args.work, args.ubuntu_keyring, volumes)
        with mounted(buildah, "timbre-tensorrt") as image:
            run_tensorrt(image, DEPLOY)
    print("== all of it worked")
    return 0


def parse_arguments() -> argparse.Namespace:
    """What to do, and where."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--work", type=Path, default=Path("/var/tmp/timbre-images"), help="where images are kept"
    )
    parser.add_argument(
        "--volume", action="append", default=[], help="HOST:CONTAINER:ro, mounted while it builds"
    )
    parser.add_argument("--only", choices=["server", "run", "tensorrt"], help="one of the three steps")
    parser.add_argument(
        "--ubuntu-keyring",
        type=Path,
        help="file with the keys of Ubuntu's archive: of the package ubuntu-keyring",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
