"""The networks: aligner, FastPitch, HiFi-GAN, and the graphs that engines run.

Start with `fastpitch` and `hifigan`.
"""
