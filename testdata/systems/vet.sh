#!/bin/sh
# Vets jprof for other systems than this one, without their C compilers: treesitter, beside this file, stands for the
# only package that needs one. Usage: sh vet.sh, with GO for another go.
set -e
cd "$(dirname "$0")/../.."
go=${GO:-go}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp go.mod go.sum "$tmp"
"$go" mod edit -replace "github.com/smacker/go-tree-sitter=$PWD/testdata/systems/treesitter" "$tmp/go.mod"
for target in linux/arm64 windows/amd64 darwin/amd64 darwin/arm64; do
	CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/} "$go" vet -modfile="$tmp/go.mod" ./... ||
		{ echo "go vet for $target" >&2; exit 1; }
done
