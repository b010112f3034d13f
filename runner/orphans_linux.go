package runner

import "golang.org/x/sys/unix"

// adoptOrphans makes this process the parent of descendants whose own parent ends, until release is called. Otherwise
// descendants that outlive the build could not be found.
func adoptOrphans() (release func()) {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return func() {}
	}
	return func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }
}
