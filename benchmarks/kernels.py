#!/usr/bin/env python3
"""Measure the networks by batch and frames against the floor from operations and bytes."""

import sys

from timbre_bench.kernels import main

if __name__ == "__main__":
    sys.exit(main())
