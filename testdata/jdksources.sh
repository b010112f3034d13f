#!/bin/sh
# Measures instrumenting on the sources of a JDK: java.base alone, then all of its modules. The
# sources are those of JDK_SOURCES, a src.zip, or of the first JDK in /usr/lib/jvm that has one
# (Temurin brings it along; for Debian's there is the package openjdk-17-source).
set -e
cd "$(dirname "$0")/.."
zip=$JDK_SOURCES
if [ -z "$zip" ]; then
	for z in /usr/lib/jvm/*/lib/src.zip; do
		[ -f "$z" ] && zip=$z && break
	done
fi
[ -n "$zip" ] || { echo "no src.zip found: name one with JDK_SOURCES=/path/to/src.zip" >&2; exit 1; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/jprof-jdk-sources/$(cksum <"$zip" | cut -d' ' -f1)
if [ ! -e "$cache/.done" ]; then
	mkdir -p "$cache"
	unzip -qo "$zip" '*.java' -d "$cache"
	touch "$cache/.done"
fi
roots=$cache/java.base
for dir in "$cache"/*/; do
	dir=${dir%/}
	[ "$dir" = "$cache/java.base" ] || roots=$roots:$dir
done
JPROF_SOURCES=$roots exec "${GO:-go}" test -run '^$' -bench Tree -benchtime "${BENCHTIME:-1x}" -count "${COUNT:-1}" ./instrument
