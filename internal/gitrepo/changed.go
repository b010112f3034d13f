package gitrepo

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Changed lists the files below dir that differ between a commit and the working tree, as slash paths relative to dir,
// sorted: also those that were removed, and untracked ones. A renamed file is there with both names. A submodule, or
// another repository in the tree, is one name.
func Changed(dir, commit string) ([]string, error) {
	changed, err := diff(dir, "--name-only", "-z", "--no-renames", "--relative", "--ignore-submodules=none",
		commit, "--", ".")
	if err != nil {
		return nil, err
	}
	untracked, err := git(dir, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
	if err != nil {
		return nil, err
	}
	var list []string
	for name := range strings.SplitSeq(string(changed)+string(untracked), "\x00") {
		if name != "" {
			list = append(list, strings.TrimSuffix(name, "/"))
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
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

// Has reports whether a file has this text, byte by byte.
func (b Blobs) Has(path string, text []byte) bool {
	whole := append([]byte(fmt.Sprintf("blob %d\x00", len(text))), text...)
	if len(b[path]) == sha256.Size*2 {
		sum := sha256.Sum256(whole)
		return b[path] == hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(whole)
	return b[path] == hex.EncodeToString(sum[:])
}
