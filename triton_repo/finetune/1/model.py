"""Takes to a voice: a stream of progress, then the voice."""

import json
from functools import partial

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre.contract import ON_DEMAND, OPTIONS, PROGRESS, TAKES, VOICE
from timbre.priority import BEHIND_SPEECH, SYSTEM_SLICE_NS, ask_for_slices, step_back
from timbre.serving.errors import describe
from timbre.serving.limits import MAX_OPTIONS_BYTES
from timbre.serving.tensors import read_bytes, tensors_of
from timbre_finetune.clone.metrics import CloneMetrics
from timbre_finetune.clone.service import CloneService

FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class TritonPythonModel:
    """Adapter of `CloneService`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Begin to count, and to load the networks."""
        step_back(BEHIND_SPEECH)
        ask_for_slices(SYSTEM_SLICE_NS)
        self._service = CloneService(CloneMetrics(pb_utils))
        self._service.prepare()

    def execute(self, requests):
        """Begin each clone; it answers by itself."""
        for request in requests:
            sender = request.get_response_sender()
            answer = partial(self._send, sender)
            try:
                tensors = tensors_of(request)
                options = read_bytes(tensors, OPTIONS.name, MAX_OPTIONS_BYTES)
                self._service.submit(tensors[TAKES.name].tobytes(), options, answer, sender.is_cancelled)
            except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
                answer(error)

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
            pb_utils.Tensor(PROGRESS.name, np.array([progress.encode()], dtype=np.object_)),
            pb_utils.Tensor(VOICE.name, np.frombuffer(voice, dtype=np.uint8)),
        ]
    )
