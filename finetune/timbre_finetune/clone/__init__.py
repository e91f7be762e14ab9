"""Adaptation of the base model to a person's takes."""
