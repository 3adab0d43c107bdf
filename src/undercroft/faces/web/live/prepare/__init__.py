"""The pages where a referee prepares: sites, the land, monsters, random tables, pictures and the campaign file."""
