import os
import threading

from timbre.serving.priority import step_back


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_a_thread_steps_back_with_those_that_it_starts_and_no_other():
    before, seen = niceness(), []

    def work():
        step_back(2)
        child = threading.Thread(target=lambda: seen.append(niceness()))
        child.start()
        child.join()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [min(before + 2, 19)]
    assert niceness() == before
