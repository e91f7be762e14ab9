#!/usr/bin/env python3
"""Write a page on which people, an older clone and today's clone are heard beside each other."""

import sys

from timbre_bench.listening_page import main

if __name__ == "__main__":
    sys.exit(main())
