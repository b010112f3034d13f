#!/bin/sh
# Installs a release of jprof: downloads the archive for this system, compares it with the checksum of the release, and
# puts the executable into a folder. It needs no rights but those to write there.
#
#   sh install.sh --to ~/.local/bin
#   sh install.sh --version 0.2.0 --to tools --archives downloads
#
#   --version V      the release (default: JPROF_VERSION, or the latest)
#   --to DIR         the folder of the executable (default: JPROF_BIN, or the current folder)
#   --archives DIR   keep archives in DIR, and use those that are there (default: JPROF_ARCHIVES, or nowhere)
#   --print-version  print which version would be installed, and install nothing
#
# JPROF_RELEASES is the address of a copy of the releases, in place of the one below.
set -eu

releases=${JPROF_RELEASES:-https://github.com/OWNER/jprof/releases}

fail() {
	echo "install.sh: $1" >&2
	exit 1
}

# fetch ADDRESS FILE: curl refuses what leads from https to another protocol.
fetch() {
	protocols='=http,https,file'
	case $1 in https:*) protocols='=https' ;; esac
	rm -f "$2.part"
	if command -v curl >/dev/null 2>&1; then
		curl -fsSL --retry 3 --proto "$protocols" -o "$2.part" "$1"
	elif command -v wget >/dev/null 2>&1; then
		wget -q -O "$2.part" "$1"
	else
		fail 'neither curl nor wget is on the PATH'
	fi || fail "cannot download $1"
	mv "$2.part" "$2"
}

# has_checksum FILE: whether it has the checksum $checksum.
has_checksum() {
	if command -v sha256sum >/dev/null 2>&1; then
		actual=$(sha256sum <"$1")
	elif command -v shasum >/dev/null 2>&1; then
		actual=$(shasum -a 256 <"$1")
	elif command -v openssl >/dev/null 2>&1; then
		actual=$(openssl dgst -sha256 -r <"$1")
	else
		fail 'none of sha256sum, shasum and openssl is on the PATH'
	fi
	[ "${actual%% *}" = "$checksum" ]
}

# unpack ARCHIVE DIR
unpack() {
	case $1 in
	*.tar.gz) tar -xzf "$1" -C "$2" ;;
	*) if command -v unzip >/dev/null 2>&1; then
		unzip -q "$1" -d "$2"
	else
		"${SYSTEMROOT:-}/System32/tar.exe" -xf "$1" -C "$2"
	fi ;;
	esac || fail "cannot unpack $1"
}

version=${JPROF_VERSION:-latest} to=${JPROF_BIN:-.} archives=${JPROF_ARCHIVES:-} print=
while [ $# -gt 0 ]; do
	case $1 in
	--print-version) print=yes ;;
	--version | --to | --archives)
		[ $# -gt 1 ] || fail "$1 requires a value"
		case $1 in
		--version) version=$2 ;;
		--to) to=$2 ;;
		--archives) archives=$2 ;;
		esac
		shift
		;;
	*) fail "$1 is unknown: --version V, --to DIR, --archives DIR, --print-version" ;;
	esac
	shift
done
suffix=.tar.gz executable=jprof
case $(uname -s) in
Linux) os=linux ;;
Darwin) os=darwin ;;
MINGW* | MSYS* | CYGWIN*) os=windows suffix=.zip executable=jprof.exe ;;
*) fail "there is no release for $(uname -s)" ;;
esac
case $os-$(uname -m) in
*-x86_64 | *-amd64) arch=amd64 ;;
windows-*) arch=amd64 ;; # Windows on ARM runs it as well
*-aarch64 | *-arm64) arch=arm64 ;;
*) fail "there is no release for $os on $(uname -m)" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checksums=$work/checksums.txt
if [ "$version" = latest ]; then
	fetch "$releases/latest/download/checksums.txt" "$checksums"
	version=$(sed -n "s/.*[ *]jprof-\(.*\)-$os-$arch$suffix\$/\1/p" "$checksums")
	[ -n "$version" ] || fail "the latest release has nothing for $os on $arch"
fi
version=${version#v}
case $version in '' | *[!0-9A-Za-z.+-]*) fail "'$version' is not a version, as 0.2.0 is" ;; esac
if [ -n "$print" ]; then
	echo "$version"
	exit
fi

name=jprof-$version-$os-$arch
archives=${archives:-$work}
archive=$archives/$name$suffix
mkdir -p "$archives" "$to"
[ -f "$checksums" ] || fetch "$releases/download/v$version/checksums.txt" "$checksums"
checksum=$(sed -n "s/^\([0-9a-f]*\) [ *]$name$suffix\$/\1/p" "$checksums")
[ -n "$checksum" ] || fail "release $version has no $name$suffix"
if ! [ -f "$archive" ] || ! has_checksum "$archive"; then
	fetch "$releases/download/v$version/$name$suffix" "$archive"
fi
has_checksum "$archive" || fail "$name$suffix differs from its checksum: it was damaged, or replaced"
unpack "$archive" "$work"
cp "$work/$name/$executable" "$to/.$executable.new"
chmod 755 "$to/.$executable.new"
mv -f "$to/.$executable.new" "$to/$executable"
installed=$("$to/$executable" version) || fail "$to/$executable does not run on this system"
echo "$installed: $to/$executable"
