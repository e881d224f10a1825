// One evening: its turns, the segments they fall into, and what was understood
MATCH path = (:Session {scope: 'demo', uid: 's01-new-year'})-[:HAS_SEGMENT]->(:Segment)<-[:FROM_SEGMENT]-(:Record)-[:EVIDENCED_BY]->(:Turn)
RETURN path
