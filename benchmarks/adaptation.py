#!/usr/bin/env python3
"""Compare ways to adapt the base model to a person."""

import sys

from timbre_bench.adaptation import main

if __name__ == "__main__":
    sys.exit(main())
