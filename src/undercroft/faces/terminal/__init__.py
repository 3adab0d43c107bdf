"""The game in a terminal: lines that people type or write into files, what they mean, and what comes of them."""
