"""Speech to train on: published corpora, manifests, packs, and what is computed from packs.

Start with `prepare`.
"""
