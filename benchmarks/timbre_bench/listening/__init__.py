"""A page of plain HTML on which readings of the same sentences are heard and their melodies seen beside each other."""
