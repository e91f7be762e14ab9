"""Builds the images of deploy/ without Docker, and runs the server's as compose.yaml does.

It needs root, buildah and debootstrap (`apt-get install buildah debootstrap`), `make setup-dev`, 10 GB in --work, and
takes a quarter of an hour. The image that deploy/Dockerfile begins with is replaced by a stand-in of Debian's packages;
for NVIDIA's image there is none: of Dockerfile.tensorrt what pip installs is installed on the same stand-in.

    sudo .venv/bin/python scripts/check_images.py
    sudo .venv/bin/python scripts/check_images.py --volume /etc/pip.conf:/etc/pip.conf:ro
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from image_run import run_as_compose

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
OFFICIAL = "docker.io/library/python:3.11-slim-bookworm"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-pip,libpython3.11,ca-certificates"
HEADERS = ("libpython3-dev", "libpython3.11-dev")
"""They are unpacked without what they ask for, because the official image has Python's headers but not those of C."""


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


def make_stand_in(root: Path) -> None:
    """Make the files of a system with what the Dockerfile expects: python, pip, libpython and Python's headers."""
    options = ["--variant=minbase", f"--include={PACKAGES}"]
    subprocess.run(["debootstrap", *options, "bookworm", str(root), MIRROR], check=True)
    (root / "usr/lib/python3.11/EXTERNALLY-MANAGED").unlink(missing_ok=True)
    (root / "usr/local/bin/python").symlink_to("../../bin/python3")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "-q", *HEADERS], cwd=folder, check=True)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, root], check=True)
    (root / ".finished").touch()


def import_stand_in(buildah: Buildah, root: Path) -> None:
    """Give the stand-in the name of the official image."""
    container = buildah("from", "scratch")
    buildah("add", "-q", container, root, "/")
    buildah("commit", "-q", container, OFFICIAL)
    buildah("rm", container)


def tensorrt_on_stand_in() -> str:
    """Dockerfile.tensorrt on the stand-in, without the exported plans."""
    text = (DEPLOY / "Dockerfile.tensorrt").read_text()
    text = re.sub(r"^FROM .*$", f"FROM {OFFICIAL}", text, flags=re.MULTILINE)
    return re.sub(r"^COPY out/tensorrt .*\n", "", text, flags=re.MULTILINE)


def main() -> int:
    """Build both, run the server's; returns 0 if all of it worked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--work", type=Path, default=Path("/var/tmp/timbre-images"), help="where images are kept"
    )
    parser.add_argument(
        "--volume", action="append", default=[], help="HOST:CONTAINER:ro, mounted while it builds"
    )
    parser.add_argument("--only", choices=["server", "tensorrt", "run"], help="one of the three steps")
    args = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit(
            "Run this as root: it makes a system of its own in a folder, and mounts what a container has."
        )
    args.work.mkdir(parents=True, exist_ok=True)
    buildah, root = Buildah(args.work), args.work / "base"
    if not (root / ".finished").exists():
        make_stand_in(root)
    if OFFICIAL not in buildah("images", "--format", "{{.Name}}:{{.Tag}}"):
        import_stand_in(buildah, root)
    volumes = [part for volume in args.volume for part in ("--volume", volume)]
    print(f"== {shlex.join(sys.argv)}", flush=True)
    if args.only in (None, "server"):
        buildah.build(DEPLOY / "Dockerfile", "timbre-server", volumes)
    if args.only in (None, "tensorrt"):
        file = args.work / "Dockerfile.tensorrt"
        file.write_text(tensorrt_on_stand_in())
        buildah.build(file, "timbre-tensorrt", volumes)
    if args.only in (None, "run"):
        container = buildah("from", "--pull-never", "timbre-server")
        try:
            run_as_compose(Path(buildah("mount", container)), DEPLOY / "compose.yaml")
        finally:
            buildah("rm", container)
    print("== all of it worked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
