#!/bin/sh
# Brings what the tests need beyond Go: a C compiler, a JDK, Maven, Git, a browser. What is there is left
# as it is. As root on a system with apt it installs what is missing, elsewhere it says what to install.

missing=

# need PACKAGE COMMAND...: one of the commands has to be there.
need() {
	package=$1
	shift
	for command; do
		if command -v "$command" >/dev/null 2>&1; then
			return
		fi
	done
	missing="$missing $package"
}

need gcc gcc cc clang
need openjdk-17-jdk-headless javac
need maven mvn
need gradle gradle
need git git
need unzip unzip
need chromium chromium chromium-browser google-chrome chrome

[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing for the tests:$missing"
	log=$(mktemp)
	# shellcheck disable=SC2086 # a list of packages
	if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
		rm -f "$log"
		exit 0
	fi
	cat "$log" >&2
	rm -f "$log"
	exit 1
fi
echo "the tests need these, please install them:$missing" >&2
exit 1
