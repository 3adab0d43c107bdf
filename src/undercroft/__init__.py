"""Undercroft."""
