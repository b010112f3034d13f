//go:build !unix

package atomicfile

// otherOwner returns "": the owner is not known.
func otherOwner(string, int) string { return "" }
