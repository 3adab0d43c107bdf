"""Travel as a seat sees it: the country, the route, the day, the camp, and the town."""
