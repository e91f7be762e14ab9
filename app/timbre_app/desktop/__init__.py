"""What a Linux desktop is told about Timbre.

The menu's entry is in `entry`; speech-dispatcher's module in `speechd`.
"""
