#!/usr/bin/env python3
"""Show where a request's first audio goes, hop by hop, between client, server and networks."""

import sys

from timbre_bench.hops import main

if __name__ == "__main__":
    sys.exit(main())
