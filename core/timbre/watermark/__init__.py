"""An inaudible mark that says that speech was made with Timbre.

```
samples ─▶ Marker ─▶ marked samples          pattern.py says which bands are raised and lowered, and when
a recording at DETECTOR_RATE ─▶ Detector ─▶ Finding
```
"""
