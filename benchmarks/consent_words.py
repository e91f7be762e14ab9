#!/usr/bin/env python3
"""Measure how often the essential words of a statement of consent are not heard although they were said."""

import sys

from timbre_bench.consent_words import main

if __name__ == "__main__":
    sys.exit(main())
