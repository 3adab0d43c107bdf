"""Treating bodies: rest, healing, and cures for poison, disease and frailty."""
