"""Every command as a form."""
