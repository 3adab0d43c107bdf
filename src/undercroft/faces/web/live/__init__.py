"""The live table in a browser: who may see it, its screens, its panels, and the stream of changes."""
