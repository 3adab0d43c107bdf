"""The pages where a referee prepares: monsters and random tables."""
