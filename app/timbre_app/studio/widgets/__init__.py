"""Small drawn controls."""
