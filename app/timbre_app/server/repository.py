"""Triton's models as the keeper sees them: their states, loading and unloading, and their processes."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timbre_app.server import unix_http

READY = "READY"
LOADING = "LOADING"
UNLOADING = "UNLOADING"
INDEX_TIMEOUT_S = 5.0
LOAD_TIMEOUT_S = 120.0
TAKE_OVER_TIMEOUT_S = 900.0
"""Compiled networks take a minute to load where they are kept, and minutes to compile where they are not."""
_STUB = re.compile(r"/(?P<model>[^/\0]+)/\d+/model\.py\0")


@dataclass(frozen=True)
class ModelState:
    """A model's state.

    Attributes:
        state: READY, LOADING, UNLOADING, UNAVAILABLE, or empty for a model that nobody has loaded.
        reason: Why the model is not ready, in Triton's words.
    """

    state: str
    reason: str = ""


class ModelRepository:
    """The models of a running server.

    Args:
        http: The server's HTTP socket.
    """

    def __init__(self, http: Path) -> None:
        self._http = http

    def is_ready(self) -> bool:
        """Whether the server has finished its start."""
        try:
            return unix_http.request(self._http, "/v2/health/ready", timeout_s=1.0)[0] == 200
        except OSError:
            return False

    def states(self) -> Mapping[str, ModelState]:
        """Each model's state, by name.

        Raises:
            OSError: if the server does not answer.
        """
        status, answer = unix_http.request(self._http, "/v2/repository/index", b"{}", INDEX_TIMEOUT_S)
        if status != 200:
            raise ConnectionError(f"the list of models was refused ({status})")
        return {
            entry["name"]: ModelState(entry.get("state", ""), entry.get("reason", ""))
            for entry in json.loads(answer)
        }

    def load(self, model: str) -> str:
        """Load a model; returns why that failed, or "" if the model is ready.

        Raises:
            OSError: if the server does not answer.
        """
        return self._change(model, "load")

    def load_beside(self, model: str, config: str) -> str:
        """Load a model that is loaded once more, with another configuration; raises and returns as `load` does.

        The old one answers until the new one is ready, and to the end what it has begun; if loading fails it stays.

        Args:
            model: Its name.
            config: Triton's JSON of the configuration.
        """
        return self._change(model, "load", {"parameters": {"config": config}}, TAKE_OVER_TIMEOUT_S)

    def unload(self, model: str) -> str:
        """Unload a model; returns why that failed, or ""; raises as `load` does."""
        return self._change(model, "unload")

    def _change(
        self, model: str, what: str, wish: Mapping[str, Any] | None = None, timeout_s: float = LOAD_TIMEOUT_S
    ) -> str:
        target = f"/v2/repository/models/{model}/{what}"
        body = json.dumps(wish or {}).encode()
        status, answer = unix_http.request(self._http, target, body, timeout_s)
        if status == 200:
            return ""
        try:
            return telling_line(str(json.loads(answer)["error"]))
        except (ValueError, KeyError, TypeError):
            return f"the server refused it ({status})"


def config_with(path: Path, parameter: str, value: str) -> str:
    """A model's configuration with one parameter more, as Triton's JSON.

    Args:
        path: The file config.pbtxt.
        parameter: Name of the parameter.
        value: Its value.
    """
    # Seldom wanted, and too much for a keeper that runs all day.
    from google.protobuf import json_format, text_format
    from tritonclient.grpc import model_config_pb2

    config = text_format.Parse(path.read_text(), model_config_pb2.ModelConfig())  # pyright: ignore
    config.parameters[parameter].string_value = value
    return json_format.MessageToJson(config, preserving_proto_field_name=True)


def telling_line(reason: str) -> str:
    """The sentence inside "Internal: ValueError: sentence" and a stack trace."""
    lines = [line.strip() for line in reason.splitlines() if line.strip()]
    return re.sub(
        r"^(load failed for model '\w+': )?(version \d+ is at UNAVAILABLE state: )?(Internal: )?(\w+Error: )?",
        "",
        lines[0] if lines else "no reason given",
    )


def stub_processes(server_pid: int) -> Mapping[str, Sequence[int]]:
    """The living processes of models written in Python, by the model's name; two while one takes over.

    Args:
        server_pid: The process of the server, which started them.
    """
    stubs: defaultdict[str, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            model = _model_of(int(folder.name))
            if model and _parent_of(int(folder.name)) == server_pid:
                stubs[model].append(int(folder.name))
    return stubs


def is_stub_of(pid: int | None, model: str) -> bool:
    """Whether a process lives and is that of a model."""
    return pid is not None and _model_of(pid) == model


def _model_of(pid: int) -> str:
    """The model that a process runs; empty for any other process and for one that has ended."""
    try:
        match = _STUB.search(Path(f"/proc/{pid}/cmdline").read_text())
    except (OSError, UnicodeDecodeError):
        return ""
    return match["model"] if match else ""


def _parent_of(pid: int) -> int:
    """The process that started another; 0 if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError, ValueError):
        return 0
