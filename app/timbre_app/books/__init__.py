"""Books: read from a file, kept in a folder, spoken sentence by sentence, put together as an audiobook.

Start with `project`, then `rendering`.
"""
