-- Adds up runs, as jprof merge does: each method, region, branch and line of the newest sources, with its count.
-- tables: runs modules methods regions branches lines counters places
-- label = '': only runs with this label

WITH chosen AS (
    SELECT * FROM runs WHERE NOT merged AND ((SELECT label FROM params) = '' OR label = (SELECT label FROM params))
), ranked AS (
    SELECT run, commit, row_number() OVER (ORDER BY
        CASE WHEN (SELECT count(*) FROM chosen WHERE commit_depth IS NULL) = 0 THEN commit_depth ELSE 0 END,
        coalesce(commit_time, started), started, run) AS age
    FROM chosen
), maps AS (
    SELECT m.map, m.module, m.source_set, r.run, r.commit, r.age FROM modules m JOIN ranked r ON m.run = r.run
), ages AS (
    SELECT map, max(age) AS age FROM maps GROUP BY map
), newest AS (
    SELECT module, source_set, max_by(map, age) AS map, max_by(commit, age) AS commit FROM maps
    GROUP BY module, source_set
), present AS ( -- the maps of the newest sources, and the newest run of each
    SELECT m.map, max_by(m.run, m.age) AS run
    FROM maps m JOIN newest n ON m.module = n.module AND m.source_set = n.source_set
    WHERE m.map = n.map OR m.commit = n.commit
    GROUP BY m.map
), shown AS ( -- what that run shows: no excluded code
    SELECT f.map, f.place FROM present p JOIN (
        SELECT map, place, run FROM methods UNION ALL SELECT map, place, run FROM regions
        UNION ALL SELECT map, place, run FROM branches UNION ALL SELECT map, place, run FROM lines
    ) f ON f.map = p.map AND f.run = p.run
), totals AS (
    SELECT c.package_id, c.counter, least(sum(c.value), 9223372036854775807) AS total
    FROM counters c JOIN chosen ON c.run = chosen.run
    GROUP BY c.package_id, c.counter
), homes AS ( -- a package is in many maps: the newest of them
    SELECT p.package_id, max_by(p.map, a.age) AS map
    FROM (SELECT DISTINCT package_id, map FROM places) p JOIN ages a ON p.map = a.map
    GROUP BY p.package_id
), summed AS (
    SELECT t.map, t.place, t.slot, greatest(0, least(sum(t.coef * c.total), 9223372036854775807)) AS n
    FROM terms t
    JOIN homes h ON t.package_id = h.package_id AND t.map = h.map
    JOIN totals c ON t.package_id = c.package_id AND t.counter = c.counter
    GROUP BY t.map, t.place, t.slot
), code AS ( -- the same code of all versions of the sources
    SELECT p.method_key, p.code, p.copy, p.kind, p.number, s.slot, least(sum(s.n), 9223372036854775807) AS n
    FROM summed s JOIN places p ON s.map = p.map AND s.place = p.place
    GROUP BY p.method_key, p.code, p.copy, p.kind, p.number, s.slot
), counts AS (
    SELECT method_key, code, copy, kind, number,
        CASE WHEN kind = 'line' THEN min_by(n, slot) FILTER (WHERE n > 0)
            ELSE max(n) FILTER (WHERE slot = 0) END AS executions,
        max(n) FILTER (WHERE slot = 1) AS not_taken
    FROM code GROUP BY method_key, code, copy, kind, number
)
SELECT p.module, p.source_set, p.package, p.path, p.kind, p.class, p.method, p.what, p.line, p.start_offset,
    p.end_offset, cast(coalesce(c.executions, 0) AS bigint) AS executions,
    CASE WHEN p.what IN ('condition', 'loop') AND p.kind = 'branch' THEN cast(coalesce(c.not_taken, 0) AS bigint) END
        AS not_taken
FROM places p
JOIN shown s ON p.map = s.map AND p.place = s.place
LEFT JOIN counts c ON p.method_key = c.method_key AND p.code = c.code AND p.copy = c.copy AND p.kind = c.kind
    AND p.number = c.number
ORDER BY p.path, p.module, p.source_set, p.map, p.place
