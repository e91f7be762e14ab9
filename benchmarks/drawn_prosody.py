#!/usr/bin/env python3
"""Compare drawn readings with people's own, phoneme by phoneme."""

import sys

from timbre_bench.drawn_prosody import main

if __name__ == "__main__":
    sys.exit(main())
