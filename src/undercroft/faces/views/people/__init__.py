"""People as a seat sees them: the party, a sheet, gear, and growth."""
