"""A campaign in the formats of other programs: one exporter for each, for the referee or for everybody."""
