"""Phoneme ids and a voice to mel, chunk by chunk."""

from functools import partial

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre import paths
from timbre.engines.served_engine import served_engine
from timbre.serving.acoustic import AcousticService
from timbre.serving.errors import describe
from timbre.serving.metrics import Metrics, TritonPublisher
from timbre.serving.plan import SpeechPlan
from timbre.serving.priority import BEHIND_THE_VOCODER, step_back
from timbre.serving.speaking import SpeechRequest

FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class TritonPythonModel:
    """Adapter of `AcousticService`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Load the acoustic model."""
        step_back(BEHIND_THE_VOCODER)
        self._service = AcousticService.load(
            paths.base_dir(), Metrics(TritonPublisher(pb_utils)), served_engine(pb_utils)
        )

    def execute(self, requests):
        """Begin each request; the service's worker answers."""
        for request in requests:
            answer = partial(_send, request.get_response_sender())
            try:
                self._service.submit(_unpack(request), answer)
            except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
                answer(error)

    def finalize(self):
        """End the worker and publish the last counts."""
        self._service.close()


def _unpack(request):
    tensors = {tensor.name(): tensor.as_numpy() for tensor in request.inputs()}
    plan = SpeechPlan.unpack(tensors["PHONEME_IDS"], tensors["SENTENCES"][0])
    return SpeechRequest.unpack(request.request_id(), plan, tensors)


def _send(sender, answer):
    if isinstance(answer, Exception):
        sender.send(pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(answer))), flags=FINAL)
        return
    tensors = [
        pb_utils.Tensor("MEL", np.ascontiguousarray(answer.mel, dtype=np.float32)),
        pb_utils.Tensor("TIMING", np.array([answer.timing], dtype=np.object_)),
    ]
    sender.send(pb_utils.InferenceResponse(tensors), flags=FINAL if answer.last else 0)
