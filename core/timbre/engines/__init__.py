"""Ways to run the networks: one interface, several implementations.

Start with `base`, the interface; `select` chooses one for this machine.
"""
