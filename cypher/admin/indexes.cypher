// Every index with what it covers, its state and its options.
// params:
// mode: read
SHOW INDEXES YIELD name, type, state, populationPercent, labelsOrTypes, properties, options
WHERE type <> 'LOOKUP'
RETURN name, type, state, populationPercent AS percent, labelsOrTypes AS labels, properties, options
ORDER BY name
