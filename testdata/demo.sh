#!/bin/sh
# demo.sh JPROF: shows jprof on the project in testdata/demo. It works on a copy, so that the
# project's own tree stays as it is.
set -e
jprof=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=${JPROF_DEMO:-${TMPDIR:-/tmp}/jprof-demo}
mkdir -p "$work"
rm -rf "$work/calc"
cp -R "$here/demo" "$work/calc"
cd "$work/calc"

echo "\$ cd $work/calc"
echo "\$ jprof mvn -B -ntp verify"
"$jprof" mvn -B -ntp verify
echo
echo "\$ jprof report --text --top 5"
"$jprof" report --text --top 5
echo
echo "\$ jprof report"
"$jprof" report
