#!/usr/bin/env bash
# Writes constraints.txt from what is installed in .venv.
set -euo pipefail
cd "$(dirname "$0")/.."
{
    echo "# The whole environment as it was tested; setup installs with -c constraints.txt. Renew with scripts/freeze.sh."
    .venv/bin/python -m pip freeze --exclude-editable | grep -viE '^(torch==|nvidia-|resemblyzer|speechmos|noisereduce|timbre)'
} >constraints.new
mv constraints.new constraints.txt
