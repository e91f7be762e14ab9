"""Mel chunks to PCM chunks."""

import triton_python_backend_utils as pb_utils

from timbre import paths
from timbre.contract import MEL, TIMING
from timbre.engines.served_engine import served_engine
from timbre.serving.adapter import begin_each
from timbre.serving.limits import MAX_TIMING_BYTES
from timbre.serving.metrics import Metrics, TritonPublisher
from timbre.serving.tensors import read_bytes, tensors_of
from timbre.serving.waveform import VocoderService


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
        begin_each(pb_utils, requests, self._begin)

    def finalize(self):
        """End the worker and publish the last counts."""
        self._service.close()

    def _begin(self, request, answer):
        tensors = tensors_of(request)
        timing = read_bytes(tensors, TIMING.name, MAX_TIMING_BYTES)
        self._service.submit(request.request_id(), tensors[MEL.name], timing, answer)
