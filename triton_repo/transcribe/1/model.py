"""A take to the words that were read."""

import json

import numpy as np
import triton_python_backend_utils as pb_utils

from timbre.serving.errors import describe
from timbre.serving.priority import BEHIND_THE_WINDOW, SYSTEM_SLICE_NS, ask_for_slices, step_back
from timbre.transcription import Recognizer

WORD_FIELDS = ("word", "start_s", "end_s", "probability")


class TritonPythonModel:
    """Adapter of `Recognizer`."""

    def initialize(self, args):  # noqa: ARG002  the interface of the Python backend
        """Load Whisper."""
        step_back(BEHIND_THE_WINDOW)
        ask_for_slices(SYSTEM_SLICE_NS)
        self._recognizer = Recognizer()

    def execute(self, requests):
        """Answer each request with its text and words."""
        return [self._answer(request) for request in requests]

    def _answer(self, request):
        audio = pb_utils.get_input_tensor_by_name(request, "AUDIO").as_numpy()
        language = pb_utils.get_input_tensor_by_name(request, "LANGUAGE").as_numpy()[0].decode()
        try:
            text, words = self._recognizer.transcribe(audio, language.split("-")[0] or "en")
        except Exception as error:  # noqa: BLE001  it belongs to this request, not to the server
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(describe(error)))
        rows = json.dumps([dict(zip(WORD_FIELDS, word, strict=True)) for word in words])
        return pb_utils.InferenceResponse(
            [
                pb_utils.Tensor("TEXT", np.array([text.encode()], dtype=np.object_)),
                pb_utils.Tensor("WORDS", np.array([rows.encode()], dtype=np.object_)),
            ]
        )
