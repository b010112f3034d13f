#!/bin/sh
# Vets jprof for other systems than this one, without their C compilers: package syntax has a file for that. Usage: sh
# vet.sh, with GO for another go. It omits jprof-store, because the drivers of the clouds take minutes for each system,
# and have no file for one of them; make dist compiles it.
set -e
cd "$(dirname "$0")/../.."
packages=$("${GO:-go}" list ./... | grep -v '/cmd/jprof-store$')
for target in linux/arm64 windows/amd64 darwin/amd64 darwin/arm64; do
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} "${GO:-go}" vet $packages ||
		{ echo "go vet for $target" >&2; exit 1; }
done
