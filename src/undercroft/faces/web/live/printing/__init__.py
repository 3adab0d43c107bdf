"""Sheets of paper: choosing them, and the pages that a browser prints."""
