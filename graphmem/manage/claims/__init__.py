"""What a self-contained statement claims: subject, attribute, value. Rules over English text, no model."""
