-- Methods that do more work in one release than in another: executions of statements in an average run.
-- tables: runs methods places
-- before: the older release: a label, or the start of a commit
-- after: the newer release

WITH chosen AS (
    SELECT run, CASE WHEN label = (SELECT after FROM params) OR commit LIKE (SELECT after FROM params) || '%'
        THEN 1 ELSE 0 END AS newer
    FROM runs
    WHERE NOT merged AND (label IN ((SELECT before FROM params), (SELECT after FROM params))
        OR commit LIKE (SELECT before FROM params) || '%' OR commit LIKE (SELECT after FROM params) || '%')
), number AS (
    SELECT count(*) FILTER (WHERE newer = 0) AS older_runs, count(*) FILTER (WHERE newer = 1) AS newer_runs FROM chosen
), sums AS (
    SELECT m.map, m.place, c.newer, sum(m.executions) AS executions, sum(m.invocations) AS invocations
    FROM methods m JOIN chosen c ON m.run = c.run
    GROUP BY m.map, m.place, c.newer
), methods_of AS (
    SELECT p.method_key, max_by(p.package, s.newer) AS package, max_by(p.class, s.newer) AS class,
        max_by(p.method, s.newer) AS method, max_by(p.path, s.newer) AS path, max_by(p.line, s.newer) AS line,
        count(DISTINCT p.code) > 1 AS changed,
        coalesce(sum(s.executions) FILTER (WHERE s.newer = 0), 0) / (SELECT max(older_runs) FROM number) AS older,
        coalesce(sum(s.executions) FILTER (WHERE s.newer = 1), 0) / (SELECT max(newer_runs) FROM number) AS newer,
        coalesce(sum(s.invocations) FILTER (WHERE s.newer = 0), 0) / (SELECT max(older_runs) FROM number) AS calls_older,
        coalesce(sum(s.invocations) FILTER (WHERE s.newer = 1), 0) / (SELECT max(newer_runs) FROM number) AS calls_newer
    FROM sums s JOIN places p ON s.map = p.map AND s.place = p.place
    GROUP BY p.method_key
)
SELECT cast(newer - older AS bigint) AS more, cast(older AS bigint) AS executions_before,
    cast(newer AS bigint) AS executions_after, cast(calls_older AS bigint) AS calls_before,
    cast(calls_newer AS bigint) AS calls_after, changed, package, class, method, path, line
FROM methods_of
WHERE newer > older
ORDER BY newer - older DESC, package, class, method
