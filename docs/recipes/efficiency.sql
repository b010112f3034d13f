-- Methods by the work that had no effect, which is cost minus value, over all runs with contexts.
-- tables: runs efficiency
-- label = '': only runs with this label

WITH chosen AS (
    SELECT * FROM runs WHERE NOT merged AND ((SELECT label FROM params) = '' OR label = (SELECT label FROM params))
)
SELECT least(sum(e.cost), 9223372036854775807) AS cost, least(sum(e.value), 9223372036854775807) AS value,
    least(sum(e.captured), 9223372036854775807) AS captured, count(DISTINCT e.run) AS runs, e.class, e.method,
    e.descriptor, min(e.source) AS source
FROM efficiency e JOIN chosen c ON e.run = c.run
WHERE e.kind = 'app'
GROUP BY e.class, e.method, e.descriptor
ORDER BY sum(e.cost) - sum(e.value) DESC, e.class, e.method, e.descriptor
