"""Writes the manual: one page for each rule, from the rules, their cases and their exact odds."""
