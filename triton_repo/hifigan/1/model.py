"""Mel chunks to PCM chunks."""

from functools import partial

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre import paths
from timbre.engines.served_engine import served_engine
from timbre.serving.errors import describe
from timbre.serving.metrics import Metrics, TritonPublisher
from timbre.serving.waveform import VocoderService

FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class TritonPythonModel:
    """Adapter of `VocoderService`.

    Decoupled, although each request has one response: so `execute` returns at once and the service
    chooses among the chunks of all streams.
    """

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Load the vocoder."""
        self._service = VocoderService.load(
            paths.base_dir(), Metrics(TritonPublisher(pb_utils)), served_engine(pb_utils)
        )

    def execute(self, requests):
        """Queue each chunk; the service's worker answers."""
        for request in requests:
            answer = partial(_send, request.get_response_sender())
            mel, timing = (
                pb_utils.get_input_tensor_by_name(request, name).as_numpy() for name in ("MEL", "TIMING")
            )
            try:
                self._service.submit(request.request_id(), mel, timing[0], answer)
            except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
                answer(error)

    def finalize(self):
        """End the worker and publish the last counts."""
        self._service.close()


def _send(sender, answer):
    if isinstance(answer, Exception):
        response = pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(answer)))
    else:
        tensors = [
            pb_utils.Tensor("PCM", answer.pcm),
            pb_utils.Tensor("TIMING", np.array([answer.timing], dtype=np.object_)),
        ]
        response = pb_utils.InferenceResponse(tensors)
    sender.send(response, flags=FINAL)
