"""Things to do in a site: doors, traps, search, obstacles, moving on."""
