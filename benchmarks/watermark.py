#!/usr/bin/env python3
"""Measure how surely the watermark is found, how seldom it is seen where none is, and what it costs."""

import sys

from timbre_bench.watermark import main

if __name__ == "__main__":
    sys.exit(main())
