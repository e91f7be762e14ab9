"""English text as people write it: which words are said for figures, signs, abbreviations and addresses.

`rules` puts the patterns of its neighbours in order; each neighbour has the patterns of one subject and the functions
that speak their matches. `homographs` chooses between pronunciations of the same spelling.
"""
