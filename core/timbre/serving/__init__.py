"""What the server's models do between tensors in and tensors out. Knows no Triton.

Start with `service`.
"""
