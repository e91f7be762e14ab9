#!/usr/bin/env python3
"""Compare the aligner's word times with the recogniser's, on recordings of people it was not trained on."""

import sys

from timbre_bench.alignment import main

if __name__ == "__main__":
    sys.exit(main())
