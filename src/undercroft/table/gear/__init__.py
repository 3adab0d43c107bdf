"""Carrying, handing over and paying."""
