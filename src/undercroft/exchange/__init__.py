"""Reading and writing what other tools write. Everything read here is somebody else's and may be hostile."""
