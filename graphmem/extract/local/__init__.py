"""The steps of the local encoder: sentences, persons, times, types, topics. No LLM, no network."""
