"""Marks an utterance as no longer wanted."""

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre.serving.cancellation import CancelFlags


class TritonPythonModel:
    """Adapter of `CancelFlags`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Find the server's flags."""
        self._flags = CancelFlags()

    def execute(self, requests):
        """Set the flag of each named request."""
        return [self._answer(request) for request in requests]

    def _answer(self, request):
        name = pb_utils.get_input_tensor_by_name(request, "REQUEST_ID").as_numpy()[0].decode()
        self._flags.set(name)
        return pb_utils.InferenceResponse([pb_utils.Tensor("CANCELLED", np.array([True]))])
