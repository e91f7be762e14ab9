#!/usr/bin/env python3
"""Measure first audio with NVIDIA's perf_analyzer and with Timbre's own client, and compare."""

import sys

from timbre_bench.perf_analyzer import main

if __name__ == "__main__":
    sys.exit(main())
