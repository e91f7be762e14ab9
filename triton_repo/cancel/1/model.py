"""Marks an utterance, or a stream's, as no longer wanted, at once or when the stream's client has gone."""

import triton_python_backend_utils as pb_utils

from timbre.contract import REQUEST_ID, WHEN_GONE
from timbre.serving.adapter import begin_each
from timbre.serving.cancellation import CancelFlags
from timbre.serving.limits import MAX_REQUEST_ID_BYTES
from timbre.serving.presence import CancelledAnswer, Presences
from timbre.serving.tensors import read_one, read_text, tensors_of


class TritonPythonModel:
    """Adapter of `Presences`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Find the server's flags."""
        self._presences = Presences(CancelFlags())

    def execute(self, requests):
        """Set the flag of each named request; a client's presence is answered when it ends."""
        begin_each(pb_utils, requests, self._begin)

    def finalize(self):
        """Answer the clients that are there."""
        self._presences.close()

    def _begin(self, request, answer):
        tensors = tensors_of(request)
        name = read_text(tensors, REQUEST_ID.name, MAX_REQUEST_ID_BYTES)
        if WHEN_GONE.name in tensors and read_one(tensors, WHEN_GONE.name):
            self._presences.add(name, request.get_response_sender().is_cancelled, answer)
            return
        self._presences.cancel(name)
        answer(CancelledAnswer())
