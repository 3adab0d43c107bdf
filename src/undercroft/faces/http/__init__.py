"""What the API and the pages share: the guard at the door, bodies, faults and the server."""
