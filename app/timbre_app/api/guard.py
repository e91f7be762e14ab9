"""Decides before a request is read whether it is served at all: no web pages, the key, not too much.

- A web page must not use the API, whoever looks at it. Browsers name the page in `Origin` or `Sec-Fetch-Site`. A page
  whose own name leads to this machine (DNS rebinding) sends that name in `Host`. Without keys, `Host` must therefore
  name this machine; with keys it need not, because a page does not know the key.
- Keys are those of the gateway: `authorization: Bearer KEY`, compared in constant time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from timbre_app.api.errors import ApiError, error_response, too_many
from timbre_app.api.figures import ApiFigures
from timbre_app.api.options import ApiLimits
from timbre_app.gateway.keys import KeyRing
from timbre_app.gateway.own_names import OwnNames

HEALTH = "/healthz"
CLIENT = "timbre.client"
"""Where a request's scope has the name of its key."""
BODY_S = 60.0
"""Time after which a request whose body does not go on is refused."""
_FOREIGN_SITES = ("cross-site", "same-site")


class Guard:
    """Stands before an ASGI application.

    Args:
        app: The application.
        keys: The keys; None serves everybody on this machine.
        limits: How much is served at once.
        uploads: Paths of requests that may have a recording.
        figures: Counts the requests.
    """

    def __init__(
        self,
        app: ASGIApp,
        keys: KeyRing | None,
        limits: ApiLimits,
        uploads: tuple[str, ...],
        figures: ApiFigures,
    ) -> None:
        self._app, self._keys, self._limits = app, keys, limits
        self._uploads, self._figures = uploads, figures
        self._names = OwnNames()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        counted = self._figures.counted(scope["path"], send)
        try:
            scope[CLIENT] = self._checked(scope["path"], Headers(scope=scope))
            if scope["method"] != "POST":
                await self._app(scope, receive, counted)
                return
            if self._figures.in_flight >= self._limits.requests:
                raise too_many("Too many requests are open at the speech API; try again in a moment.")
            most = self._limits.upload_bytes if scope["path"] in self._uploads else self._limits.body_bytes
            with self._figures.flight():
                await self._app(scope, _Body(receive, Headers(scope=scope), most).receive, counted)
        except ApiError as error:
            await error_response(error)(scope, receive, counted)

    def _checked(self, path: str, headers: Headers) -> str:
        """The name of the key with which a request is served, empty without keys; raises ApiError if it is not."""
        if "origin" in headers or headers.get("sec-fetch-site") in _FOREIGN_SITES:
            raise ApiError(403, "The speech API does not serve web pages.", "web_page")
        if self._keys is None:
            hosts = headers.getlist("host")
            if len(hosts) != 1 or not self._names.has(hosts[0]):
                raise ApiError(
                    403, "Ask the speech API by this machine's address or as localhost.", "wrong_host"
                )
            return ""
        return "" if path == HEALTH else self._key_name(self._keys, headers.getlist("authorization"))

    def _key_name(self, keys: KeyRing, values: list[str]) -> str:
        scheme, _, secret = values[0].partition(" ") if len(values) == 1 else ("", "", "")
        key = keys.find(secret.strip())
        if scheme.lower() != "bearer" or key is None:
            raise ApiError(
                401,
                "Send the key that `timbre serve --api` printed, as `Authorization: Bearer KEY`.",
                "invalid_api_key",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return key.name


class _Body:
    """Reads a request's body up to a limit; gives up a client that sends nothing for BODY_S."""

    def __init__(self, receive: Receive, headers: Mapping[str, str], most: int) -> None:
        self._receive, self._most = receive, most
        self._bytes, self._is_whole = 0, False
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > most:
            raise self._too_long()

    async def receive(self) -> Message:
        """The next message; see ASGI. After the body there is only the one that says that the client has gone."""
        try:
            async with asyncio.timeout(None if self._is_whole else BODY_S):
                message = await self._receive()
        except TimeoutError:
            raise ApiError(408, "The request did not arrive in time; send it again.", "timeout") from None
        self._is_whole = not message.get("more_body", False)
        self._bytes += len(message.get("body", b""))
        if self._bytes > self._most:
            raise self._too_long()
        return message

    def _too_long(self) -> ApiError:
        return ApiError(413, f"A request may have {self._most:,} bytes; send less.", "request_too_large")
