"""Looking after entities by hand: which names mean one, which mean several."""
