"""A module that ends the program when it is imported."""

raise SystemExit("goodbye")
