#!/usr/bin/env python3
"""Measure clones of three people against their own recordings."""

import sys

from timbre_bench.quality import main

if __name__ == "__main__":
    sys.exit(main())
