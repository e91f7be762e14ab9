"""Speech from text, chunk by chunk, in any engine: acoustic model, vocoder, and the steps of a stream.

Start with `steps`.
"""
