"""Adaptation of the base model to a person's takes.

Start with `job`, then `adapt`.
"""
