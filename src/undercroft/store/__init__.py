"""Where the logs of campaigns live. Start at `log.py`: it says what a store is; the other modules are stores."""
