-- Methods of main sources that no service has executed in the last days.
-- tables: runs modules methods places
-- days = 30: up to the newest count of a service

WITH chosen AS (
    SELECT * FROM runs WHERE NOT merged AND run IN (SELECT run FROM services)
        AND day > (SELECT max(day) FROM runs WHERE run IN (SELECT run FROM services)) - (SELECT days FROM params)
), sums AS (
    SELECT m.map, m.place, sum(m.invocations) AS invocations, max(c.day) AS day, count(*) AS runs
    FROM methods m JOIN chosen c ON m.run = c.run
    JOIN (SELECT DISTINCT map FROM modules WHERE NOT test) x ON m.map = x.map
    GROUP BY m.map, m.place
), methods_of AS (
    SELECT p.method_key, sum(s.invocations) AS invocations, sum(s.runs) AS runs, max(s.day) AS day,
        max_by(p.module, s.day) AS module, max_by(p.package, s.day) AS package, max_by(p.class, s.day) AS class,
        max_by(p.method, s.day) AS method, max_by(p.path, s.day) AS path, max_by(p.line, s.day) AS line,
        max_by(p.end_line - p.line + 1, s.day) AS lines
    FROM sums s JOIN places p ON s.map = p.map AND s.place = p.place
    GROUP BY p.method_key
)
SELECT module, package, class, method, path, line, lines, runs
FROM methods_of
WHERE invocations = 0
ORDER BY lines DESC, path, line
