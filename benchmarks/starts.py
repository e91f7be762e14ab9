#!/usr/bin/env python3
"""Start and end the speech server many times, and see what it leaves behind."""

import sys

from timbre_bench.campaigns.starts import main

if __name__ == "__main__":
    sys.exit(main())
