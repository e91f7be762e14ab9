"""Takes to a voice: a stream of progress, then the voice."""

import json
from functools import partial

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre.contract import ON_DEMAND
from timbre.serving.errors import describe
from timbre.serving.priority import BEHIND_SPEECH, SYSTEM_SLICE_NS, ask_for_slices, step_back
from timbre_finetune.clone_metrics import CloneMetrics
from timbre_finetune.clone_service import CloneService

FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class TritonPythonModel:
    """Adapter of `CloneService`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Begin to count."""
        step_back(BEHIND_SPEECH)
        ask_for_slices(SYSTEM_SLICE_NS)
        self._service = CloneService(CloneMetrics(pb_utils))

    def execute(self, requests):
        """Begin each clone; it answers by itself."""
        for request in requests:
            takes = pb_utils.get_input_tensor_by_name(request, "TAKES").as_numpy().tobytes()
            options = pb_utils.get_input_tensor_by_name(request, "OPTIONS").as_numpy()[0]
            sender = request.get_response_sender()
            self._service.submit(takes, options, partial(self._send, sender), sender.is_cancelled)

    def finalize(self):
        """Wait for the clones, and publish the last counts."""
        self._service.close()

    def _send(self, sender, answer):
        state = {ON_DEMAND: self._service.on_demand}
        if isinstance(answer, Exception):
            pb_utils.Logger.log_warn(f"clone: {type(answer).__name__}: {answer}")
            error = pb_utils.TritonError(describe(answer))
            sender.send(pb_utils.InferenceResponse(error=error), flags=FINAL)
        elif isinstance(answer, bytes):
            done = {"stage": "done", "others": self._service.unfinished} | state
            sender.send(_response(json.dumps(done), answer), flags=FINAL)
        else:
            sender.send(_response(answer.to_json(**state), answer.voice))


def _response(progress, voice=b""):
    return pb_utils.InferenceResponse(
        [
            pb_utils.Tensor("PROGRESS", np.array([progress.encode()], dtype=np.object_)),
            pb_utils.Tensor("VOICE", np.frombuffer(voice, dtype=np.uint8)),
        ]
    )
