#!/usr/bin/env python3
"""Kill a process of Timbre in the middle of a command, many times, and see what becomes of the command."""

import sys

from timbre_bench.campaigns.kills import main

if __name__ == "__main__":
    sys.exit(main())
