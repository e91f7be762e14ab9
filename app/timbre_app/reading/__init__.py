"""Texts that are read aloud, sentence by sentence, with the sound on disk. Knows neither window nor network.

Start with `reading`.
"""
