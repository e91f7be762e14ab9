"""Sound as the application handles it: levels, queues, files of int16 samples; no device is opened here."""
