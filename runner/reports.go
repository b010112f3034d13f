package runner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// CollectTestReports copies the test reports of a build to the folder dest. It takes the files that were written since
// the start of the build in the folders that the hook has named. They go to dest/MODULE/FOLDER/..., where MODULE is the
// artifactId; if several modules have the same one, it is made of the module's folder in the project. It returns the
// number of copied files. It makes dest only if there are some.
func CollectTestReports(tests []buildtools.Tests, since time.Time, dest string) (int, error) {
	names := moduleNames(tests)
	taken := map[string]string{} // folder in dest -> folder of reports
	total := 0
	for _, t := range tests {
		to := filepath.Join(dest, names[t.Module], filepath.Base(t.Reports))
		for n := 2; taken[to] != "" && taken[to] != t.Reports; n++ {
			to = filepath.Join(dest, names[t.Module], filepath.Base(t.Reports)+"-"+strconv.Itoa(n))
		}
		if taken[to] == t.Reports {
			continue // two executions that write to the same folder
		}
		taken[to] = t.Reports
		n, err := copyReports(t.Reports, since, to)
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// leftMark is the text of the .gitignore in a folder of test reports that LeaveTestReports has made.
const leftMark = "# jprof leaves test reports of its builds here (test-reports in jprof.yaml)\n*\n"

// LeaveTestReports copies the test reports of a build to the folders of the user's tree in which a build without jprof
// writes them. If such a folder does not exist, it makes one with a .gitignore, so that Git does not see a change. It
// empties that folder before it copies the reports of the next build. In a folder that it did not make, it only
// replaces files with the same names.
func (w *Workspace) LeaveTestReports(tests []buildtools.Tests, since time.Time) error {
	done := map[string]bool{}
	for _, t := range tests {
		rel, ok := paths.Within(w.Mirror, t.Reports)
		if !ok || rel == "." || done[rel] {
			continue // the folder is outside of the project, and the build itself has written to it
		}
		done[rel] = true
		to := filepath.Join(w.Root, rel)
		if n, err := copyReports(t.Reports, since, ""); err != nil || n == 0 {
			continue // unreadable files were reported when they were collected
		}
		if made := !paths.IsDir(to); made || isLeft(to) {
			err := os.MkdirAll(to, 0o777)
			if err == nil {
				err = atomicfile.EmptyDir(to)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(to, ".gitignore"), []byte(leftMark), 0o666)
			}
			if err != nil {
				return err
			}
		}
		if _, err := copyReports(t.Reports, since, to); err != nil {
			return err
		}
	}
	return nil
}

// isLeft reports whether LeaveTestReports has made a folder.
func isLeft(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, ".gitignore"))
	return err == nil && string(text) == leftMark
}

// moduleNames returns a different folder name for each module. The tests are in the order of modules.
func moduleNames(tests []buildtools.Tests) map[buildtools.Module]string {
	var modules []buildtools.Module
	count := map[string]int{}
	for _, t := range tests {
		if !slices.Contains(modules, t.Module) {
			modules = append(modules, t.Module)
			count[t.Module.Name()]++
		}
	}
	names := map[buildtools.Module]string{}
	used := map[string]bool{}
	for _, m := range modules {
		if count[m.Name()] == 1 {
			names[m] = m.Name()
			used[m.Name()] = true
		}
	}
	for _, m := range modules {
		if count[m.Name()] == 1 {
			continue
		}
		base := strings.ReplaceAll(m.Dir, "/", "-")
		if m.Dir == "." {
			base = m.Name()
		}
		name := base
		for n := 2; used[name]; n++ {
			name = base + "-" + strconv.Itoa(n)
		}
		names[m] = name
		used[name] = true
	}
	return names
}

// copyReports copies the regular files below the folder from that were changed at since or later, to the folder to. It
// returns their number. If to is "", it only counts them.
func copyReports(from string, since time.Time, to string) (int, error) {
	n := 0
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil || info.ModTime().Before(since) {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		n++
		if to == "" {
			return nil
		}
		return copyReport(path, filepath.Join(to, rel))
	})
	if errors.Is(err, fs.ErrNotExist) && n == 0 {
		return 0, nil // no tests, no folder
	}
	return n, explainDisk(err, filepath.Dir(to), "make room on it, then run it again")
}

func copyReport(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
