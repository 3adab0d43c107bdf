"""Writes the manual: a page a rule, from the rules, their cases and their exact odds."""
