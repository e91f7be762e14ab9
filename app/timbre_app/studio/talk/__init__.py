"""The Talk page: a conversation by keyboard or switches."""
