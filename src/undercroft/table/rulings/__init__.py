"""Rulings on what no procedure covers."""
