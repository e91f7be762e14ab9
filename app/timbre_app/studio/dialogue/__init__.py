"""The Dialogue page: a script with several speakers, their voices, and who speaks when."""
