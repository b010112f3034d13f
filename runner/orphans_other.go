//go:build !linux

package runner

// adoptOrphans does nothing: only Linux lets a process adopt its descendants. Elsewhere, a process whose parent has
// ended is not found.
func adoptOrphans() (release func()) { return func() {} }
