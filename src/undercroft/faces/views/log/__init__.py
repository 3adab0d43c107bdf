"""The log as a seat reads it."""
