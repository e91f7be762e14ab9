"""What a conversation by keyboard or switches needs beside speech: phrases, recent sentences, words, scanning.

Start with `phrases`, then `scanning`.
"""
