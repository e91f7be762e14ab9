#!/usr/bin/env python3
"""Measure first audio and synthesis ratio: Timbre, Piper and Kokoro on the same sentences in one run."""

import sys

from timbre_bench.latency import main

if __name__ == "__main__":
    sys.exit(main())
