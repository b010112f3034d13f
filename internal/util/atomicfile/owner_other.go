//go:build !unix

package atomicfile

// otherOwner returns "", because the owner of a path is not known on this system.
func otherOwner(string, int) string { return "" }
