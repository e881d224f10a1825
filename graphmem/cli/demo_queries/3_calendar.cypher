// The year as a calendar: which memories belong to which day, as the speakers counted
MATCH path = (:Year {scope: 'demo', uid: '2026'})<-[:IN_YEAR]-(:Month)<-[:IN_MONTH]-(:Day)<-[:ON_DAY]-(:Record)
RETURN path LIMIT 80
