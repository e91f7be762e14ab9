"""Sound as the application handles it: microphones and loudspeakers (`devices`), takes (`recorder`), levels, files."""
