"""`python -m timbre_app.jobs`: the runner."""

import sys

from timbre_app.jobs.process import run

if __name__ == "__main__":
    sys.exit(run())
