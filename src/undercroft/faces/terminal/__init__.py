"""The game in a terminal: lines that people type or write to files, what they mean, and what they do."""
