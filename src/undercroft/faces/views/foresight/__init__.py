"""What runs from a table say, as people read it: sentences, charts, plans side by side, and runs worth opening."""
