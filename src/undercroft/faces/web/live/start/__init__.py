"""The start page, and everything done from it: tables opened, made, saved, removed, and joined."""
