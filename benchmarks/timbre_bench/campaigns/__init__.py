"""Campaigns: they kill and start parts of the program many times, and count what goes wrong."""
