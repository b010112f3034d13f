package git

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
)

// Follow sets the changed lines of those sources below dir that are reached by symbolic links: files that are links, or
// that are in a folder that is one. Git compares where links lead, not the text there, which may have any name. These
// sources have the lines that their text has, and the text lacks that the same path led to at the commit base (Base).
// If it led to no file of the repository, all lines have changed, but not if Git ignores the link, such as a folder for
// output on another disk: see Since.
//
// Links that Git has as Java sources, and that lead to files of other names, need not be among the sources.
func (c Changes) Follow(dir, base string, sources []string) error {
	named, err := linkedSources(dir)
	if err != nil {
		return err
	}
	linked, err := byLinks(dir, append(named, sources...))
	if err != nil {
		return err
	}
	type group struct{ names, in []string } // of one repository; names relative to dir, and to its top
	groups := map[string]*group{}
	for name := range linked {
		top := Above(filepath.Dir(filepath.Join(dir, filepath.FromSlash(name))))
		rel, err := filepath.Rel(top, filepath.Join(dir, filepath.FromSlash(name)))
		if top == "" || err != nil {
			c[name] = all
			continue
		}
		if groups[top] == nil {
			groups[top] = &group{}
		}
		groups[top].names = append(groups[top].names, name)
		groups[top].in = append(groups[top].in, filepath.ToSlash(rel))
	}
	for top, g := range groups {
		objects, err := ledTo(top, commitIn(dir, top, base), g.in)
		if err != nil {
			return err
		}
		var known map[string]bool // notIgnored, when it is needed
		for i, name := range g.names {
			if objects[i] == "" {
				if known == nil {
					if known, err = notIgnored(top); err != nil {
						return err
					}
				}
				if !known[linkOf(top, g.in[i])] {
					continue
				}
			}
			if lines := linesSince(objects[i], linked[name]); len(lines) > 0 {
				c[name] = lines
			} else {
				delete(c, name)
			}
		}
	}
	return nil
}

// linkOf returns the first link on the way from the folder top to a file below it, or the file: a slash path.
func linkOf(top, name string) string {
	for i, c := range name + "/" {
		if c != '/' {
			continue
		}
		info, err := os.Lstat(filepath.Join(top, filepath.FromSlash(name[:i])))
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return name[:i]
		}
	}
	return name
}

// linkedSources lists the Java sources that the index has as links, and that lead to a file of another kind. Those that
// lead to a Java source are another name of it.
func linkedSources(dir string) ([]string, error) {
	list, err := git(dir, "ls-files", "--stage", "-z", "--", "*.java")
	if err != nil {
		return nil, err
	}
	var names []string
	for entry := range strings.SplitSeq(string(list), "\x00") {
		if about, name, _ := strings.Cut(entry, "\t"); strings.HasPrefix(about, "120000 ") {
			real, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(name)))
			if err == nil && !paths.IsJava(filepath.ToSlash(real)) && !paths.IsDir(real) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// byLinks returns the paths of the files that are reached by links below dir, without links.
func byLinks(dir string, names []string) (map[string]string, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	linked := map[string]string{}
	folders := map[string]string{} // without links
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		folder := filepath.Dir(path)
		real, ok := folders[folder]
		if !ok {
			real, _ = filepath.EvalSymlinks(folder) // "" if it is not there
			folders[folder] = real
		}
		info, err := os.Lstat(path)
		if err != nil || real == folder && info.Mode().IsRegular() {
			continue
		}
		real, err = filepath.EvalSymlinks(path)
		if info, errStat := os.Stat(path); err != nil || errStat != nil || !info.Mode().IsRegular() {
			real = "" // it leads to no file
		}
		linked[name] = real
	}
	return linked, nil
}

// commitIn returns the commit of the repository with the working tree top that belongs to a commit of the one around
// dir: the commit itself, or that of the submodule; "" if it is not known.
func commitIn(dir, top, commit string) string {
	root := Above(dir)
	if top == root {
		return commit
	}
	rel, err := filepath.Rel(root, top)
	if err != nil {
		return ""
	}
	out, err := git(root, "rev-parse", "--verify", "--quiet", commit+":"+filepath.ToSlash(rel))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// ledTo returns the objects of the files that paths in a commit led to, "" for none. The paths are relative to the top
// of the repository.
func ledTo(top, commit string, names []string) ([]string, error) {
	objects := make([]string, len(names))
	if commit == "" {
		return objects, nil
	}
	var ask bytes.Buffer
	var asked []int
	for i, name := range names {
		if !strings.ContainsAny(name, "\r\n") {
			ask.WriteString(commit + ":" + name + "\n")
			asked = append(asked, i)
		}
	}
	out, err := aside(top, func(places []string) ([]byte, error) {
		cmd := command(top, "cat-file", "--batch-check=%(objectname) %(objecttype)", "--follow-symlinks")
		cmd.Env = append(cmd.Env, places...)
		cmd.Stdin = &ask
		return output(cmd, "cat-file")
	})
	if err != nil {
		return nil, err
	}
	answers := bufio.NewReader(bytes.NewReader(out))
	for _, i := range asked {
		line, err := answers.ReadString('\n')
		if err != nil {
			return nil, errors.New("git cat-file: the output is cut short")
		}
		first, second, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch first {
		case "symlink", "dangling", "loop", "notdir": // and the length of a path, which follows
			length, err := strconv.ParseInt(second, 10, 32)
			if err == nil {
				_, err = io.CopyN(io.Discard, answers, length+1)
			}
			if err != nil {
				return nil, errors.New("git cat-file: unexpected output")
			}
		default:
			if second == "blob" {
				objects[i] = first
			}
		}
	}
	return objects, nil
}

// linesSince returns the lines of a file that an object lacks; all, if the object is "", or the file is in no
// repository that has it.
func linesSince(object, file string) []Lines {
	if object == "" || file == "" {
		return all
	}
	if isBlob(object, file) {
		return nil
	}
	top := Above(filepath.Dir(file))
	rel, err := filepath.Rel(top, file)
	if top == "" || err != nil {
		return all
	}
	text, err := diff(top, append(slices.Clone(byLine), object, "--", ":(top,literal)"+filepath.ToSlash(rel))...)
	if err != nil {
		return all // as the repository of the file lacks the object
	}
	changed, err := parse(text)
	if err != nil {
		return all
	}
	lines := changed[filepath.ToSlash(rel)]
	if now, err := regular.ReadFile(file); err == nil {
		lines = javaLines(now, lines)
	}
	return lines
}
