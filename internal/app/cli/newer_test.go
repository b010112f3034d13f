package cli

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/exit"
	"jprof/internal/util/version"
)

// TestNewerFiles checks that files of a newer jprof are refused with both versions, and are neither changed nor
// removed: each kind of file of the oldest corpus, as a newer jprof could write it.
func TestNewerFiles(t *testing.T) {
	t.Parallel()
	const writer = "0.9.0-dev+1a2b"
	record := func(path string) error { return toNewerRecords(path, writer) }
	description := func(path string) error {
		return changeJSON(path, map[string]any{"format": recordfile.Version + 1, "tool": writer, "sets": "elsewhere"})
	}
	by := " by jprof " + writer + "; this is jprof " + version.String()
	written := fmt.Sprintf("written in format %d%s, which reads formats up to %d: install jprof 0.9.0 or newer",
		recordfile.Version+1, by, recordfile.Version)
	const counts, byTest, contexts = "plain", "bytest", "contexts"
	ofRun := [][]string{{"report", "-o", "new", "--run", counts}, {"top", "--run", counts},
		{"show", "--missed", "--run", counts}, {"check", "--run", counts},
		{"export", "--format", "lcov", "-o", "new.info", "--run", counts},
		{"diff", counts, "later"}, {"diff", "later", counts}, {"merge", counts, "later", "-o", "new.tar.gz"}}
	ofTests := [][]string{{"tests", "--run", byTest}, {"affected", "--run", byTest},
		{"export", "--format", "tests-json", "-o", "new.json", "--run", byTest}, {"merge", byTest, "-o", "new"}}
	ofContexts := [][]string{{"contexts", "--run", contexts}, {"efficiency", "--run", contexts},
		{"export", "--format", "pprof", "-o", "new.pprof", "--run", contexts},
		{"diff", "--contexts", "contexts-later", contexts}, {"merge", contexts, "-o", "new"},
		{"check", "--contexts", "--run", contexts}}
	for _, test := range []struct {
		name     string
		run      string // the label of the run whose file it is, "" for none
		file     string // in the folder of the run, or of the project
		change   func(path string) error
		code     int
		want     string
		commands [][]string
	}{
		{"run", counts, "run.json", description, exit.NoRun, written, ofRun},
		{"run by test", byTest, "run.json", description, exit.NoRun, written, ofTests},
		{"run with contexts", contexts, "run.json", description, exit.NoRun, written, ofContexts},
		{"map", counts, "maps/demo+calc-main.map", record, exit.NoRun, written, ofRun},
		{"counts", counts, "counts", record, exit.NoRun, written, ofRun},
		{"counts by test", byTest, "tests", record, exit.NoRun, written, ofTests},
		{"contexts", contexts, "contexts", record, exit.NoRun, written, ofContexts},
		{"classes", contexts, "classes", record, exit.NoRun, written, ofContexts},
		{"merged run", "", "merged/run.json", description, exit.NoRun, written,
			[][]string{{"top", "--run", "merged"}, {"merge", "merged", "later", "-o", "new"}}},
		{"merged run that would be replaced", "", "merged/run.json", description, exit.Error, written,
			[][]string{{"merge", "later", "-o", "merged"}}},
		{"map by hand", "", "by-hand.map", record, exit.Error, written,
			[][]string{{"top", "--map", "by-hand.map", "--counts", "by-hand.counts"}}},
		{"baseline", "", "jprof-baseline.json", func(path string) error {
			return changeJSON(path, map[string]any{"version": 2, "tool": writer, "new": 1})
		}, exit.Error, "jprof-baseline.json: written in format 2" + by,
			[][]string{{"check", "--run", "later"}, {"check", "--run", "later", "--write-baseline"}}},
		{"settings", "", "jprof.yaml", func(path string) error {
			return os.WriteFile(path, []byte("new-key: 1\nrequires: 99.1\n"), 0o666)
		}, exit.Usage, "jprof.yaml: line 2: requires jprof 99.1 or newer; this is jprof " + version.String(),
			[][]string{{"top", "--run", counts}, {"check", "--run", counts}, {"mvn", "verify"},
				{"run", "src/main/java/demo/calc/Main.java"}}},
		{"place of an instrumented copy", "", ".jprof/instrument.json", func(path string) error {
			return os.WriteFile(path, []byte(`{"format": 2, "tool": "`+writer+`", "copies": {}}`), 0o666)
		}, exit.Error, "instrument.json: written in format 2" + by,
			[][]string{{"instrument", "src/main/java", "-o", "new"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := allCorpora(t)[0].project(t)
			path := filepath.Join(p.dir, test.file)
			if test.run != "" {
				path = filepath.Join(p.runDir(t, test.run), test.file)
			}
			if err := test.change(path); err != nil {
				t.Fatal(err)
			}
			before := p.files(t)
			for _, args := range test.commands {
				code, _ := p.jprof(t, args...)
				if code != test.code || !strings.Contains(p.messages.String(), test.want) {
					t.Errorf("jprof %q: exit code %d, want %d\n%swant: %s", args, code, test.code, &p.messages,
						test.want)
				}
				if strings.Contains(p.messages.String(), "remove") {
					t.Errorf("jprof %q: asks to remove it:\n%s", args, &p.messages)
				}
				if after := p.files(t); !maps.Equal(before, after) {
					t.Fatalf("jprof %q changes files: %s", args, different(before, after))
				}
			}
		})
	}
}

// TestNewestRunIsNewer runs commands without --run where a newer jprof wrote the newest run: they refuse, or
// report that they read an older one.
func TestNewestRunIsNewer(t *testing.T) {
	t.Parallel()
	p := allCorpora(t)[0].project(t)
	for _, label := range []string{"later", "contexts-later"} {
		newer := map[string]any{"format": recordfile.Version + 1, "tool": "0.9.0"}
		if err := changeJSON(filepath.Join(p.runDir(t, label), "run.json"), newer); err != nil {
			t.Fatal(err)
		}
	}
	for command, code := range map[string]int{
		"check": exit.NoRun, "export --format lcov -o lcov.info": exit.NoRun, "contexts": exit.NoRun,
		"efficiency": exit.NoRun, "top": exit.OK, "show --missed": exit.OK, "report --text": exit.OK,
		"tests": exit.OK, "affected": exit.OK, "runs": exit.OK, "runs --json": exit.OK,
	} {
		is, _ := p.jprof(t, strings.Fields(command)...)
		if is != code || !strings.Contains(p.messages.String(), "in format 7 by jprof 0.9.0; this is jprof ") {
			t.Errorf("jprof %s: exit code %d, want %d\n%s", command, is, code, &p.messages)
		}
	}
}

// TestNewestRunIsPart runs commands without --run where the newest run has a part of the tests: those that show the
// state of the project read the newest one of all tests, and say so.
func TestNewestRunIsPart(t *testing.T) {
	t.Parallel()
	p := allCorpora(t)[0].project(t)
	dir := p.runDir(t, "later")
	part := map[string]any{"command": []string{"mvn", "-Dtest=ATest", "verify"}}
	if err := changeJSON(filepath.Join(dir, "run.json"), part); err != nil {
		t.Fatal(err)
	}
	note := ": run " + filepath.Base(dir) + " is newer, of a part of the tests (-Dtest=ATest); --run "
	for command, noted := range map[string]bool{
		"show --missed": true, "show --next": true, "top": true, "tests": true, "report --text": false, "diff": false,
	} {
		p.must(t, strings.Fields(command)...)
		if strings.Contains(p.messages.String(), note) != noted {
			t.Errorf("jprof %s: \n%s", command, &p.messages)
		}
	}
	if out := p.must(t, "runs"); strings.Count(out, ", part of tests") != 1 {
		t.Errorf("runs:\n%s", out)
	}
}

// TestCleanNamesNewerRuns checks that jprof clean --runs names the runs of a newer jprof that it has removed.
func TestCleanNamesNewerRuns(t *testing.T) {
	t.Parallel()
	p := allCorpora(t)[0].project(t)
	dir := p.runDir(t, "plain")
	err := changeJSON(filepath.Join(dir, "run.json"), map[string]any{"format": recordfile.Version + 1, "tool": "0.9.0"})
	if err != nil {
		t.Fatal(err)
	}
	p.must(t, "clean", "--runs")
	for _, want := range []string{"removed 6 runs and the report", "removed, too: " + dir, "by jprof 0.9.0; this is"} {
		if !strings.Contains(p.messages.String(), want) {
			t.Errorf("%q is not in\n%s", want, &p.messages)
		}
	}
}

// runDir is the folder of the run with a label.
func (p *oldProject) runDir(t *testing.T, label string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, ".jprof/runs/*/run.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if strings.Contains(readOr(t, file, ""), `"label": "`+label+`"`) {
			return filepath.Dir(file)
		}
	}
	t.Fatalf("no run with the label %s", label)
	return ""
}

// files is the content of all files of the project but those of Git, by path.
func (p *oldProject) files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// different lists the paths whose files differ.
func different(a, b map[string]string) []string {
	var paths []string
	for path := range a {
		if text, ok := b[path]; !ok || text != a[path] {
			paths = append(paths, path)
		}
	}
	for path := range b {
		if _, ok := a[path]; !ok {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// toNewerRecords makes a file of records one of the next format: what follows the version of its writer is not known.
func toNewerRecords(path, writer string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const magic = 8
	out := binary.BigEndian.AppendUint32(slices.Clone(old[:magic]), recordfile.Version+1)
	record := binary.BigEndian.AppendUint32([]byte{recordfile.TagWriter}, uint32(len(writer)))
	record = append(record, writer...)
	out = append(out, record...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(record))
	return os.WriteFile(path, append(out, "whatever comes"...), 0o666)
}

// changeJSON changes keys of the document in a file.
func changeJSON(path string, values map[string]any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var all map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return err
	}
	maps.Copy(all, values)
	if text, err = json.MarshalIndent(all, "", "  "); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}
