"""Takes to a voice: a stream of progress, then the voice."""

import json

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre.serving.errors import describe
from timbre_finetune.clone_job import run_clone
from timbre_finetune.clone_metrics import CloneMetrics

FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class TritonPythonModel:
    """Adapter of `run_clone`. One clone at a time; others wait."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Begin to count."""
        self._metrics = CloneMetrics(pb_utils)

    def execute(self, requests):
        """Run each clone to its end, sending progress on the way."""
        for request in requests:
            self._clone(request, request.get_response_sender())

    def finalize(self):
        """Publish the last counts."""
        self._metrics.close()

    def _clone(self, request, sender):
        takes = pb_utils.get_input_tensor_by_name(request, "TAKES").as_numpy().tobytes()
        options = pb_utils.get_input_tensor_by_name(request, "OPTIONS").as_numpy()[0]

        def on_progress(progress):
            count(progress)
            sender.send(_response(progress.to_json()))

        try:
            with self._metrics.clone() as count:
                voice = run_clone(takes, options, on_progress, should_stop=sender.is_cancelled)
        except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
            pb_utils.Logger.log_warn(f"clone: {type(error).__name__}: {error}")
            sender.send(pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(error))), flags=FINAL)
        else:
            sender.send(_response({"stage": "done"}, voice), flags=FINAL)


def _response(progress, voice=b""):
    text = progress if isinstance(progress, str) else json.dumps(progress)
    return pb_utils.InferenceResponse(
        [
            pb_utils.Tensor("PROGRESS", np.array([text.encode()], dtype=np.object_)),
            pb_utils.Tensor("VOICE", np.frombuffer(voice, dtype=np.uint8)),
        ]
    )
