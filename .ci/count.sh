#!/bin/sh
# Counts what a CI job builds and tests, and leaves what people and other tools read. docs/CI.md has blocks for CI
# systems that run it. Values come as variables, so that none becomes a part of a script:
#
#   JPROF_RUN      the command: mvn, ./mvnw, gradle, ./gradlew or run, with its arguments; without it, the runs of
#                  other jobs, in OUT/runs, are merged
#   JPROF_OPTIONS  options of jprof for the command, such as --by-test
#   JPROF_PART     a label for the run, different in each job: another job merges, so this one only packs the run, to
#                  OUT/runs/LABEL.tar.gz
#   JPROF_GATES    options of jprof check, such as --min-lines 80; none: check nothing
#   JPROF_BASE     an archive with an earlier run, which the gates compare with (jprof check --base), if the file exists
#   JPROF_COMMENT  a label: the summary is a comment with this label on the merge request, too (jprof comment)
#   JPROF_OUT      OUT, a folder (default: .jprof/ci)
#
# Commands and options are split into words: quotes group as in a shell, and nothing else is special.
# It makes OUT/run.tar.gz, report/, summary.md, cobertura.xml, jprof.sarif, code-quality.json (of GitLab) and gates.xml
# (of JUnit). The exit code is that of the build, else that of what failed first. With gates, they decide whether a
# build with exit code 1 has failed.
set -eu

fail() {
	echo "count.sh: $1" >&2
	exit 2
}

# words TEXT: its words, each in quotes, for set.
words() {
	case $1 in *[![:space:]]*) ;; *) return 0 ;; esac
	lines=$(printf '%s\n' "$1" | xargs printf '%s\n') || fail "cannot be split into words: $1"
	printf '%s\n' "$lines" | sed "s/'/'\\\\''/g; s/^/'/; s/\$/'/" | tr '\n' ' '
}

status=0
# step COMMAND...: what comes after a failure runs as well.
step() {
	"$@" || {
		code=$?
		[ "$status" != 0 ] || status=$code
	}
}

# end: writes the comment, and ends.
end() {
	if [ -n "${JPROF_COMMENT:-}" ] && [ -f "$out/summary.md" ]; then
		step jprof comment --label "$JPROF_COMMENT" "$out/summary.md"
	fi
	exit "$status"
}

# nothing WHY: ends without counts.
nothing() {
	echo "**jprof:** no counts, as $1. The log says why." >"$out/summary.md"
	end
}

# in_repository FILE TEXT QUOTE: paths after TEXT start at the root of the repository, where CI systems look for them,
# also where the project is a folder of it. QUOTE is for sed: what the format needs in paths.
in_repository() {
	folder=$(git rev-parse --show-prefix 2>/dev/null | sed "$3; s/[&|\\\\]/\\\\&/g")
	if [ -n "$folder" ] && [ -f "$1" ]; then
		sed "s|$2|&$folder|g" "$1" >"$1.new"
		mv "$1.new" "$1"
	fi
}

out=${JPROF_OUT:-.jprof/ci}
label=${JPROF_PART:-ci}
mkdir -p "$out"
[ "$out" != .jprof/ci ] || [ -f .jprof/.gitignore ] || echo '*' >.jprof/.gitignore # as jprof does
rm -rf "$out/run.tar.gz" "$out/report" "$out/summary.md" "$out/cobertura.xml" "$out/jprof.sarif" \
	"$out/code-quality.json" "$out/gates.xml"

if [ -n "${JPROF_RUN:-}" ]; then
	command=$(words "$JPROF_RUN") options=$(words "${JPROF_OPTIONS:-}")
	eval "set -- $command"
	case ${1-} in
	mvn | ./mvnw) tool=mvn ;;
	gradle | ./gradlew) tool=gradle ;;
	run) tool=run ;;
	*) fail "the command must start with mvn, ./mvnw, gradle, ./gradlew or run: $JPROF_RUN" ;;
	esac
	shift
	eval "set -- $options \"\$@\""
	MSYS_NO_PATHCONV=1 step jprof "$tool" --label "$label" "$@" # Git's shell on Windows changes arguments like /a
	if [ -n "${JPROF_PART:-}" ]; then
		rm -rf "$out/runs"
		step jprof merge "$label" -o "$out/runs/$label.tar.gz"
		exit "$status"
	fi
	run=$label
	step jprof merge "$run" -o "$out/run.tar.gz"
	[ -f "$out/run.tar.gz" ] || nothing 'no run was made'
else
	run=$out/run.tar.gz
	if [ ! -d "$out/runs" ]; then
		echo "count.sh: JPROF_RUN names no command, and no job has left a run in $out/runs" >&2
		status=3 # as jprof says it
		nothing 'there is no run to merge'
	fi
	step jprof merge "$out/runs" -o "$run"
	[ -f "$run" ] || nothing 'the runs could not be merged'
fi

code=0
jprof report --run "$run" -o "$out/report" || code=$?
if [ "$code" != 0 ] && [ ! -d "$out/report" ]; then
	[ "$status" != 0 ] || status=$code
	nothing 'the build failed before'
fi
# check fails for a failed build, unless only tests in the quarantine failed, or its settings allow it.
[ "$status" != 1 ] || [ "${JPROF_GATES:-}" = none ] || status=0
step jprof report --run "$run" --text --top 5
step jprof export --run "$run" --format cobertura -o "$out/cobertura.xml"
in_repository "$out/cobertura.xml" ' filename="' 's/&/\&amp;/g'
if [ "${JPROF_GATES:-}" = none ]; then
	step jprof export --run "$run" --format markdown -o "$out/summary.md"
else
	gates=$(words "${JPROF_GATES:-}")
	eval "set -- $gates"
	[ ! -f "${JPROF_BASE:-}" ] || set -- --base "$JPROF_BASE" "$@"
	step jprof check --run "$run" "$@" --markdown "$out/summary.md" --sarif "$out/jprof.sarif" \
		--code-quality "$out/code-quality.json" --junit "$out/gates.xml"
	in_repository "$out/jprof.sarif" '"uri": "' 's/ /%20/g'
	in_repository "$out/code-quality.json" '"path": "' 's/["\\]/\\&/g'
fi
end
