#!/usr/bin/env python3
"""Measure how often a network tells our clones' readings from people's own by their contours alone."""

import sys

from timbre_bench.contour_classifier import main

if __name__ == "__main__":
    sys.exit(main())
