// The server's version, edition and the Cypher versions it speaks.
// params:
// mode: read
CALL dbms.components() YIELD name, versions, edition
RETURN name, versions, edition
