package gitrepo

import (
	"slices"
	"strings"
)

// Changed lists the files below dir that differ between a commit and the working tree, as slash paths relative to dir,
// sorted: also those that were removed, and untracked ones. A renamed file is there with both names. A submodule, or
// another repository in the tree, is one name.
func Changed(dir, commit string) ([]string, error) {
	changed, err := git(dir, "diff", "--name-only", "-z", "--no-renames", "--relative", "--ignore-submodules=none",
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
