"""Ways to run the networks: one interface, several implementations."""
