#!/usr/bin/env python3
"""Whether a voice is heard to emphasise, to ask, and to step through a list."""

import sys

from timbre_bench.intonation import main

if __name__ == "__main__":
    sys.exit(main())
