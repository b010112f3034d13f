#!/bin/sh
# Vets jprof for other systems than this one, without their C compilers: package syntax has a file for that. Usage: sh
# vet.sh, with GO for another go.
set -e
cd "$(dirname "$0")/../.."
for target in linux/arm64 windows/amd64 darwin/amd64 darwin/arm64; do
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} "${GO:-go}" vet ./... ||
		{ echo "go vet for $target" >&2; exit 1; }
done
