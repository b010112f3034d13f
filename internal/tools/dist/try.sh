#!/bin/sh
# Runs the archives of a release on systems with little else, and prints the results as rows of a table, those of
# docs/lab/SYSTEMS.md:
#
#   - linux/amd64 in Debian 11 with a JDK and Maven only, installed by .ci/install.sh and from the .deb, and in a root
#     with nothing but musl and busybox
#   - linux/arm64 in the latter by qemu
#   - windows/amd64 by wine, the commands that need no JDK
#
# It needs root, apt, and all files of make dist. The roots stay in the cache folder of the user. It fails if one step
# does.
#
#   sh internal/tools/dist/try.sh dist
set -eu
dist=$(cd "${1:-dist}" && pwd)
sources=$(cd "$(dirname "$0")/../../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/jprof-dist
roots=$cache/roots
version=$(basename "$dist"/jprof-*-linux-amd64.tar.gz | sed 's/^jprof-\(.*\)-linux-amd64.tar.gz$/\1/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
failed=

# quietly COMMAND...: prints the output of a command only if it fails, and ends then.
quietly() {
	"$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

# row SYSTEM WHERE COMMAND...: runs a command, and prints its row; the last line that it prints is the result.
row() {
	system=$1 where=$2
	shift 2
	start=$(date +%s%N)
	# Not as a condition: there the shell goes on after a command that fails.
	set +e
	(
		set -e
		"$@"
	) >"$log" 2>&1
	status=$?
	set -e
	if [ $status = 0 ]; then
		tenths=$((($(date +%s%N) - start) / 100000000))
		echo "| $system | $where | $(grep -v '^ *$' "$log" | tail -1), in $((tenths / 10)).$((tenths % 10)) s |"
	else
		echo "| $system | $where | FAILED: $(tail -3 "$log" | tr '\n' ' ') |"
		failed=yes
	fi
}

# in_root ROOT COMMAND...: without the variables of this machine.
in_root() {
	root=$1
	shift
	chroot "$root" /usr/bin/env -i HOME=/root PATH=/opt/jprof:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 "$@"
}

[ "$(id -u)" = 0 ] || { echo "try.sh: it needs root, for the roots" >&2; exit 2; }
missing=
for needed in debootstrap:debootstrap qemu-aarch64-static:qemu-user-static wine:wine rpm:rpm \
	buildah:buildah unzip:unzip; do
	command -v "${needed%%:*}" >/dev/null || missing="$missing ${needed#*:}"
done
# shellcheck disable=SC2086 # a list of packages
[ -z "$missing" ] || quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing

# Debian 11 of 2021 is the oldest that is still on the mirrors: its C library is glibc 2.31.
debian=$roots/debian-11
if ! [ -f "$debian.made" ]; then
	mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
		sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\]  *\)\{0,1\}\([^ ]*\) .*/\2/p' | head -1)
	mkdir -p "$roots"
	quietly debootstrap --variant=minbase --include=openjdk-17-jdk-headless,maven,curl,ca-certificates bullseye "$debian" "$mirror"
	touch "$debian.made"
fi
# A root with the loader of musl, the shell and the tools of busybox, and qemu for binaries of the other processor.
musl=$roots/musl
if ! [ -f "$musl.made" ]; then
	rm -rf "$musl"
	mkdir -p "$musl/bin" "$musl/usr/bin" "$musl/dev" "$work/debs"
	(cd "$work/debs" && quietly apt-get download busybox-static musl)
	for deb in "$work"/debs/*.deb; do
		dpkg-deb -x "$deb" "$musl"
	done
	for tool in sh cat dirname find grep mkdir rm; do
		ln -sf /bin/busybox "$musl/bin/$tool"
	done
	ln -sf /bin/busybox "$musl/usr/bin/env"
	cp "$(command -v qemu-aarch64-static)" "$musl/bin"
	mknod -m 666 "$musl/dev/null" c 1 3
	touch "$musl.made"
fi
# Go programs take random numbers from a library that the wine of Debian 12 does not have yet.
export WINEPREFIX="$roots/wine" WINEDEBUG=-all
if ! [ -f "$WINEPREFIX.made" ]; then
	quietly wineboot --init
	cat >"$work/prng.c" <<'C'
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T size) {
	return SystemFunction036(buffer, (ULONG)size);
}
C
	quietly "$cache/packages/ziglang/zig" cc -target x86_64-windows-gnu -shared -O2 \
		-o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" "$work/prng.c" -ladvapi32
	touch "$WINEPREFIX.made"
fi

# The commands that need no JDK, in a project with a run of its tests. JPROF is the command.
cat >"$work/steps.sh" <<'STEPS'
set -e
cd "$(dirname "$0")/calc"
$JPROF version | grep -q '^jprof [0-9]'
$JPROF instrument src/main/java -o out >/dev/null
find out -name '__Counter*.java' | grep -q .
$JPROF report -o report >/dev/null
grep -q 'Formula' report/classes.html
$JPROF show --missed >missed.txt
$JPROF top >top.txt
$JPROF export --format lcov -o lcov.info
status=0
$JPROF check --min-lines 100 >/dev/null 2>&1 || status=$?
[ $status = 1 ]
status=0
$JPROF no-such-command 2>/dev/null || status=$?
[ $status = 2 ]
echo 'version, instrument, report, show, top, export, check, exit codes: right'
STEPS

# first PROJECT: the lines of the README, then the first build of a project, with an empty repository of Maven.
first() {
	rm -rf "$debian/root" "$debian/usr/local/bin/jprof" "$debian/releases"
	mkdir -p "$debian/root" "$debian/releases/download/v$version"
	cp "$dist"/checksums.txt "$dist/jprof-$version-linux-amd64.tar.gz" "$debian/releases/download/v$version"
	cp "$sources/.ci/install.sh" "$debian/root"
	cp -R "$sources/testdata/demo" "$debian/root/calc"
	cp /etc/resolv.conf "$debian/etc/resolv.conf"
	# A network may have certificates of its own.
	[ ! -f /etc/ssl/certs/java/cacerts ] || cp /etc/ssl/certs/java/cacerts "$debian/etc/ssl/certs/java/cacerts"
	mountpoint -q "$debian/proc" || mount -t proc proc "$debian/proc"
	if in_root "$debian" sh -c 'command -v go || command -v gcc || command -v cc'; then
		echo 'the root has a compiler'
		exit 1
	fi
	in_root "$debian" JPROF_RELEASES=file:///releases sh /root/install.sh --version "$version" --to /usr/local/bin
	in_root "$debian" sh -c 'cd /root/calc && jprof mvn -B -ntp -q verify'
	rm -rf "$work/calc"
	cp -R "$debian/root/calc" "$work/calc"
	(cd "$work/calc" && "$debian/usr/local/bin/jprof" export --format lcov -o wanted.info)
	grep -c '^DA:' "$work/calc/wanted.info"
	echo 'installed by .ci/install.sh, jprof mvn verify with an empty repository of Maven'
}

again() {
	in_root "$debian" sh -c 'cd /root/calc && jprof mvn -B -ntp -q verify'
	echo 'jprof mvn verify once more'
}

# steps ARCHIVE JPROF: in the root with musl.
steps() {
	rm -rf "$musl/opt" "$musl/root"
	mkdir -p "$musl/opt/jprof" "$musl/root" "$musl/tmp"
	tar -xzf "$dist/$1" -C "$musl/opt/jprof" --strip-components=1
	cp -R "$work/calc" "$work/steps.sh" "$musl/root/"
	in_root "$musl" JPROF="$2" sh /root/steps.sh
	cmp "$work/calc/wanted.info" "$musl/root/calc/lcov.info"
	tail -1 "$log"
}

package() {
	cp "$dist"/jprof_*_amd64.deb "$debian/tmp/jprof.deb"
	in_root "$debian" PATH=/usr/sbin:/sbin:/usr/bin:/bin dpkg -i /tmp/jprof.deb
	in_root "$debian" /usr/bin/jprof version
	[ -s "$debian/usr/share/bash-completion/completions/jprof" ]
	[ "$(gzip -dc "$debian/usr/share/man/man1/jprof.1.gz" | sed -n 's/^\.TH .*JPROF.*/page/p')" = page ]
	in_root "$debian" PATH=/usr/sbin:/sbin:/usr/bin:/bin dpkg -P jprof
	[ ! -e "$debian/usr/bin/jprof" ]
	echo 'the .deb installed, run and removed'
}

redhat() {
	rpm --root "$work/rpm" --initdb
	rpm --root "$work/rpm" -i --nodeps --ignoreos "$dist"/jprof-*.x86_64.rpm
	chroot "$work/rpm" /usr/bin/jprof version
	rpm --root "$work/rpm" -e jprof
	[ ! -e "$work/rpm/usr/bin/jprof" ]
	echo 'the .rpm installed, run and removed'
}

# container builds the image on Debian 11 as it is, and runs it as the file says.
container() {
	export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
	base=$(buildah from scratch)
	buildah add -q "$base" "$debian" / >/dev/null
	buildah commit -q --rm "$base" localhost/jprof-base >/dev/null
	buildah bud -q --build-arg BASE=localhost/jprof-base -f "$dist/Containerfile" -t localhost/jprof-try "$dist"
	made=$(buildah from localhost/jprof-try)
	buildah run "$made" -- jprof version
	buildah run --volume "$work/calc:/project" "$made" -- jprof show --missed
	buildah rm "$made" >/dev/null
	buildah rmi -f localhost/jprof-try localhost/jprof-base >/dev/null
	echo 'the image built from Containerfile, run on a project'
}

windows() {
	rm -rf "$work/windows"
	mkdir "$work/windows"
	unzip -q "$dist/jprof-$version-windows-amd64.zip" -d "$work/windows"
	cp -R "$work/calc" "$work/steps.sh" "$work/windows"
	JPROF="wine $work/windows/jprof-$version-windows-amd64/jprof.exe" sh "$work/windows/steps.sh"
	tr -d '\r' <"$work/windows/calc/lcov.info" | cmp - "$work/calc/wanted.info"
	tail -1 "$log"
}

# milliseconds N COMMAND...: prints the mean time of N runs.
milliseconds() {
	runs=$1
	shift
	start=$(date +%s%N)
	for _ in $(seq "$runs"); do
		"$@" >/dev/null 2>&1
	done
	echo $((($(date +%s%N) - start) / runs / 100000)) | sed 's/\(.\)$/.\1/; s/^\./0./'
}

# starts compares in turns, as other work disturbs single runs.
starts() {
	jprof=$debian/usr/local/bin/jprof
	cd "$debian/root/calc"
	alone=$(milliseconds 50 "$jprof" version)
	for _ in 1 2 3 4 5; do
		milliseconds 4 mvn -v >>"$work/mvn"
		milliseconds 4 "$jprof" mvn -v >>"$work/jprof"
	done
	of() { sort -n "$work/$1" | sed -n 3p; }
	echo "jprof version takes $alone ms, mvn -v $(of mvn) ms, jprof mvn -v $(of jprof) ms"
}

echo "| System | Where | What was seen |"
echo "| --- | --- | --- |"
row linux/amd64 'Debian 11 (glibc 2.31), JDK 17, Maven 3.6.3; no Go, no C compiler' first
umount "$debian/proc"
[ -z "$failed" ] || exit 1 # the others need its run
mount -t proc proc "$debian/proc"
row linux/amd64 'the same, second build' again
row linux/amd64 'the same' package
umount "$debian/proc"
row linux/amd64 'a root that only rpm 4.18 has filled' redhat
row linux/amd64 'buildah 1.28, on an image of this Debian 11' container
row linux/amd64 'this machine' starts
row linux/amd64 'musl 1.2 and busybox only' steps "jprof-$version-linux-amd64.tar.gz" jprof
row linux/arm64 'the same, by qemu 7.2' steps "jprof-$version-linux-arm64.tar.gz" \
	'/bin/qemu-aarch64-static /opt/jprof/jprof'
row windows/amd64 'wine 8.0' windows
[ -z "$failed" ]
