"""Runs a recipe on the tables of jprof with Apache Spark, and prints the answer, or writes it as CSV.

    python3 spark.py merge tables                              one machine, all of its processors
    spark-submit spark.py slower s3a://bucket/tables before=v1.0 after=v1.1
    python3 spark.py --csv answer.csv hottest tables days=30

--csv FILE writes the whole answer, which must fit into the memory of the driver. --master URL chooses a cluster.
"""

import argparse
import csv
import pathlib
import re

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# Counts, whose sums may exceed 2^63-1. Spark's sums of bigint fail there.
COUNTS = ("executions invocations taken not_taken value calls bytecodes objects arrays elements exceptions nanoseconds "
          "cost exclusive_cost writes own escaping not_escaping captured output").split()


def views(spark, folder, tables):
    """Makes the views of duckdb.sql of tables. To list the files of the others would take long."""
    for table in tables:
        rows = spark.read.option("recursiveFileLookup", "false").parquet(folder + "/" + table)
        for name in COUNTS:
            if name in rows.columns:
                rows = rows.withColumn(name, F.col(name).cast("decimal(38, 0)"))
        if table == "runs":
            seen = F.coalesce("served_to", "started")
            rows = (rows.withColumn("merged", F.size("parts") > 0)
                    .withColumn("day", F.floor(F.unix_timestamp(seen) / 86400).cast("int")))
        if table == "modules":
            day = F.explode(F.col("days").cast("array<date>")).alias("day")
            rows.select("map", "module", "source_set", "test", day).createOrReplaceTempView("served")
        if table == "places":
            (rows.select("map", "place", "package_id", F.explode("formula").alias("t"))
             .select("map", "place", "package_id", "t.slot", "t.counter", "t.coef").createOrReplaceTempView("terms"))
        rows.createOrReplaceTempView(table)


def params(sql, given):
    """Returns the query of the view params, with the defaults in the comments of a recipe."""
    columns = ["1 AS one"]
    for name, default in re.findall(r"(?m)^-- (?!tables:)([a-z]+)(?: = (\d+|''))?: ", sql):
        if name in given:
            value = given[name] if default.isdigit() else "'" + given[name].replace("'", "\\'") + "'"
        elif default:
            value = default
        else:
            raise SystemExit("the recipe requires " + name)
        columns.append(value + " AS " + name)
    return "SELECT " + ", ".join(columns)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe")
    parser.add_argument("folder")
    parser.add_argument("params", nargs="*", help="NAME=VALUE")
    parser.add_argument("--csv")
    parser.add_argument("--master")
    options = parser.parse_args()
    sql = (pathlib.Path(__file__).parent / (options.recipe + ".sql")).read_text(encoding="utf-8")
    builder = (SparkSession.builder.appName("jprof " + options.recipe)
               .config("spark.sql.session.timeZone", "UTC")
               # Values in the names of folders are texts.
               .config("spark.sql.sources.partitionColumnTypeInference.enabled", "false"))
    if options.master:
        builder = builder.master(options.master)
    spark = builder.getOrCreate()
    views(spark, options.folder.rstrip("/"), re.search("(?m)^-- tables: (.+)$", sql)[1].split())
    spark.sql(params(sql, dict(p.split("=", 1) for p in options.params))).createOrReplaceTempView("params")
    answer = spark.sql(sql)
    if not options.csv:
        answer.show(truncate=False)
        return
    with open(options.csv, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(answer.columns)
        for row in answer.toLocalIterator():
            out.writerow(["" if v is None else str(v).lower() if isinstance(v, bool) else v for v in row])


main()
