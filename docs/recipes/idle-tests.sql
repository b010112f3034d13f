-- Tests that never failed, and never executed a region that nothing else executed. Runs by test only.
-- tables: runs tests
-- runs = 1: number of runs that a test must have had

WITH chosen AS (
    SELECT * FROM runs WHERE NOT merged AND by_test
)
SELECT t.test, t.step, count(DISTINCT t.run) AS runs, max(t.regions) AS regions,
    round(sum(t.seconds) / count(DISTINCT t.run), 3) AS seconds
FROM tests t JOIN chosen c ON t.run = c.run
WHERE t.owner = 'test'
GROUP BY t.test, t.step
HAVING max(t.only_regions) = 0 AND max(t.retries) = 0 AND max(t.attempt) = 1
    AND count(*) FILTER (WHERE t.status <> 'passed') = 0 AND count(DISTINCT t.run) >= (SELECT max(runs) FROM params)
ORDER BY seconds DESC, t.test
