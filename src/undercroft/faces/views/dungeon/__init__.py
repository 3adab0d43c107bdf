"""A site as a seat sees it: the turns, the map, and the room."""
