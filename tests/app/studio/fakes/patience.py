"""How long a fake waits for the gate that its test opens."""

PATIENCE_S = 600.0
"""Longer than a busy machine takes."""
