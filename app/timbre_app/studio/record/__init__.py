"""The Record page: sessions, the microphone, takes and their checks, recordings that exist already."""
