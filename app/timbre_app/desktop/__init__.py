"""What a Linux desktop is told about Timbre."""
