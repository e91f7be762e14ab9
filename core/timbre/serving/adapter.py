"""What the adapters of the streaming models have in common.

`pb_utils` is the module of that name, which only a model can import.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Protocol

import numpy as np

from timbre.contract import TAKES_OVER
from timbre.serving.errors import describe


class StreamedAnswer(Protocol):
    """One response to a request."""

    @property
    def tensors(self) -> Mapping[str, np.ndarray]:
        """Its tensors, named as in timbre.contract."""
        ...

    @property
    def last(self) -> bool:
        """Whether no other follows."""
        ...


Answer = Callable[[StreamedAnswer | Exception], None]


def engine_before(model_config: str) -> str:
    """The engine of the process from which this one takes over, or ""; see timbre.contract.TAKES_OVER.

    Args:
        model_config: Triton's JSON of the model's configuration, which `initialize` is given.
    """
    parameters = json.loads(model_config).get("parameters", {})
    return str(parameters.get(TAKES_OVER, {}).get("string_value", ""))


def bytes_tensor(data: bytes) -> np.ndarray:
    """Bytes as a tensor of TYPE_STRING."""
    return np.array([data], dtype=np.object_)


def begin_each(pb_utils: Any, requests: Iterable[Any], begin: Callable[[Any, Answer], None]) -> None:
    """Begin requests of a decoupled model; an error belongs to its request, not to the server.

    Args:
        pb_utils: See above.
        requests: What `execute` was given.
        begin: Begins one of them; its responses go to the second argument, an exception as the last one.
    """
    for request in requests:
        answer = partial(_send, pb_utils, request.get_response_sender())
        try:
            begin(request, answer)
        except Exception as error:  # noqa: BLE001  see above
            answer(error)


def answer_each(
    pb_utils: Any, requests: Iterable[Any], answer: Callable[[Any], Mapping[str, np.ndarray]]
) -> list[Any]:
    """The responses to requests of a model that gives one to each; an error belongs to its request.

    Args:
        pb_utils: See above.
        requests: What `execute` was given.
        answer: Makes the tensors of one response, named as in timbre.contract.
    """
    return [_response(pb_utils, request, answer) for request in requests]


def _response(pb_utils: Any, request: Any, answer: Callable[[Any], Mapping[str, np.ndarray]]) -> Any:
    try:
        tensors = answer(request)
    except Exception as error:  # noqa: BLE001  see answer_each
        return pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(error)))
    return pb_utils.InferenceResponse([pb_utils.Tensor(name, value) for name, value in tensors.items()])


def _send(pb_utils: Any, sender: Any, answer: StreamedAnswer | Exception) -> None:
    if isinstance(answer, Exception):
        response = pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(answer)))
        last = True
    else:
        response = pb_utils.InferenceResponse(
            [pb_utils.Tensor(name, value) for name, value in answer.tensors.items()]
        )
        last = answer.last
    sender.send(response, flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL if last else 0)
