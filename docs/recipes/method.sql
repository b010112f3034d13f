-- A method over commits: its calls and executions in an average run of each commit.
-- tables: runs methods places
-- method: name of the method, or with its class and package: Class.method; % stands for any text
-- label = '': only runs with this label

WITH chosen AS (
    SELECT * FROM runs WHERE NOT merged AND ((SELECT label FROM params) = '' OR label = (SELECT label FROM params))
), pattern AS (
    SELECT '%.' || replace(replace(method, '::', '.'), '$', '.') AS ends FROM params
), named AS (
    SELECT map, place, package, class, method, code,
        '.' || coalesce(package, '') || '.' || replace(class, '$', '.') || '.' || method AS name
    FROM places
    WHERE kind = 'method'
), wanted AS (
    SELECT * FROM named WHERE name LIKE (SELECT ends FROM pattern) OR name LIKE (SELECT ends FROM pattern) || '(%'
)
SELECT min(c.started) AS first_run, c.commit, w.package, w.class, w.method, w.code, count(*) AS runs,
    cast(avg(m.invocations) AS bigint) AS invocations, cast(avg(m.executions) AS bigint) AS executions
FROM wanted w
JOIN methods m ON m.map = w.map AND m.place = w.place
JOIN chosen c ON m.run = c.run
GROUP BY c.commit, w.package, w.class, w.method, w.code
ORDER BY w.package, w.class, w.method, first_run
