"""The whole way from text to PCM in one process."""

import triton_python_backend_utils as pb_utils

from timbre import paths
from timbre.contract import TEXT, TEXT_OPTIONS
from timbre.engines.served_engine import served_engine
from timbre.serving.adapter import begin_each, engine_before
from timbre.serving.engine_loading import load_better, load_soon
from timbre.serving.fused import SpeechService
from timbre.serving.limits import Limits
from timbre.serving.metrics import Metrics, TritonPublisher
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.tensors import read_bytes, read_text, tensors_of


class TritonPythonModel:
    """Adapter of `TextService` and `SpeechService`."""

    def initialize(self, args):
        """Load the frontend and the networks."""
        self._text = TextService(limits=Limits.from_environment())
        self._text.plan("Ready.")
        metrics, engine = Metrics(TritonPublisher(pb_utils)), served_engine(pb_utils)
        before = engine_before(args["model_config"])
        self._speech = SpeechService.load(
            paths.base_dir(), metrics, engine, load_better if before else load_soon
        )
        if before:
            self._speech.tell_engine(0, before)

    def execute(self, requests):
        """Begin each request; the service's worker answers."""
        begin_each(pb_utils, requests, self._begin)

    def finalize(self):
        """End the worker and publish the last counts."""
        self._speech.close()

    def _begin(self, request, answer):
        tensors = tensors_of(request)
        plan = self._text.plan(read_text(tensors, TEXT.name), read_bytes(tensors, TEXT_OPTIONS.name))
        self._speech.submit(SpeechRequest.unpack(request.request_id(), plan, tensors), answer)
