"""Undercroft measured against its peers, in one run on one machine: `make bench`."""
