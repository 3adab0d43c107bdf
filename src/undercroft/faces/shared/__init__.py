"""What several faces share: the library, the place of the store, and work on whole tables."""
