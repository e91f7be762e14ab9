"""Tells people's recordings from synthetic readings of the same sentences by their contours: melody, loudness, rhythm.

recordings, clones, Kokoro ─▶ readings ─▶ contour (F0, voicing, level; no spectrum) ─▶ network ─▶ person or synthetic?
                                                                    learned on some people, asked about the others
"""
