"""Long-term memory for LLM agents, kept as a graph in Neo4j."""
