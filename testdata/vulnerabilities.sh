#!/bin/sh
# vulnerabilities.sh: fails where jprof is built of something with a known fault. It says so, and goes on, where the
# lists of faults cannot be reached.
go=${GO:-go}
out=$($go tool govulncheck ./cmd/... 2>&1)
case $? in
0) echo "govulncheck: no known fault in what the programs call" ;;
3)
	echo "$out"
	exit 1
	;;
*) echo "govulncheck: not checked: $(echo "$out" | grep -v '^exit status' | tail -n 1)" ;;
esac
command -v npm >/dev/null || {
	echo "npm audit: not checked: npm is missing"
	exit 0
}
out=$(npm audit --omit=dev --prefix plugins/vscode 2>&1) && echo "npm audit: $out" && exit 0
case $out in
*'audit endpoint'* | *ENOTFOUND* | *ECONN* | *EAI_AGAIN*) echo "npm audit: not checked: $(echo "$out" | head -n 1)" ;;
*)
	echo "$out"
	exit 1
	;;
esac
