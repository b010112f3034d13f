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

// CollectTestReports copies the test reports of a build to dest: files that were written since the build's start in the
// folders that its hook has named, as dest/MODULE/FOLDER/... with MODULE the artifactId. If several modules have the
// same one, their folder in the project is added. It returns the number of copied files; dest is made only if there are
// some.
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

// leftMark is the .gitignore in a folder of test reports that LeaveTestReports has made.
const leftMark = "# jprof leaves test reports of its builds here (test-reports in jprof.yaml)\n*\n"

// LeaveTestReports copies the test reports of a build, as CollectTestReports, to where the build would have left them
// in the user's tree. A folder that is not there yet gets a .gitignore, so that it is no change of the project, and is
// emptied before the reports of the next build come. In one that is there, files of the same names are replaced.
func (w *Workspace) LeaveTestReports(tests []buildtools.Tests, since time.Time) error {
	done := map[string]bool{}
	for _, t := range tests {
		rel, ok := paths.Within(w.Mirror, t.Reports)
		if !ok || rel == "." || done[rel] {
			continue // a folder outside of the project: the build has written to it
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

// moduleNames gives each module a folder name of its own. The tests are in the order of modules.
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

// copyReports copies the regular files below from that were changed at since or later, and returns how many there are.
// It only counts them if to is "".
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
	return n, explain(err, filepath.Dir(to))
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
