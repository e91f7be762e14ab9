"""What a request may leave out."""

import pytest
from pydantic import ValidationError

from timbre_app.api.requests import SpeechRequest

NEEDED = {"model": "tts-1", "input": "Hello.", "voice": "Ada"}


def test_null_is_as_good_as_a_missing_field():
    optional = dict.fromkeys(
        ("speed", "response_format", "stream_format", "language", "pitch", "energy", "ssml")
    )
    assert SpeechRequest.model_validate({**NEEDED, **optional}) == SpeechRequest.model_validate(NEEDED)


@pytest.mark.parametrize("field", NEEDED)
def test_null_for_a_field_that_is_needed_is_refused(field):
    with pytest.raises(ValidationError) as caught:
        SpeechRequest.model_validate({**NEEDED, field: None})
    assert {error["loc"][0] for error in caught.value.errors()} == {field}


def test_what_is_no_object_is_refused():
    with pytest.raises(ValidationError):
        SpeechRequest.model_validate(["tts-1", "Hello.", "Ada"])
