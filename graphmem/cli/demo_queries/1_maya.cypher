// What is remembered about Maya, and the words that prove it
MATCH path = (:Entity {scope: 'demo', key: 'maya'})<-[:MENTIONS]-(:Record)-[:EVIDENCED_BY]->(:Turn)
RETURN path LIMIT 60
