//go:build !unix

package jtest

import "os"

// Peak is 0: this system does not report it.
func Peak(*os.ProcessState) int64 { return 0 }
