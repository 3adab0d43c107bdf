"""What happens to a body."""
