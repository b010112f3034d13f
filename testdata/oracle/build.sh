#!/bin/sh
# Builds the oracle into the folder $1: oracle.jar is the agent, rewriter.jar and asm.jar stand next
# to it, and heap.jar, the agent that follows writes. Needs javac 17 or later, and Maven, which fetches ASM the first time.
set -eu
cd "$(dirname "$0")"
out=${1:?usage: build.sh OUTDIR}
asm=9.9
mkdir -p "$out"
out=$(cd "$out" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ ! -s "$out/asm.jar" ]; then
	"${MVN:-mvn}" -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy "-Dartifact=org.ow2.asm:asm:$asm" \
		"-DoutputDirectory=$tmp" -Dmdep.useBaseVersion=true
	mv "$tmp/asm-$asm.jar" "$out/asm.jar"
fi
javac -nowarn -source 17 -target 17 --patch-module java.base=hits -d "$tmp/agent" hits/java/lang/*.java
javac --release 17 -d "$tmp/agent" agent/oracle/*.java
javac --release 17 -cp "$out/asm.jar" -d "$tmp/rewriter" rewriter/oracle/*.java
javac --release 17 -cp "$out/asm.jar" -d "$tmp/heap" heap/oracle/*.java
printf 'Premain-Class: oracle.Agent\nCan-Retransform-Classes: true\n' >"$tmp/manifest"
jar cf "$out/rewriter.jar" -C "$tmp/rewriter" .
jar cfm "$out/oracle.jar" "$tmp/manifest" -C "$tmp/agent" .
printf 'Premain-Class: oracle.HeapAgent\nClass-Path: asm.jar\n' >"$tmp/manifest"
jar cfm "$out/heap.jar" "$tmp/manifest" -C "$tmp/heap" .
