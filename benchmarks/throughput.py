#!/usr/bin/env python3
"""Raise the rate of short requests until first audio or playback no longer holds."""

import sys

from timbre_bench.throughput import main

if __name__ == "__main__":
    sys.exit(main())
