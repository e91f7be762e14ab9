"""Recordings of the person: sessions on disk, prompts, recordings that exist already, notes about takes.

Start with `recordings`.
"""
