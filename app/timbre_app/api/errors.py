"""Errors as OpenAI's API sends them: {"error": {"message", "type", "param", "code"}}."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from timbre.messages import InputError, TimbreError
from timbre.voice import VoiceError
from timbre_app.client.streams import BusyError, RequestError

RETRY_AFTER_S = 1
BUSY = 429
_NO_OBJECT = ("missing", "dict_type", "model_type", "model_attributes_type")
"""Pydantic's types of a body that is no object."""
_UNREADABLE = "There was an error parsing the body"
"""What FastAPI says of JSON in which it finds no error of JSON."""
_KINDS = {401: "authentication_error", 403: "permission_error", BUSY: "rate_limit_error"}


class ApiError(HTTPException):
    """A request is refused.

    Args:
        status: The HTTP status.
        message: One sentence for the person who wrote the client.
        code: OpenAI's name of the error, for programs; None if it has none.
        param: The field of the request that is wrong; None if it is no field.
        headers: Headers of the answer.
    """

    def __init__(
        self,
        status: int,
        message: str,
        code: str | None = None,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, message, headers)
        self.code, self.param = code, param


def too_many(message: str) -> ApiError:
    """Refuse a request because there are too many at once; the client may ask again soon."""
    return ApiError(BUSY, message, "rate_limit_exceeded", headers={"Retry-After": str(RETRY_AFTER_S)})


def api_error(error: TimbreError) -> ApiError:
    """The API's error for an error of Timbre."""
    if isinstance(error, BusyError):
        return too_many(str(error))
    if isinstance(error, VoiceError):
        return ApiError(400, str(error), "invalid_voice", "voice")
    if isinstance(error, (InputError, RequestError)):
        return ApiError(400, str(error))
    return ApiError(503, str(error), "server_unavailable", headers={"Retry-After": str(RETRY_AFTER_S)})


def error_body(error: HTTPException) -> dict[str, object]:
    """The body of an error's answer."""
    status = error.status_code
    kind = _KINDS.get(status, "invalid_request_error" if status < 500 else "server_error")
    code, param = (error.code, error.param) if isinstance(error, ApiError) else (None, None)
    return {"error": {"message": error.detail, "type": kind, "param": param, "code": code}}


def error_response(error: HTTPException) -> JSONResponse:
    """The answer to a request that is refused."""
    headers = dict(error.headers or {})
    return JSONResponse(error_body(error), error.status_code, headers)


def add_handlers(app: FastAPI) -> None:
    """Have all errors of an application answered in OpenAI's form."""

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        return error_response(error if isinstance(error, ApiError) else _with_remedy(request, error))

    async def on_timbre(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, TimbreError)
        return error_response(api_error(error))

    async def on_invalid(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return error_response(_invalid(error))

    async def on_bug(_request: Request, _error: Exception) -> JSONResponse:
        return error_response(ApiError(500, "The speech API failed; what `timbre serve` printed says why."))

    app.add_exception_handler(Exception, on_bug)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(TimbreError, on_timbre)
    app.add_exception_handler(RequestValidationError, on_invalid)


def _with_remedy(request: Request, error: HTTPException) -> HTTPException:
    """An error that the framework found, in a sentence that says what to do."""
    path, detail = request.url.path, error.detail
    if error.status_code == 404:
        detail = f"Not Found: there is no path {path} here: /openapi.json lists them."
    elif error.status_code == 405:
        detail = f"{path} takes {(error.headers or {}).get('Allow', 'another method')}."
    elif detail == _UNREADABLE:
        detail = "The request cannot be read: send it as JSON in UTF-8."
    return HTTPException(error.status_code, detail, error.headers)


def _invalid(error: RequestValidationError) -> ApiError:
    first = error.errors()[0]
    places = [str(place) for place in first["loc"] if place != "body"]
    if not places and first["type"] in _NO_OBJECT:
        sentence = "Send a JSON object (a dictionary), with the header `Content-Type: application/json`."
        return ApiError(400, sentence, "invalid_value")
    param = places[0] if places and first["type"] != "json_invalid" else None
    where = f"{param}: " if param else ""
    message = first["msg"].removeprefix("Value error, ")
    return ApiError(400, f"{where}{message}.", "invalid_value", param)
