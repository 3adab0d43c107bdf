"""Time in a site: four clocks behind one protocol, and what takes a turn."""
