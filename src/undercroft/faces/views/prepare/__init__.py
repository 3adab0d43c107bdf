"""What the referee sees while preparing: sites, the land, monsters and tables, with their chances."""
