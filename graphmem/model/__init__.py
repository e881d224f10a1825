"""Values that travel between the stages: frozen, without behaviour that needs a port."""
