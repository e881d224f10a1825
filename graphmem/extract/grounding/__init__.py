"""What a model wrote about turns, held against these turns: evidence, names, dates."""
