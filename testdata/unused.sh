#!/bin/sh
# unused.sh JPROF TEST PROJECT...: runs one test class of Maven projects with counters, in a copy. The patch of jprof
# unused deletes there what that did not execute, and what remains is compiled: first with all tests, then without any,
# so that much more goes. It fails where something does not compile.
set -e
jprof=$(realpath "$1")
test=$2
shift 2
here=$PWD

# compile NAME ARGUMENTS...: applies a patch and compiles what remains.
compile() {
	name=$1
	shift
	"$jprof" unused --patch >"$out/patch" 2>"$out/stays"
	git apply -p1 "$out/patch"
	mvn -B -q "$@" >"$out/log" 2>&1 || { grep ERROR "$out/log" >&2 && echo "$name: does not compile: $copy" >&2 && exit 1; }
	echo "$name: $(grep -c '^-[^-]' "$out/patch") lines and $(grep -c '^deleted file' "$out/patch") files are deleted," \
		"$(grep -c 'stays:' "$out/stays") parts stay; it compiles"
}

for project; do
	copy=$(mktemp -d) out=$(mktemp -d)
	cp -r "$here/$project/." "$copy"
	cd "$copy"
	"$jprof" mvn -B -q "-Dtest=$test" -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false test >"$out/log" 2>&1 ||
		{ tail -20 "$out/log" >&2 && exit 1; }
	echo "$project: $("$jprof" unused | sed -n 's/^never executed: //p')"
	compile "  with tests" test-compile
	git apply -R -p1 --whitespace=nowarn "$out/patch"
	find . -path '*/src/test' -prune -exec rm -r {} +
	compile "  without tests" compile
	cd "$here"
	rm -rf "$copy" "$out"
done
