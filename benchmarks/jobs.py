#!/usr/bin/env python3
"""Measure how soon live speech begins beside a running job."""

import sys

from timbre_bench.jobs import main

if __name__ == "__main__":
    sys.exit(main())
