//go:build !unix

package main

import "os"

// blocks is the size of a file: this system does not report its space on the disk.
func blocks(info os.FileInfo) int64 { return info.Size() }
