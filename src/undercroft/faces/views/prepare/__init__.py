"""What the referee's preparing shows: monsters and tables with their chances."""
