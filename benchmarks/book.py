#!/usr/bin/env python3
"""Make an audiobook, and measure how fast that is and how much memory it takes."""

import sys

from timbre_bench.book import main

if __name__ == "__main__":
    sys.exit(main())
