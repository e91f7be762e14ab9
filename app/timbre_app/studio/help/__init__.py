"""The handbook, the box about Timbre and the page for the first start."""
