"""`python -m timbre_app.cli`."""

import sys

from timbre_app.cli.main import main

sys.exit(main())
