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
	"jprof/internal/util/regular"
)

// SourcesDir is the folder with the sources of a run by test, or of a shipped one, that its commit does not have. Each
// source is there once, compressed, in a file named by its hash. Sources are kept because later edits and builds
// replace them in the working tree and in the mirror.
const SourcesDir = "sources"

// MaxSource limits the size of a source in bytes. javac accepts no source of that size.
const MaxSource = 64 << 20

// sourceName returns the name of the file in which a source is kept.
func sourceName(hash [sha256.Size]byte) string { return hex.EncodeToString(hash[:]) + ".gz" }

// isSourceName reports whether a file in SourcesDir can be a kept source, by its name.
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

// KeptSource returns the source with the given hash from the folder of a run, nil if the run has not kept it.
func KeptSource(dir string, hash [sha256.Size]byte) []byte {
	file, err := regular.ReadUpTo(filepath.Join(dir, SourcesDir, sourceName(hash)), MaxSource)
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

// writeSources copies the kept sources of a run with these maps to the folder of a merged run.
func (l leaf) writeSources(dir string, maps []*probe.Set) error {
	if !l.HasTests() && l.Shipped == nil && l.Services == nil {
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
