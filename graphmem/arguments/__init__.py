"""What callers pass, checked and brought into one shape."""
