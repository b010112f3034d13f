-- The tables of a folder, for DuckDB. By hand: SET VARIABLE dir = 'tables'; then this file, a view params, and a recipe.

CREATE OR REPLACE VIEW places AS
SELECT * FROM read_parquet(getvariable('dir') || '/places/*/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

-- What formulas are made of.
CREATE OR REPLACE VIEW terms AS
SELECT map, place, package_id, t.slot, t.counter, t.coef FROM (SELECT map, place, package_id, unnest(formula) AS t
    FROM read_parquet(getvariable('dir') || '/places/*/*.parquet', hive_partitioning = true,
        hive_types_autocast = false, union_by_name = true));

CREATE OR REPLACE VIEW runs AS
SELECT *, len(parts) > 0 AS merged, cast(epoch(coalesce(served_to, started)) / 86400 AS integer) AS day
FROM read_parquet(getvariable('dir') || '/runs/**/*.parquet', hive_partitioning = true, hive_types_autocast = false,
    union_by_name = true);

CREATE OR REPLACE VIEW services AS
SELECT run, unnest(applications) AS application
FROM read_parquet(getvariable('dir') || '/runs/**/*.parquet', hive_partitioning = true, hive_types_autocast = false,
    union_by_name = true);

CREATE OR REPLACE VIEW modules AS
SELECT * FROM read_parquet(getvariable('dir') || '/modules/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW files AS
SELECT * FROM read_parquet(getvariable('dir') || '/files/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW methods AS
SELECT * FROM read_parquet(getvariable('dir') || '/methods/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW regions AS
SELECT * FROM read_parquet(getvariable('dir') || '/regions/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW branches AS
SELECT * FROM read_parquet(getvariable('dir') || '/branches/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW lines AS
SELECT * FROM read_parquet(getvariable('dir') || '/lines/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW counters AS
SELECT * FROM read_parquet(getvariable('dir') || '/counters/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW tests AS
SELECT * FROM read_parquet(getvariable('dir') || '/tests/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW contexts AS
SELECT * FROM read_parquet(getvariable('dir') || '/contexts/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);

CREATE OR REPLACE VIEW efficiency AS
SELECT * FROM read_parquet(getvariable('dir') || '/efficiency/**/*.parquet', hive_partitioning = true,
    hive_types_autocast = false, union_by_name = true);
