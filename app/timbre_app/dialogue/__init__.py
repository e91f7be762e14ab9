"""Dialogues: a script with several speakers becomes one recording. Knows no window.

Start with `performance`.
"""
