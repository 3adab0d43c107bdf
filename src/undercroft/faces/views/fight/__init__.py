"""A fight as a seat sees it: its Rounds, their order, attacks, and who may die."""
