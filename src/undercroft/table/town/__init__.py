"""Home again: shares, levels, market and hirelings."""
