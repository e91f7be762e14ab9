"""Training: of the base model from corpora, and of a voice from a person's takes."""
