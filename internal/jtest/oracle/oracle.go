// Package oracle compares the counts of jprof with the counts of the agent in testdata/oracle. The agent works on
// bytecode: it counts how often each entry of a line number table is reached. The two share no code: jprof
// counts in sources and has formulas, the agent adds one at each entry.
//
// Not every line can be compared. The rules in rules.go give an entry of a line number table a meaning for the
// statements of its line. Lines without a rule are not compared, and Result counts them.
package oracle

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Entry is an entry of the line number table of a method, with the times that it was reached.
type Entry struct {
	Method  string // package/Class.name(descriptor)
	Ordinal int    // position among the entries of this line in this method, from 1, in the order of the code
	Count   uint64
}

// Counts holds the sums of the counts that the agent noted in all JVMs of a run.
type Counts struct {
	JVMs int
	// Lines maps package/Source.java and a line to its entries, in ascending order of method and ordinal.
	Lines    map[string]map[int][]Entry
	Failures []string // classes that the agent could not count, with the cause
}

// Read adds up the files that agents wrote into the folder dir.
func Read(dir string) (*Counts, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no counts of the oracle", dir)
	}
	type key struct {
		file, method  string
		line, ordinal int
	}
	sum := map[key]uint64{}
	c := &Counts{JVMs: len(files), Lines: map[string]map[int][]Entry{}}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			t := strings.Split(s.Text(), "\t")
			if t[0] == "!" {
				c.Failures = append(c.Failures, strings.Join(t[1:], ": "))
				continue
			}
			if len(t) != 5 {
				return nil, fmt.Errorf("%s: cannot read %q", name, s.Text())
			}
			line, err1 := strconv.Atoi(t[2])
			ordinal, err2 := strconv.Atoi(t[3])
			count, err3 := strconv.ParseUint(t[4], 10, 64)
			if err := errors.Join(err1, err2, err3); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			sum[key{t[0], t[1], line, ordinal}] += count
		}
		err = errors.Join(s.Err(), f.Close())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for k, count := range sum {
		if c.Lines[k.file] == nil {
			c.Lines[k.file] = map[int][]Entry{}
		}
		c.Lines[k.file][k.line] = append(c.Lines[k.file][k.line], Entry{k.method, k.ordinal, count})
	}
	for _, lines := range c.Lines {
		for _, entries := range lines {
			slices.SortFunc(entries, func(a, b Entry) int {
				return cmp.Or(strings.Compare(a.Method, b.Method), a.Ordinal-b.Ordinal)
			})
		}
	}
	slices.Sort(c.Failures)
	c.Failures = slices.Compact(c.Failures)
	return c, nil
}

// ReadLCOV reads the DA records of an LCOV file: path -> line -> count. Several records of one path
// are added up, as the format has it.
func ReadLCOV(path string) (map[string]map[int]uint64, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out := map[string]map[int]uint64{}
	var lines map[int]uint64
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSpace(text)
		if file, ok := strings.CutPrefix(text, "SF:"); ok {
			if out[file] == nil {
				out[file] = map[int]uint64{}
			}
			lines = out[file]
			continue
		}
		record, ok := strings.CutPrefix(text, "DA:")
		if !ok {
			continue
		}
		number, count, _ := strings.Cut(record, ",")
		count, _, _ = strings.Cut(count, ",") // a checksum may follow
		n, err1 := strconv.Atoi(number)
		v, err2 := strconv.ParseUint(count, 10, 64)
		if err := errors.Join(err1, err2); err != nil || lines == nil {
			return nil, fmt.Errorf("%s: cannot read %q", path, text)
		}
		lines[n] += v
	}
	return out, nil
}

// Agent holds the paths of the jars that Build makes.
type Agent struct {
	Jar  string
	Heap string // another agent, which follows writes: internal/jtest/escapes
}

// Build builds the agent with the script testdata/oracle/build.sh below the folder repository, once
// for each version of its sources, in the user's cache.
func Build(repository string) (Agent, error) {
	sources := filepath.Join(repository, "testdata", "oracle")
	h := sha256.New()
	err := filepath.WalkDir(sources, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %x\n", d.Name(), sha256.Sum256(text))
		return err
	})
	if err != nil {
		return Agent{}, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return Agent{}, err
	}
	dir := filepath.Join(cache, "jprof-oracle", fmt.Sprintf("%x", h.Sum(nil)[:6]))
	a := Agent{filepath.Join(dir, "oracle.jar"), filepath.Join(dir, "heap.jar")}
	if _, err := os.Stat(a.Jar); err == nil {
		return a, nil
	}
	// Other processes may build the agent at the same time. So it is built in another folder, which is then renamed.
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return Agent{}, err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "build")
	if err != nil {
		return Agent{}, err
	}
	defer os.RemoveAll(tmp)
	if out, err := exec.Command("sh", filepath.Join(sources, "build.sh"), tmp).CombinedOutput(); err != nil {
		return Agent{}, fmt.Errorf("building the oracle: %w\n%s", err, out)
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, err2 := os.Stat(a.Jar); err2 != nil {
			return Agent{}, err
		}
	}
	return a, nil
}

// Option returns an option for a JVM. It makes the agent count the classes of packages, and write a new file into the
// folder dir. Option writes the list of packages next to dir.
func (a Agent) Option(dir string, packages []string) (string, error) {
	if strings.Contains(dir, ",") {
		return "", fmt.Errorf("%s: the oracle takes no folder with a comma", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	var list strings.Builder
	for _, p := range packages {
		list.WriteString(strings.ReplaceAll(p, ".", "/") + "\n")
	}
	if err := os.WriteFile(dir+".packages", []byte(list.String()), 0o666); err != nil {
		return "", err
	}
	return "-javaagent:" + a.Jar + "=" + dir + "," + dir + ".packages", nil
}
