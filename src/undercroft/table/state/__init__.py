"""What a campaign is: frozen values and questions about them. Nothing here settles a rule."""
