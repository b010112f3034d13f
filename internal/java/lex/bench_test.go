package lex

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkNext reads all sources below JPROF_SOURCES, and reports bytes a second. It allocates nothing.
func BenchmarkNext(b *testing.B) {
	src := sources(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		s := New(src)
		for s.Next().Kind != EOF {
		}
	}
}

// sources returns all sources of the folder JPROF_SOURCES, one after the other.
func sources(b *testing.B) []byte {
	root := os.Getenv("JPROF_SOURCES")
	if root == "" {
		b.Skip("JPROF_SOURCES names no folder")
	}
	var all bytes.Buffer
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
			return err
		}
		src, err := os.ReadFile(path)
		all.Write(src)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return all.Bytes()
}
