"""The window: a folder a page, with its controllers and its own widgets; wiring builds it all.

Start with `program`, then `wiring`.
"""
