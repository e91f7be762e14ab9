"""What a server is started with, as the client writes it and the keeper reads it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from timbre import contract, paths
from timbre.engines.select import may_use_gpu
from timbre_app.server.errors import ServerError

GRACE_S = 30.0
"""How long a server without clients stays, so that the next command finds it warm."""


@dataclass(frozen=True)
class ServerOptions:
    """How to start the server.

    Attributes:
        host: The address to listen on; loopback unless the person asks for more.
        http_port: 0 takes a free one, as for the other two.
        grpc_port: What clients speak to.
        metrics_port: Prometheus metrics.
        grace_s: Seconds without a client until the server stops.
        all_models: Load cloning and transcribing at start too, for a server among several.
    """

    host: str = "127.0.0.1"
    http_port: int = 0
    grpc_port: int = 0
    metrics_port: int = 0
    grace_s: float = GRACE_S
    all_models: bool = False

    def __post_init__(self) -> None:
        for port in (self.http_port, self.grpc_port, self.metrics_port):
            if not 0 <= port <= 65_535:
                raise ServerError(f"{port} is not a port; use a number from 1 to 65535.")

    @classmethod
    def from_environment(cls) -> ServerOptions:
        """The defaults, with the grace time from TIMBRE_SERVER_GRACE_S when it is set."""
        text = os.environ.get("TIMBRE_SERVER_GRACE_S", "")
        if not text:
            return cls()
        try:
            return cls(grace_s=float(text))
        except ValueError:
            raise ServerError(f"TIMBRE_SERVER_GRACE_S is {text!r}; it must be a number of seconds.") from None


@dataclass(frozen=True)
class LaunchPlan:
    """All that the keeper needs; it travels as JSON on the keeper's command line.

    Attributes:
        options: The person's choices.
        model_repository: The folder of models.
        models: Loaded at start.
        run_dir: State, locks and leases.
        logs_dir: The server's log.
        fingerprint: Changes when a server started now would differ from one started earlier.
    """

    options: ServerOptions
    model_repository: str
    models: tuple[str, ...]
    run_dir: str
    logs_dir: str
    fingerprint: str

    def to_json(self) -> str:
        """The plan as one line."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, text: str) -> LaunchPlan:
        """Read `to_json`'s line."""
        fields = json.loads(text)
        fields["options"] = ServerOptions(**fields["options"])
        fields["models"] = tuple(fields["models"])
        return cls(**fields)


def model_repository() -> Path:
    """The folder `triton_repo`: TIMBRE_TRITON_REPO, beside the sources, or inside the installed package.

    Raises:
        ServerError: if there is none.
    """
    chosen = os.environ.get("TIMBRE_TRITON_REPO")
    package = Path(__file__).resolve().parents[1]
    places = [Path(chosen)] if chosen else [package.parents[1] / "triton_repo", package / "triton_repo"]
    for place in places:
        if (place / "tts" / "config.pbtxt").is_file():
            return place.resolve()
    raise ServerError(f"The speech server's models were not found in {places[0]}; reinstall Timbre.")


def launch_plan(options: ServerOptions) -> LaunchPlan:
    """Everything for a server of this user, from the options and the environment."""
    repository = model_repository()
    return LaunchPlan(
        options=options,
        model_repository=str(repository),
        models=_models(options),
        run_dir=str(paths.run_dir()),
        logs_dir=str(paths.logs_dir()),
        fingerprint=_fingerprint(repository),
    )


def _models(options: ServerOptions) -> tuple[str, ...]:
    """What is loaded at start; TIMBRE_EXTRA_MODELS names networks that are models of the repository."""
    extra = [name for name in os.environ.get("TIMBRE_EXTRA_MODELS", "").split(",") if name]
    speech = contract.FUSED_MODELS if _is_fused() else contract.SPEECH_MODELS
    on_demand = contract.ON_DEMAND_MODELS if options.all_models else ()
    return (*extra, *(model.name for model in (*speech, *on_demand)))


def _is_fused() -> bool:
    """Whether one process is to do all of speech; TIMBRE_FUSED, 0 or 1, or whether a GPU may be used."""
    chosen = os.environ.get("TIMBRE_FUSED")
    return chosen != "0" if chosen else may_use_gpu()


def _fingerprint(repository: Path) -> str:
    """A digest of the code, the base model and the settings that a server would start with."""
    files = [*sorted(repository.glob("*/1/model.py")), *sorted(paths.base_dir().glob("*.json"))]
    stamps = [f"{file}:{file.stat().st_mtime_ns}" for file in files]
    settings = [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("TIMBRE_")]
    return hashlib.sha256("\n".join([sys.prefix, *stamps, *settings]).encode()).hexdigest()[:16]
