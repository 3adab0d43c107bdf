"""Creating characters and buying their gear."""
