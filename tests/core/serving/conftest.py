import pytest

from timbre.serving.cancellation import CancelFlags


@pytest.fixture
def flags(tmp_path):
    return CancelFlags(tmp_path / "flags")
