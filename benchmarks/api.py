#!/usr/bin/env python3
"""Measure how soon speech begins through the speech API, beside gRPC."""

import sys

from timbre_bench.api import main

if __name__ == "__main__":
    sys.exit(main())
