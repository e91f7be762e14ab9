"""A take to the words that were read."""

import json

import triton_python_backend_utils as pb_utils

from timbre.contract import AUDIO, LANGUAGE, TEXT, WORDS
from timbre.priority import BEHIND_THE_WINDOW, SYSTEM_SLICE_NS, ask_for_slices, step_back
from timbre.serving.adapter import answer_each, bytes_tensor
from timbre.serving.limits import MAX_NAME_BYTES
from timbre.serving.tensors import read_recording, read_text, tensors_of
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
        return answer_each(pb_utils, requests, self._answer)

    def _answer(self, request):
        tensors = tensors_of(request)
        language = read_text(tensors, LANGUAGE.name, MAX_NAME_BYTES)
        audio = read_recording(tensors, AUDIO.name)
        text, words = self._recognizer.transcribe(audio, language.split("-")[0] or "en")
        rows = json.dumps([dict(zip(WORD_FIELDS, word, strict=True)) for word in words])
        return {TEXT.name: bytes_tensor(text.encode()), WORDS.name: bytes_tensor(rows.encode())}
