"""The Speak page: text, voice, what is heard, and what is exported of it."""
