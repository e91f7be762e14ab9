"""Phoneme ids and a voice to mel, chunk by chunk."""

import triton_python_backend_utils as pb_utils

from timbre import paths
from timbre.contract import PHONEME_IDS, SENTENCES
from timbre.engines.served_engine import served_engine
from timbre.priority import BEHIND_THE_VOCODER, step_back
from timbre.serving.acoustic import AcousticService
from timbre.serving.adapter import begin_each
from timbre.serving.metrics import Metrics, TritonPublisher
from timbre.serving.plan import SpeechPlan
from timbre.serving.service import SpeechRequest
from timbre.serving.tensors import read_bytes, tensors_of


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
        begin_each(pb_utils, requests, self._begin)

    def finalize(self):
        """End the worker and publish the last counts."""
        self._service.close()

    def _begin(self, request, answer):
        tensors = tensors_of(request)
        plan = SpeechPlan.unpack(tensors[PHONEME_IDS.name], read_bytes(tensors, SENTENCES.name))
        self._service.submit(SpeechRequest.unpack(request.request_id(), plan, tensors), answer)
