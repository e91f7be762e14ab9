"""Text to phoneme ids."""

import triton_python_backend_utils as pb_utils

from timbre.contract import PHONEME_IDS, SENTENCES, TEXT, TEXT_OPTIONS
from timbre.serving.adapter import answer_each, bytes_tensor
from timbre.serving.cancellation import CancelFlags
from timbre.serving.limits import Limits
from timbre.serving.plan import TextService
from timbre.serving.tensors import read_bytes, read_text, tensors_of


class TritonPythonModel:
    """Adapter of `TextService`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Load the frontend, espeak's data with it, so that the first request does not wait."""
        self._service = TextService(limits=Limits.from_environment(), live=CancelFlags().live)
        self._service.plan("Ready.")

    def execute(self, requests):
        """Answer each request with the plan of its text."""
        return answer_each(pb_utils, requests, self._answer)

    def _answer(self, request):
        tensors = tensors_of(request)
        plan = self._service.plan(read_text(tensors, TEXT.name), read_bytes(tensors, TEXT_OPTIONS.name))
        ids, sentences = plan.pack()
        return {PHONEME_IDS.name: ids, SENTENCES.name: bytes_tensor(sentences)}
