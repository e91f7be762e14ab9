"""The `timbre` command. Each subcommand is a module with `add_arguments` and `run`; only the chosen one is imported."""

from timbre_app.cli.main import main

__all__ = ["main"]
