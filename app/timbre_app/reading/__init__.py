"""A text as it is read aloud, sentence by sentence, with its sound on disk. No window, no network."""
