"""The life of the speech server: how it is found, started, shared, restarted, stopped. Imports no tritonclient."""

from timbre_app.server.errors import ServerError
from timbre_app.server.life import (
    ServerHandle,
    ServerStatus,
    is_starting,
    open_server,
    server_status,
    stop_server,
)
from timbre_app.server.options import ServerOptions

__all__ = [
    "ServerError",
    "ServerHandle",
    "ServerOptions",
    "ServerStatus",
    "is_starting",
    "open_server",
    "server_status",
    "stop_server",
]
