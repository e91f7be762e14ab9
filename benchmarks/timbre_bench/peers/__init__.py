"""Other synthesizers, each in a process and a virtual environment of its own, never a dependency of Timbre.

A peer's process speaks the texts that it reads and measures itself, with one JSON object on each line:

    stdin   {"text": "A sentence."}                                         and "out": "a.wav" to keep the speech
    stdout  {"ready": true, "about": "…"}                                   once, when its model is loaded
            {"first_audio_ms": 130.2, "total_ms": 130.4, "audio_s": 4.9}    for each line read
"""
