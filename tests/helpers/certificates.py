"""Certificates that no authority has signed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def make_certificate(folder: Path) -> tuple[str, str]:
    """A certificate for 127.0.0.1 and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    subject = ["-subj", "/CN=timbre", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-days", "2"]
    subprocess.run([*command, *subject, "-out", certificate, "-keyout", key], check=True, capture_output=True)
    return str(certificate), str(key)
