"""What the person sees; no file, network or numeric work."""
