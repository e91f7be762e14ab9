"""Timbre's desktop application and command line."""
