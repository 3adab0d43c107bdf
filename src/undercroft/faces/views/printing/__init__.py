"""What is printed: turn sheets, maps with their key, character cards, tables and house rules."""
