"""The options and the plan with which a server is started; the client writes them and the keeper reads them."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import ipaddress
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from timbre import contract, paths
from timbre.engines.decision import SETTING, chosen_engine
from timbre.engines.select import may_use_gpu
from timbre.transcription import has_recognizer
from timbre_app.server.errors import ServerError

GRACE_S = 30.0
"""How long a server without clients stays, so that the next command finds it ready."""

PIPELINE_SETTING = "TIMBRE_FUSED"
AUTO, ENSEMBLE, FUSED = PIPELINES = ("auto", "ensemble", "fused")
"""Ways from text to sound: three models in three processes, or one process; "auto" takes one where a GPU may be used.
See docs/decisions/0015-on-a-gpu-one-process-speaks.md."""


@dataclass(frozen=True)
class ServerOptions:
    """How to start the server.

    Attributes:
        host: The address that a gateway listens on. An address that is not loopback starts a gateway.
        grpc_port: The gateway's port for clients with a key. A port starts a gateway; 0 does not, and takes any free
            port if the host starts one.
        metrics_port: The port for Prometheus; 0 for none.
        grace_s: Seconds without a client until the server stops.
        all_models: Whether to load also cloning and transcribing at the start, for a server among several.
        key_file: The file with the keys of clients (timbre_app.gateway.keys); empty for the one that Timbre makes.
        tls_cert: PEM file of the gateway's certificate chain; empty for no TLS.
        tls_key: PEM file of the certificate's key.
        engine: What the networks run on, see timbre.engines.select; "auto" leaves it to the setting and the machine.
        pipeline: One of PIPELINES.
    """

    host: str = "127.0.0.1"
    grpc_port: int = 0
    metrics_port: int = 0
    grace_s: float = GRACE_S
    all_models: bool = False
    key_file: str = ""
    tls_cert: str = ""
    tls_key: str = ""
    engine: str = "auto"
    pipeline: str = "auto"

    def __post_init__(self) -> None:
        if bool(self.tls_cert) != bool(self.tls_key):
            raise ServerError("A certificate needs its key: give both --tls-cert and --tls-key, or neither.")
        for port in (self.grpc_port, self.metrics_port):
            check_port(port)

    @property
    def serves_network(self) -> bool:
        """Whether clients with a key may connect over TCP."""
        return bool(self.grpc_port) or not is_loopback(self.host)

    @property
    def wants_gateway(self) -> bool:
        """Whether a gateway is needed, for clients or for metrics."""
        return self.serves_network or bool(self.metrics_port)

    @classmethod
    def from_environment(cls) -> ServerOptions:
        """The defaults, with TIMBRE_ENGINE, TIMBRE_FUSED and TIMBRE_SERVER_GRACE_S when they are set."""
        text = os.environ.get("TIMBRE_SERVER_GRACE_S", "")
        try:
            grace_s = float(text) if text else GRACE_S
            return cls(grace_s=grace_s, engine=chosen_engine(), pipeline=_chosen_pipeline())
        except ValueError:
            raise ServerError(
                "TIMBRE_SERVER_GRACE_S is {text!r}; it must be a number of seconds.", text=text
            ) from None


@dataclass(frozen=True)
class LaunchPlan:
    """Everything that the keeper needs; it is passed as JSON on the keeper's command line.

    Attributes:
        options: The person's choices.
        model_repository: The folder of models.
        models: Models to load at the start.
        run_dir: Folder of state, locks and leases.
        logs_dir: Folder of the server's log.
        fingerprint: Differs from that of an earlier plan if this one would start another server.
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
        """Read the line that `to_json` wrote."""
        fields = json.loads(text)
        fields["options"] = ServerOptions(**fields["options"])
        fields["models"] = tuple(fields["models"])
        return cls(**fields)


def check_port(port: int) -> None:
    """Raise ServerError if a number is not that of a port."""
    if not 0 <= port <= 65_535:
        raise ServerError("{port} is not a port; use a number from 1 to 65535.", port=port)


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach an address."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host == "localhost"


def model_repository() -> Path:
    """Find the folder `triton_repo`: TIMBRE_TRITON_REPO, or beside the sources, or inside the installed package.

    Raises:
        ServerError: if there is no such folder.
    """
    folder = os.environ.get("TIMBRE_TRITON_REPO")
    package = Path(__file__).resolve().parents[1]
    places = [Path(folder)] if folder else [package.parents[1] / "triton_repo", package / "triton_repo"]
    for place in places:
        if (place / "tts" / "config.pbtxt").is_file():
            return place.resolve()
    raise ServerError(
        "The speech server's models were not found in {folder}; reinstall Timbre.", folder=places[0]
    )


def launch_plan(options: ServerOptions) -> LaunchPlan:
    """Make the plan for a server of this user, from the options and the environment."""
    repository = model_repository()
    return LaunchPlan(
        options=options,
        model_repository=str(repository),
        models=_models(options),
        run_dir=str(paths.run_dir()),
        logs_dir=str(paths.logs_dir()),
        fingerprint=_fingerprint(repository, options),
    )


def _models(options: ServerOptions) -> tuple[str, ...]:
    """Models to load at the start; TIMBRE_EXTRA_MODELS names further models of the repository."""
    extra = [name for name in os.environ.get("TIMBRE_EXTRA_MODELS", "").split(",") if name]
    speech = contract.FUSED_MODELS if _is_fused(options) else contract.SPEECH_MODELS
    on_demand = contract.ON_DEMAND_MODELS if options.all_models else ()
    names = [model.name for model in (*speech, *on_demand)]
    if not has_recognizer():
        names = [name for name in names if name != contract.TRANSCRIBE_MODEL.name]
    return (*extra, *names)


def _is_fused(options: ServerOptions) -> bool:
    """Whether one process does all steps of speech: as the options or TIMBRE_FUSED say, else if a GPU may be used."""
    pipeline = _chosen_pipeline() if options.pipeline == AUTO else options.pipeline
    return may_use_gpu(options.engine) if pipeline == AUTO else pipeline == FUSED


def _chosen_pipeline() -> str:
    """What TIMBRE_FUSED (0 or 1) says."""
    setting = os.environ.get(PIPELINE_SETTING)
    return (ENSEMBLE if setting == "0" else FUSED) if setting else AUTO


def _fingerprint(repository: Path, options: ServerOptions) -> str:
    """A digest of the code, the base model, the settings and the gateway with which a server would start."""
    files = [*sorted(repository.glob("*/1/model.py")), *sorted(paths.base_dir().glob("*.json"))]
    stamps = [f"{file}:{file.stat().st_mtime_ns}" for file in files]
    settings = [
        f"{name}={value}"
        for name, value in sorted(os.environ.items())
        if name.startswith("TIMBRE_") and name not in (SETTING, PIPELINE_SETTING)
    ]
    settings += [chosen_engine(options.engine), FUSED if _is_fused(options) else ENSEMBLE]
    gateway = str(options) if options.wants_gateway else ""
    # A path may have bytes that are no UTF-8.
    text = "\n".join([sys.prefix, *stamps, *settings, gateway]).encode(errors="surrogateescape")
    return hashlib.sha256(text).hexdigest()[:16]
