"""Forecasts and simulated runs."""
