"""How a command becomes events. Independent of the features of play."""
