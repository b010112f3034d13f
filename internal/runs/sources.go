package runs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"jprof/internal/format/probe"
)

// SourcesDir has the sources of a run by test that its commit does not have, each once, compressed, named by its hash.
// In the working tree, and in the copy that was built, later edits and builds replace them.
const SourcesDir = "sources"

// MaxSource is more bytes than any source has that javac takes.
const MaxSource = 64 << 20

// sourceName is the name of the file that a source is kept in.
func sourceName(hash [sha256.Size]byte) string { return hex.EncodeToString(hash[:]) + ".gz" }

// isSourceName reports whether a file may be one that a source is kept in, by its name.
func isSourceName(name string) bool {
	hash, zipped := strings.CutSuffix(name, ".gz")
	sum, err := hex.DecodeString(hash)
	return zipped && err == nil && len(sum) == sha256.Size
}

// KeepSource keeps a source in the folder of a run.
func KeepSource(dir string, text []byte) error {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, err := w.Write(text)
	if err := errors.Join(err, w.Close(), os.MkdirAll(filepath.Join(dir, SourcesDir), 0o777)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, SourcesDir, sourceName(sha256.Sum256(text))), zipped.Bytes(), 0o666)
}

// KeptSource is a source that is kept in the folder of a run, nil if none with that hash is.
func KeptSource(dir string, hash [sha256.Size]byte) []byte {
	file, err := ReadFile(filepath.Join(dir, SourcesDir, sourceName(hash)), MaxSource)
	if err != nil {
		return nil
	}
	zipped, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(zipped, MaxSource))
	if err != nil || sha256.Sum256(text) != hash {
		return nil
	}
	return text
}

// writeSources puts the sources that are kept of a run with these maps into the folder of a merged one.
func (l leaf) writeSources(dir string, maps []*probe.Set) error {
	if !l.HasTests() {
		return nil
	}
	for _, set := range maps {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				text := KeptSource(l.from.Dir, f.Hash)
				if text == nil {
					continue
				}
				if err := KeepSource(dir, text); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
