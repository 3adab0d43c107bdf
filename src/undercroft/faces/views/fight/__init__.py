"""A fight as a seat sees it: its rounds, their order, attacks, and who may die."""
