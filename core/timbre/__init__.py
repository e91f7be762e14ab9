"""The voice engine: text front end, FastPitch, HiFi-GAN, streaming synthesis, voice files."""
