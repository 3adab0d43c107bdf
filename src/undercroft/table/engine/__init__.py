"""How a command becomes events. Knows no feature of play."""
