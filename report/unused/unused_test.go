package unused_test

import (
	"crypto/sha256"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/instrument"
	"jprof/instrument/syntax"
	"jprof/internal/format/probe"
	"jprof/internal/util/lineends"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/unused"
)

// project returns a model of sources without any counts: a txtar-like text of files that start with "-- PATH --".
func project(t *testing.T, text string) (*report.Model, []unused.Text) {
	t.Helper()
	parser := syntax.NewParser()
	defer parser.Close()
	sets := map[string]*probe.Set{}
	sources := map[string][]byte{}
	var resources []unused.Text
	for _, part := range strings.Split(text, "-- ")[1:] {
		name, body, ok := strings.Cut(part, " --\n")
		if !ok {
			t.Fatalf("no file name: %q", part)
		}
		if !strings.HasSuffix(name, ".java") {
			resources = append(resources, unused.Text{name, []byte(body)})
			continue
		}
		s, err := instrument.File(parser, []byte(body), instrument.Origin{Name: path.Base(name), Level: 25},
			func(string) instrument.Helper { return instrument.Helper{Class: "Counter", Method: "count"} })
		if err != nil {
			t.Fatal(err)
		}
		if s.Probes.Unmeasured != nil {
			t.Fatalf("%s: %v", name, s.Probes.Unmeasured)
		}
		s.Probes.Path = name
		set := "main"
		if strings.Contains(name, "/test/") {
			set = "test"
		}
		if sets[set] == nil {
			sets[set] = &probe.Set{Tool: "test", Name: set}
		}
		sum := sha256.Sum256([]byte(name))
		sets[set].Packages = append(sets[set].Packages, &probe.Package{ID: probe.ID(sum[:16]), Name: s.Package,
			Helper: "Counter", Files: []*probe.File{s.Probes}})
		sources[name] = lineends.Unix([]byte(body))
	}
	in := assemble.Input{Title: "test", Run: report.RunInfo{ID: "20260102-030405", JVMs: 1, Tool: "0.0-test",
		Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		Counters:     func(probe.ID) []uint64 { return nil },
		StepCounters: func(string, probe.ID) []uint64 { return nil },
		Source:       func(path string, _ [32]byte) ([]byte, error) { return sources[path], nil }}
	for _, set := range []string{"main", "test"} {
		if sets[set] != nil {
			in.Sets = append(in.Sets, sets[set])
		}
	}
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	return m, resources
}

// found returns what Find finds in a project in which the methods with these labels ran: "method", "class Name",
// "file Path", and for marked ones "kind method" and "kind class Name".
func found(t *testing.T, text string, ran ...string) []string {
	t.Helper()
	m, resources := project(t, text)
	r := unused.Find(unused.Input{Model: m, Resources: resources, Ran: func(ref report.MethodRef) bool {
		return slices.Contains(ran, ref.Method().Label)
	}})
	var list []string
	for _, f := range r.Files {
		list = append(list, "file "+f.Path)
	}
	for _, c := range r.Classes {
		list = append(list, "class "+c.Name)
	}
	for _, m := range r.Methods {
		list = append(list, m.Method().Label)
	}
	for _, m := range r.Marked {
		list = append(list, string(m.Mark.Kind)+" "+m.Method().Label)
	}
	for _, c := range r.MarkedClasses {
		list = append(list, string(c.Mark.Kind)+" class "+c.Name)
	}
	slices.Sort(list)
	return list
}
