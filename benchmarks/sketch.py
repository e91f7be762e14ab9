#!/usr/bin/env python3
"""Measure how like the person a sketch of ten seconds is, and how soon it is heard."""

import sys

from timbre_bench.sketch import main

if __name__ == "__main__":
    sys.exit(main())
