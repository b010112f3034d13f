#!/bin/sh
# make.sh JPROF VERSION: writes the folder VERSION, the files of that version that later ones must read. README.md says
# what is in it. JPROF is its program, built with -ldflags "-X jprof/internal/version.release=VERSION.0". It needs Maven
# with what testdata/demo depends on, a JDK, Git, and the agent of that version (make agent). A folder that is there
# already is kept for good: it is not written again.
set -e
[ $# = 2 ] || { sed -n 2,5p "$0"; exit 2; }
jprof=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
out=$here/$2
[ ! -e "$out" ] || { echo "$out is there already: files of a released version are not made again" >&2; exit 1; }

# One folder for all, which is no folder of a user: descriptions of runs have the path of the copy.
work=/tmp/jprof-compat
rm -rf "$work"
mkdir -p "$work/calc" "$out/expected"
export JPROF_CACHE=$work/cache TZ=UTC LC_ALL=C.UTF-8 GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
unset JPROF_COUNTS JAVA_TOOL_OPTIONS
cd "$work/calc"

# commit DIR DATE: adds what is in DIR. The test commits the same, so that IDs of commits are equal.
commit() {
	cp -R "$1/." .
	git add -A
	GIT_AUTHOR_DATE=$2 GIT_COMMITTER_DATE=$2 git -c user.name=jprof -c user.email=jprof@example.com \
		-c commit.gpgsign=false commit -q -m "State of $2"
}
count() { # ARGS...: a build with counts
	"$jprof" mvn "$@" -B -ntp -q verify
}

mkdir "$out/first" "$out/later"
cp -R "$here/../demo/." "$here/project/." "$out/first"
cp -R "$here/later/." "$out/later"
git init -q -b main .
commit "$out/first" 2026-01-01T00:00:00Z
count --label plain
count --label jvms -DreuseForks=false
count --label bytest --by-test
count --label contexts --contexts
"$jprof" check --run plain --baseline jprof-baseline.json --write-baseline --since HEAD
cp jprof-baseline.json "$out/later"
commit "$out/later" 2026-01-02T00:00:00Z
count --label later
count --label contexts-later --contexts
# Without the copy that was built, sources come from the project and from Git, as in the test.
sed -i 's|"mirror": ".*"|"mirror": "/tmp/jprof-compat/copy"|' .jprof/runs/*/run.json
"$jprof" merge plain jvms bytest later -o merged --label merged
"$jprof" merge plain jvms -o archive.tar.gz --label archive
"$jprof" merge contexts contexts-later -o contexts-merged --label contexts-merged

# Properties in test reports describe the machine; jprof does not read them.
find .jprof/runs -path '*/test-reports/*.txt' -delete
find .jprof/runs -name '*.xml' -exec sed -i '/<properties>/,/<\/properties>/d' {} +
plain=$(basename "$(dirname "$(grep -l '"label": "plain"' .jprof/runs/*/run.json)")")
tar -czf plain-copy.tar.gz -C .jprof/runs "$plain"

# Files of JVMs that jprof did not start, and which it has not merged.
"$jprof" instrument src/main/java -o "$work/copy" --map by-hand.map --counts by-hand.counts
javac -d "$work/classes" $(find "$work/copy" -name '*.java')
cp -R src/main/resources/. "$work/classes"
for formula in '1 + 2 * sin(3)' '2 * ('; do
	java -cp "$work/classes" demo.calc.Main "$formula" || [ $? = 3 ]
done
rm -rf "$work/copy"
touch -d 2026-01-03T00:00:00Z by-hand.counts/* # reports show this time

cp -R .jprof/runs merged contexts-merged archive.tar.gz plain-copy.tar.gz by-hand.map by-hand.counts "$out"
cp "$here/commands" "$out"

# What programs of others are made for: the schemas of documents, and the classes of agents.
tar -czf "$out/schemas.tar.gz" --sort=name --owner=0 --group=0 --mtime=@0 -C "$here/../../docs/schema" \
	$(cd "$here/../../docs/schema" && ls -- *.json)
cp "$here/../../plugins/agent/dist/jprof-api.jar" "$out"

# What this version reads in them.
grep -v '^#' "$out/commands" | while read -r name args; do
	# shellcheck disable=SC2086 # words
	code=0
	"$jprof" $args </dev/null >"$out/expected/$name" 2>"$work/stderr" || code=$?
	if [ "$code" -gt 1 ]; then
		echo "jprof $args: exit code $code" >&2
		cat "$work/stderr" >&2
		exit 1
	fi
	case $name in *.-) rm "$out/expected/$name" ;; esac
	[ "$code" = 0 ] || echo "$name" >>"$out/expected/failed"
done
if grep -rIlE "$HOME|$here|/usr/lib" "$out"; then echo "these name this machine" >&2; exit 1; fi
du -sh "$out"
