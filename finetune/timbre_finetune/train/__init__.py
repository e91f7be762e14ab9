"""The trainers of the base model, their losses, and what they share.

Start with `training`, which all trainers share.
"""
