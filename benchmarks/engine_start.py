#!/usr/bin/env python3
"""Measure how soon a starting server speaks, and how soon on the engine that was asked for."""

import sys

from timbre_bench.engine_start import main

if __name__ == "__main__":
    sys.exit(main())
