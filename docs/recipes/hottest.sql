-- The hottest methods of all runs: where the most statements were executed.
-- tables: runs methods places
-- label = '': only runs with this label
-- days = 36500: only runs of so many days, up to the newest run

WITH chosen AS (
    SELECT * FROM runs WHERE NOT merged AND ((SELECT label FROM params) = '' OR label = (SELECT label FROM params))
        AND day > (SELECT max(day) FROM runs) - (SELECT days FROM params)
), sums AS (
    SELECT m.map, m.place, count(*) AS runs, sum(m.invocations) AS invocations, sum(m.executions) AS executions
    FROM methods m JOIN chosen c ON m.run = c.run
    GROUP BY m.map, m.place
)
SELECT least(sum(s.executions), 9223372036854775807) AS executions,
    least(sum(s.invocations), 9223372036854775807) AS invocations, sum(s.runs) AS runs,
    min(p.module) AS module, min(p.package) AS package, min(p.class) AS class, min(p.method) AS method
FROM sums s JOIN places p ON s.map = p.map AND s.place = p.place
GROUP BY p.method_key
ORDER BY executions DESC, package, class, method
