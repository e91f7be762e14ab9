#!/usr/bin/env python3
"""Measure how surely the check of the consent's speaker tells the person who reads from another."""

import sys

from timbre_bench.consent_speaker import main

if __name__ == "__main__":
    sys.exit(main())
