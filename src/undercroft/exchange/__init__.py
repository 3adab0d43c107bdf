"""Reading and writing the formats of other tools. Everything read here comes from outside and may be hostile."""
