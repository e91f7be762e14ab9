"""The person's voices: the library, notes, deleted voices, making a voice and comparing it with the person.

Start with `library`, then `cloning`.
"""
