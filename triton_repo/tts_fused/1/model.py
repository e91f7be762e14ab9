"""The whole way from text to PCM in one process."""

from functools import partial

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre import paths
from timbre.engines.served_engine import served_engine
from timbre.serving.errors import describe
from timbre.serving.limits import Limits
from timbre.serving.metrics import Metrics, TritonPublisher
from timbre.serving.plan import TextService
from timbre.serving.speaking import SpeechRequest
from timbre.serving.speech import SpeechService

FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class TritonPythonModel:
    """Adapter of `TextService` and `SpeechService`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Load the frontend and the networks."""
        self._text = TextService(limits=Limits.from_environment())
        self._text.plan("Ready.")
        self._speech = SpeechService.load(
            paths.base_dir(), Metrics(TritonPublisher(pb_utils)), served_engine(pb_utils)
        )

    def execute(self, requests):
        """Begin each request; the service's worker answers."""
        for request in requests:
            answer = partial(_send, request.get_response_sender())
            try:
                self._speech.submit(self._unpack(request), answer)
            except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
                answer(error)

    def finalize(self):
        """End the worker and publish the last counts."""
        self._speech.close()

    def _unpack(self, request):
        tensors = {tensor.name(): tensor.as_numpy() for tensor in request.inputs()}
        plan = self._text.plan(tensors["TEXT"][0].decode(), tensors["TEXT_OPTIONS"][0])
        return SpeechRequest.unpack(request.request_id(), plan, tensors)


def _send(sender, answer):
    if isinstance(answer, Exception):
        sender.send(pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(answer))), flags=FINAL)
        return
    tensors = [
        pb_utils.Tensor("PCM", answer.pcm),
        pb_utils.Tensor("TIMING", np.array([answer.timing], dtype=np.object_)),
    ]
    sender.send(pb_utils.InferenceResponse(tensors), flags=FINAL if answer.last else 0)
