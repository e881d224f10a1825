"""Forgetting for good: turns and records with all that derives from them, whole users, edits by hand."""
