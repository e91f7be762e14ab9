"""The client of the speech server: speech, clones and recognition over gRPC.

Start with `timbre_client`.
"""
