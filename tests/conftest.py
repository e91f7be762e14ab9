"""For all tests: nothing of the person's own data is touched, no window needs a display."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest

pytest_plugins = ["tests.helpers.speech_server"]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The tests start programs beside clients that are connected. gRPC's handlers of fork() would print into their errors.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"
# A shell has what it runs in the background ignore Ctrl-C. Programs that the tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMBRE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("TIMBRE_SERVER_SCRATCH", str(tmp_path_factory.mktemp("scratch")))
        for name in "URL", "KEY", "KEY_FILE", "CA":
            patch.delenv(f"TIMBRE_SERVER_{name}", raising=False)
        yield


def pytest_runtest_setup() -> None:
    """Give each test the same random numbers of torch, whatever ran before it.

    And leave the other test process its core: torch would take all of them in each.
    """
    if (torch := sys.modules.get("torch")) is not None:
        torch.manual_seed(0)
        if "PYTEST_XDIST_WORKER" in os.environ:
            torch.set_num_threads(1)
