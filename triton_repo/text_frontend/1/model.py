"""Text to phoneme ids."""

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre.serving.errors import describe
from timbre.serving.limits import Limits
from timbre.serving.plan import TextService


class TritonPythonModel:
    """Adapter of `TextService`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Load the frontend, espeak's data with it, so that the first request does not wait."""
        self._service = TextService(limits=Limits.from_environment())
        self._service.plan("Ready.")

    def execute(self, requests):
        """Answer each request with the plan of its text."""
        return [self._answer(request) for request in requests]

    def _answer(self, request):
        text, options = (
            pb_utils.get_input_tensor_by_name(request, name).as_numpy()[0]
            for name in ("TEXT", "TEXT_OPTIONS")
        )
        try:
            ids, sentences = self._service.plan(text.decode(), options).pack()
        except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(error)))
        return pb_utils.InferenceResponse(
            [
                pb_utils.Tensor("PHONEME_IDS", ids),
                pb_utils.Tensor("SENTENCES", np.array([sentences], dtype=np.object_)),
            ]
        )
