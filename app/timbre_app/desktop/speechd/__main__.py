"""`python -m timbre_app.desktop.speechd`, which speech-dispatcher starts."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import signal
import sys

FIRST_OTHER_FILE = 3
PIPE_BYTES = 8192
"""A fifth of a second of samples: replies wait behind what is in the pipe, and speech-dispatcher reads as it plays."""


def main() -> int:
    """Serve speech-dispatcher until it goes."""
    # speech-dispatcher leaves its own files and those of other modules open, which the speech server would inherit.
    os.closerange(FIRST_OTHER_FILE, os.sysconf("SC_OPEN_MAX"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal of a client is for the client
    answers = os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(OSError):  # no pipe, when somebody tries the module by hand
        fcntl.fcntl(answers, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    os.dup2(2, 1)  # what libraries print must not come between the answers
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s")

    from timbre.privacy import secure_home
    from timbre_app.desktop.speechd.module import OutputModule
    from timbre_app.desktop.speechd.session import Session
    from timbre_app.desktop.speechd.speaking import Backstage
    from timbre_app.desktop.speechd.voices import SystemVoices
    from timbre_app.desktop.speechd.wire import Wire
    from timbre_app.reading.dictionary import Dictionary

    secure_home()
    session = Session()
    wire = Wire(sys.stdin.buffer, answers)
    try:
        OutputModule(Backstage(wire, session, SystemVoices(), Dictionary())).run()
    except BrokenPipeError:
        return 1  # speech-dispatcher has gone
    finally:
        session.close()
    return 0


if __name__ == "__main__":
    # Threads that wait for the server must not keep the process.
    code = main()
    sys.stderr.flush()
    os._exit(code)
