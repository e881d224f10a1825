"""The write path: messages → turns → vectors → segments → records, each step kept before the next begins."""
