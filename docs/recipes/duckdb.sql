-- The tables of a folder, for DuckDB. By hand: SET VARIABLE dir = 'tables'; then this file, a view params, and a recipe.
-- Statements about tables that the folder does not have fail, and no recipe on the others needs them.

CREATE OR REPLACE MACRO table_of(name) AS TABLE
SELECT * FROM read_parquet(getvariable('dir') || '/' || name || '/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW places AS FROM table_of('places');

-- What formulas are made of.
CREATE OR REPLACE VIEW terms AS
SELECT map, place, package_id, t.slot, t.counter, t.coef
FROM (SELECT map, place, package_id, unnest(formula) AS t FROM places);

CREATE OR REPLACE VIEW runs AS
SELECT *, len(parts) > 0 AS merged, cast(epoch(coalesce(served_to, started)) / 86400 AS integer) AS day
FROM table_of('runs');

CREATE OR REPLACE VIEW modules AS FROM table_of('modules');

-- The days on which services had the code of a map.
CREATE OR REPLACE VIEW served AS
SELECT map, module, source_set, test, cast(unnest(days) AS date) AS day FROM modules;

CREATE OR REPLACE VIEW files AS FROM table_of('files');
CREATE OR REPLACE VIEW methods AS FROM table_of('methods');
CREATE OR REPLACE VIEW regions AS FROM table_of('regions');
CREATE OR REPLACE VIEW branches AS FROM table_of('branches');
CREATE OR REPLACE VIEW lines AS FROM table_of('lines');
CREATE OR REPLACE VIEW counters AS FROM table_of('counters');
CREATE OR REPLACE VIEW tests AS FROM table_of('tests');
CREATE OR REPLACE VIEW contexts AS FROM table_of('contexts');
CREATE OR REPLACE VIEW efficiency AS FROM table_of('efficiency');
