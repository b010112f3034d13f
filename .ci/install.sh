#!/bin/sh
# Installs a release of jprof. What it takes and does is in usage, below.
set -eu

releases=${JPROF_RELEASES:-https://github.com/OWNER/jprof/releases}

usage() {
	cat <<'END'
Installs a release of jprof: downloads the archive for this system, compares it with the checksum of the release, and
puts the executable into a folder. It needs no rights but those to write there. What is there stays if it fails.

  sh install.sh --to ~/.local/bin
  sh install.sh --version 0.2.0 --to tools --archives downloads

  --version V      the release (default: JPROF_VERSION, or the latest)
  --to DIR         the folder of the executable (default: JPROF_BIN, or the current folder)
  --archives DIR   keep archives in DIR, and use those that are there (default: JPROF_ARCHIVES, or nowhere)
  --print-version  print which version would be installed, and install nothing

JPROF_RELEASES is the address of a copy of the releases, by https, http or file.
END
}

fail() {
	echo "install.sh: $1" >&2
	exit 1
}

# fetch ADDRESS FILE MISSING: MISSING is what to say if there is no such file at the address. curl refuses what leads
# from https to another protocol. A file: needs neither.
fetch() {
	protocols='=http,https' path=${1#file://} log=$work/log
	case $1 in https:*) protocols='=https' ;; esac
	case $path in /[A-Za-z]:*) path=${path#/} ;; esac # file:///C:/releases
	part=$2.$$.part # others may download the same file
	(: >"$part") 2>/dev/null || fail "cannot write into ${2%/*}"
	if [ "$path" != "$1" ]; then
		[ -f "$path" ] || fail "$3"
		cp "$path" "$part" 2>"$log"
	elif command -v curl >/dev/null 2>&1; then
		curl -fsSL --retry 3 --proto "$protocols" -o "$part" "$1" 2>"$log"
	elif command -v wget >/dev/null 2>&1; then
		wget -O "$part" "$1" 2>"$log"
	else
		fail 'neither curl nor wget is on the PATH'
	fi || {
		why=$(tail -n 2 "$log")
		case $why in *' 404'*) fail "$3" ;; esac
		echo "$why" >&2
		fail "cannot download $1"
	}
	mv -f "$part" "$2"
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
	*.tar.gz)
		command -v tar >/dev/null 2>&1 || fail 'tar is not on the PATH'
		tar -xzf "$1" -C "$2"
		;;
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
	--help | -h)
		usage
		exit
		;;
	--print-version) print=yes ;;
	--version | --to | --archives)
		case ${2-} in '' | -*) fail "$1 requires a value" ;; esac
		case $1 in
		--version) version=$2 ;;
		--to) to=$2 ;;
		--archives) archives=$2 ;;
		esac
		shift
		;;
	*) fail "$1 is unknown: --help lists what is known" ;;
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

work='' part='' new=''
trap 'rm -rf "$work" "$part" "$new"' EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM
work=$(mktemp -d) || fail 'cannot make a temporary folder'
checksums=$work/checksums.txt
if [ "$version" = latest ]; then
	fetch "$releases/latest/download/checksums.txt" "$checksums" "there is no release: see $releases"
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
[ -f "$checksums" ] ||
	fetch "$releases/download/v$version/checksums.txt" "$checksums" "there is no release $version: see $releases"
checksum=$(sed -n "s/^\([0-9a-f]*\) [ *]$name$suffix\$/\1/p" "$checksums")
[ -n "$checksum" ] || fail "release $version has no $name$suffix"
archives=${archives:-$work}
archive=$archives/$name$suffix
mkdir -p "$archives" || fail "cannot make the folder $archives"
if ! [ -f "$archive" ] || ! has_checksum "$archive"; then
	fetch "$releases/download/v$version/$name$suffix" "$archive" "release $version has no $name$suffix: see $releases"
fi
has_checksum "$archive" || fail "$name$suffix differs from its checksum: it was damaged, or replaced"
unpack "$archive" "$work"

# The new executable runs before it replaces another one, so it is first beside it.
mkdir -p "$to" || fail "cannot make the folder $to: choose another one by --to"
[ ! -d "$to/$executable" ] || fail "$to/$executable is a folder"
new=$(mktemp -d "$to/.jprof.XXXXXX") || fail "cannot write into $to: choose another folder by --to"
cp "$work/$name/$executable" "$new" || fail "cannot write into $to"
chmod 755 "$new/$executable"
installed=$("$new/$executable" version) || fail "the jprof of $name does not run on this system"
store=jprof-store${executable#jprof}
if [ -f "$work/$name/$store" ]; then # jprof 0.2 had none
	cp "$work/$name/$store" "$new" || fail "cannot write into $to"
	chmod 755 "$new/$store"
	mv -f "$new/$store" "$to/$store" || fail "cannot replace $to/$store"
fi
mv -f "$new/$executable" "$to/$executable" || fail "cannot replace $to/$executable"
echo "$installed: $to/$executable"
folder=$(cd "$to" && pwd)
case :$PATH: in
*:"$folder":*) ;;
*) echo "The PATH does not have this folder. In your shell's settings: export PATH=\"$folder:\$PATH\"" ;;
esac
