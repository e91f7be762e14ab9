"""Jobs in the window: how far they are, and what can be done with them."""
