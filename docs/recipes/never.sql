-- Methods of main sources that services had in the last days, and that none of them has executed then.
-- tables: modules methods places
-- days = 30: up to the newest day of a service

-- A run of services has counts of many days, also of those that earlier runs have. So this asks on which day a method
-- was executed last, and not when runs were made: a run of sixty days is right here. The column days has the number of
-- the last days of which there are counts of services with the module.
WITH before AS (
    SELECT max(day) - (SELECT max(days) FROM params) AS day FROM served
), maps AS (
    SELECT map, max(day) AS day FROM served WHERE NOT test GROUP BY map
), observed AS (
    SELECT module, source_set, count(DISTINCT day) AS days FROM served
    WHERE day > (SELECT max(day) FROM before)
    GROUP BY module, source_set
), lasts AS (
    SELECT m.map, m.place, max(cast(m.last_day AS date)) AS last_day
    FROM methods m JOIN maps ON m.map = maps.map
    GROUP BY m.map, m.place
), methods_of AS (
    SELECT p.method_key, max(maps.day) AS seen, max(l.last_day) AS last_day, max_by(p.module, maps.day) AS module,
        max_by(p.source_set, maps.day) AS source_set, max_by(p.package, maps.day) AS package,
        max_by(p.class, maps.day) AS class, max_by(p.method, maps.day) AS method, max_by(p.path, maps.day) AS path,
        max_by(p.line, maps.day) AS line, max_by(p.end_line - p.line + 1, maps.day) AS lines
    FROM lasts l JOIN maps ON l.map = maps.map JOIN places p ON l.map = p.map AND l.place = p.place
    GROUP BY p.method_key
)
SELECT m.module, m.package, m.class, m.method, m.path, m.line, m.lines, m.last_day, o.days
FROM methods_of m JOIN observed o ON m.module = o.module AND m.source_set = o.source_set
WHERE m.seen > (SELECT max(day) FROM before)
    AND (m.last_day IS NULL OR m.last_day <= (SELECT max(day) FROM before))
ORDER BY m.lines DESC, m.path, m.line
