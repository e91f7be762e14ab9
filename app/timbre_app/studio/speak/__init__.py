"""The Speak page: text, voice, what is heard, and what is exported of it.

Start with `controller`, then `script` (the text and its reading) and `player` (its sound).
"""
