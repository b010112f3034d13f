//go:build unix

package main

import (
	"os"
	"syscall"
)

// blocks is the size that a file takes on the disk.
func blocks(info os.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Blocks * 512
	}
	return info.Size()
}
