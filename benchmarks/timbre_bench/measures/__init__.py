"""A module for each measure; each takes float32 mono waveforms and knows nothing of Timbre's models."""
