"""One user's graph out of a store into a file, and back into one."""
