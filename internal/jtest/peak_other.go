//go:build !unix

package jtest

import "os"

// Peak is 0: the system does not tell.
func Peak(*os.ProcessState) int64 { return 0 }
