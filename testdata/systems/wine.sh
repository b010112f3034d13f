#!/bin/sh
# Runs unit tests as Windows would, by Wine: sh wine.sh ./runner ./internal/util/atomicfile
# Packages with C need CC for Windows, as CC="zig cc -target x86_64-windows-gnu". Go programs need bcryptprimitives.dll,
# which Wine has from 9 on: a folder with an older Wine is set up for it by WINEPREFIX.
set -e
cd "$(dirname "$0")/../.."
go=${GO:-go}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# Go removes files by a call that Wine does not have, and falls back on another one if its own tests say so.
at=$("$go" env GOROOT)/src/internal/syscall/windows/at_windows.go
sed 's/if TestDeleteatFallback {/if true {/' "$at" >"$tmp/at_windows.go"
echo "{\"Replace\":{\"$at\":\"$tmp/at_windows.go\"}}" >"$tmp/overlay.json"
[ -n "$CC" ] && CGO_ENABLED=1 || CGO_ENABLED=0
export CGO_ENABLED GOOS=windows GOARCH=amd64 WINEDEBUG=-all
"$go" test -short -count=1 -overlay "$tmp/overlay.json" -exec wine "$@"
