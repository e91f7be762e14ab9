"""The Voices page: the library on screen."""
