#!/usr/bin/env python3
"""Measure a long dialogue: likeness, memory, pauses, speed."""

import sys

from timbre_bench.dialogue import main

if __name__ == "__main__":
    sys.exit(main())
