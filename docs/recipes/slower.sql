-- Methods that do more work in one release than in another: executions of statements in an average run.
-- tables: runs modules methods places
-- before: the older release: a label, or at least 4 digits of a commit
-- after: the newer release

WITH sides AS (
    SELECT run, CASE WHEN label = after THEN 1 WHEN label = before THEN 0
        WHEN length(after) >= 4 AND substr(commit, 1, length(after)) = after THEN 1
        WHEN length(before) >= 4 AND substr(commit, 1, length(before)) = before THEN 0 END AS newer
    FROM runs CROSS JOIN params
    WHERE NOT merged
), chosen AS (
    SELECT * FROM sides WHERE newer IS NOT NULL
), counted AS ( -- runs without counts of a module say nothing about its methods
    SELECT m.module, m.source_set, count(DISTINCT m.run) FILTER (WHERE c.newer = 0) AS older,
        count(DISTINCT m.run) FILTER (WHERE c.newer = 1) AS newer
    FROM modules m JOIN chosen c ON m.run = c.run
    GROUP BY m.module, m.source_set
), sums AS (
    SELECT m.map, m.place, c.newer, sum(m.executions) AS executions, sum(m.invocations) AS invocations
    FROM methods m JOIN chosen c ON m.run = c.run
    GROUP BY m.map, m.place, c.newer
), methods_of AS (
    SELECT p.method_key, max(p.module) AS module, max(p.source_set) AS source_set,
        max_by(p.package, s.newer) AS package, max_by(p.class, s.newer) AS class,
        max_by(p.method, s.newer) AS method, max_by(p.path, s.newer) AS path, max_by(p.line, s.newer) AS line,
        CASE WHEN count(DISTINCT s.newer) = 2 THEN count(DISTINCT p.code) > 1 END AS changed, -- else new or gone
        coalesce(sum(s.executions) FILTER (WHERE s.newer = 0), 0) AS older,
        coalesce(sum(s.executions) FILTER (WHERE s.newer = 1), 0) AS newer,
        coalesce(sum(s.invocations) FILTER (WHERE s.newer = 0), 0) AS calls_older,
        coalesce(sum(s.invocations) FILTER (WHERE s.newer = 1), 0) AS calls_newer
    FROM sums s JOIN places p ON s.map = p.map AND s.place = p.place
    GROUP BY p.method_key
), averages AS (
    SELECT m.package, m.class, m.method, m.path, m.line, m.changed, n.older AS runs_before, n.newer AS runs_after,
        m.older / greatest(n.older, 1) AS older, m.newer / greatest(n.newer, 1) AS newer,
        m.calls_older / greatest(n.older, 1) AS calls_older, m.calls_newer / greatest(n.newer, 1) AS calls_newer
    FROM methods_of m JOIN counted n ON m.module = n.module AND m.source_set = n.source_set
    WHERE (SELECT count(DISTINCT newer) FROM chosen) = 2
)
SELECT cast(newer - older AS bigint) AS more, cast(older AS bigint) AS executions_before,
    cast(newer AS bigint) AS executions_after, cast(calls_older AS bigint) AS calls_before,
    cast(calls_newer AS bigint) AS calls_after, changed, runs_before, runs_after, package, class, method, path, line
FROM averages
WHERE newer > older
ORDER BY newer - older DESC, package, class, method
