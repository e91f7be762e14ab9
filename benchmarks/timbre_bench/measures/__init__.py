"""One measure a module; each takes float32 mono waveforms and knows nothing of Timbre's models."""
