#!/usr/bin/env python3
"""Measure how long clones take, alone and several at once, and what they do to first audio."""

import sys

from timbre_bench.clone_speed import main

if __name__ == "__main__":
    sys.exit(main())
