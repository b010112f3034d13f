package git

import (
	"path/filepath"
	"strings"
)

// Ignored lists those of the sources below dir that Git ignores, in the order of the list. They are in no Changes: Git
// has no older text of them, and most are generated. A source that a link or a nested repository leads to is among
// them if Git ignores that. One that is not there, or in no repository, is not.
func Ignored(dir string, sources []string) ([]string, error) {
	root := Above(dir)
	if root == "" {
		return nil, nil
	}
	own, err := notIgnored(root)
	if err != nil {
		return nil, err
	}
	known := map[string]map[string]bool{root: own} // by top
	var list []string
	for _, name := range sources {
		at := filepath.Join(dir, filepath.FromSlash(name))
		rel, err := filepath.Rel(root, at)
		if err == nil && own[filepath.ToSlash(rel)] || !is(at) { // most are: no need to look for links and repositories
			continue
		}
		for top := ""; top != root; at = top {
			if top = Above(filepath.Dir(at)); top == "" {
				break
			}
			rel, err := filepath.Rel(top, at)
			if err == nil && known[top] == nil {
				known[top], err = notIgnored(top)
			}
			if err != nil {
				return nil, err
			}
			if !known[top][linkOf(top, filepath.ToSlash(rel))] {
				list = append(list, name)
				break
			}
		}
	}
	return list, nil
}

// notIgnored has what Git does not ignore in the repository with the working tree top: files, tracked or not, and the
// folders of submodules and of other repositories.
func notIgnored(top string) (map[string]bool, error) {
	out, err := git(top, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		names[strings.TrimSuffix(name, "/")] = true
	}
	return names, nil
}
