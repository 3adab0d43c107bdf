"""Preparing: the referee changes the world before play and in the middle of it."""
