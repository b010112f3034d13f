package version

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Newer is the error for a file in a format that a newer jprof has made, and this one does not know. It does not name
// the file: those who wrap it do. Nothing that has it may be changed or removed.
type Newer struct {
	Format int    // of the file
	Reads  int    // the newest format that this jprof reads
	Writer string // the version of jprof that wrote the file, "" where that is not known
}

func (n *Newer) Error() string {
	by, install := "a newer jprof", "a newer one"
	if IsVersion(n.Writer) {
		by, install = "jprof "+n.Writer, "jprof "+Release(n.Writer)+" or newer"
	}
	return fmt.Sprintf("written in format %d by %s; this is jprof %s, which reads formats up to %d: install %s",
		n.Format, by, String(), n.Reads, install)
}

// maxVersion is the length in bytes up to which a text can be a version.
const maxVersion = 100

// IsVersion reports whether a text from elsewhere can be the version of a jprof, such as "0.2.0-dev+1a2b3c4d5e6f".
func IsVersion(s string) bool {
	for _, r := range s {
		if !strings.ContainsRune("+-.", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return len(s) <= maxVersion && len(numbers(s)) >= 2
}

// Release is the release that a version belongs to, or is on its way to: "0.2.0" of "0.2.0-dev+1a2b3c4d5e6f".
func Release(v string) string {
	release, _, _ := strings.Cut(v, "-")
	release, _, _ = strings.Cut(release, "+")
	return release
}

// IsBefore reports whether the release of version a is older than that of b. Numbers that are missing are 0.
func IsBefore(a, b string) bool {
	x, y := numbers(a), numbers(b)
	zeros := make([]int, max(len(x), len(y)))
	return slices.Compare(append(x, zeros[len(x):]...), append(y, zeros[len(y):]...)) < 0
}

// numbers are the numbers of a release, nil where it does not consist of numbers with dots between them.
func numbers(v string) []int {
	var list []int
	for _, text := range strings.Split(Release(v), ".") {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return nil
		}
		list = append(list, int(n))
	}
	return list
}
