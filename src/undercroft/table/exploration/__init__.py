"""Time in a site: four clocks with one base, and what takes a turn."""
