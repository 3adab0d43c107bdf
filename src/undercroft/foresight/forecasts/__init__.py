"""Forecasts: questions about what is likely to happen, answered exactly from the books' own rules."""
