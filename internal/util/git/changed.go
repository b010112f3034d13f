package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/lineends"
)

// Changed lists the files below dir that differ between a commit and the working tree, including removed and untracked
// files. They are slash paths relative to dir, sorted. Only the content is compared (differing). A renamed file is
// there with both names. A submodule, or another repository in the tree, is one name.
func Changed(dir, commit string) ([]string, error) {
	list, err := differing(dir, commit, "--ignore-submodules=none")
	for i, name := range list {
		list[i] = strings.TrimSuffix(name, "/")
	}
	return slices.Compact(list), err
}

// differing lists the files below dir whose content differs between a commit and the working tree, sorted, with
// untracked ones. Modes are no content, nor is, in text, whether all lines end with LF or with CR LF.
func differing(dir, commit string, options ...string) ([]string, error) {
	out, err := diff(dir, slices.Concat([]string{"--raw", "-z", "--no-abbrev", "--no-renames", "--relative"}, options,
		[]string{commit, "--", "."})...)
	if err != nil {
		return nil, err
	}
	untracked, err := git(dir, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.SplitSeq(string(untracked), "\x00") {
		if name != "" {
			names = append(names, name)
		}
	}
	// :100644 100755 OLD NEW M, and the name
	for fields := strings.Split(string(out), "\x00"); len(fields) > 1; fields = fields[2:] {
		entry, name := strings.Fields(fields[0]), fields[1]
		if len(entry) != 5 {
			return nil, fmt.Errorf("unexpected output of git diff: %q", fields[0])
		}
		if entry[4] != "M" || entry[2] != entry[3] && !isBlob(entry[2], filepath.Join(dir, filepath.FromSlash(name))) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// isBlob reports whether a file has the content of an object, except for the ends of lines. It does not read files that
// are too large for texts.
func isBlob(object, file string) bool {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64<<20 {
		return false
	}
	text, err := os.ReadFile(file)
	b := Blobs{"": object}
	return err == nil && (b.is("", text) || bytes.IndexByte(text, 0) < 0 && b.Has("", lineends.Unix(text)))
}

// Blobs are the files of a commit below a folder.
type Blobs map[string]string // the object by slash path relative to the folder

// BlobsOf lists the files below dir of a commit.
func BlobsOf(dir, commit string) (Blobs, error) {
	out, err := local(dir, "ls-tree", "-r", "-z", commit)
	if err != nil {
		return nil, err
	}
	blobs := Blobs{}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		if about, path, ok := strings.Cut(entry, "\t"); ok { // MODE TYPE OBJECT
			blobs[path] = about[strings.LastIndexByte(about, ' ')+1:]
		}
	}
	return blobs, nil
}

// Has reports whether a file of the commit has this text. The lines of the text end with LF. Those of the file may end
// with LF or CR LF.
func (b Blobs) Has(path string, text []byte) bool {
	return b.is(path, text) || b.is(path, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
}

func (b Blobs) is(path string, text []byte) bool {
	whole := append([]byte(fmt.Sprintf("blob %d\x00", len(text))), text...)
	if len(b[path]) == sha256.Size*2 {
		sum := sha256.Sum256(whole)
		return b[path] == hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(whole)
	return b[path] == hex.EncodeToString(sum[:])
}
