"""Speech on its way out: spoken to a writer, exported as sound files, subtitles, batches of texts.

Start with `speaking`.
"""
