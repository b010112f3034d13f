package buildtools

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/magiconair/properties"
)

// Module is a module of a build.
type Module struct {
	ID  string // groupId:artifactId
	Dir string // its folder: slash path from the root of the project, "." for the root
}

// Name is the last part of the ID: the artifactId.
func (m Module) Name() string { return m.ID[strings.LastIndexByte(m.ID, ':')+1:] }

// Execution is one run of a build step, of a Maven mojo.
type Execution struct {
	Module Module
	Plugin string // groupId:artifactId:version
	Goal   string
	ID     string // of the execution: default-compile
}

// Root is a source root that was instrumented.
type Root struct {
	Path   string // in the mirror
	Shadow string // the instrumented copy that was compiled in its place
}

// UnmeasuredRoot is a source root that was compiled without counters.
type UnmeasuredRoot struct {
	Path   string // in the mirror, or where else it is
	Reason string
}

// Compile is a compilation that the hook took part in.
type Compile struct {
	Execution
	Set        string // main, test, main:ID or test:ID
	Roots      []Root
	Unmeasured []UnmeasuredRoot
	Classes    string // the folder of the class files, "" where the compiler compiles only what it is given
}

// UnhookedCompile is a compilation whose sources the hook could not replace, as it does not know the compiler.
type UnhookedCompile struct {
	Execution
	Set    string // as in Compile
	Reason string
}

// Check is a check of the build that is not enforced, because the classes that it reads have counters: it was
// skipped, or could not fail the build.
type Check struct {
	Execution
	Name string // as users call it: jacoco:check, jacocoTestCoverageVerification
}

// Failure is a compilation that failed.
type Failure struct {
	Execution
	Set     string
	Message string // the message of the build tool
	// Warnings are the warnings of the compiler, in the same form. They matter where warnings are errors: the message
	// then names no file.
	Warnings string
	// Plain lets javac compile the sources without the build, with its processors of annotations; nil where
	// that is not known.
	Plain *JavacInput
	// Rejections are the rejections in all these texts. ReadEvents does not fill them: the package of the build tool
	// does.
	Rejections []Rejection
}

// JavacInput holds the input of a compiler of a build, but for sources and folders for output.
type JavacInput struct {
	ClassPath  string
	Processors string   // the path of processors of annotations, "" for the class path
	Options    []string // as the build has them
}

// Tests is a step that runs tests. With Gradle its goal is the name of the task, and its execution the source set.
type Tests struct {
	Execution
	Reports string // the folder in the mirror that the reports are written to; it may not exist
	// Counts is the name of the folder, in the folder of all counts, that the JVMs of the step write to; "" for the
	// folder of all counts itself. It depends only on Execution.
	Counts string
	// Without says why the JVMs of the step record no contexts, or fewer than was asked for; in a build that counts by
	// test, why they do not.
	Without string
	// Options are those that the JVMs of the step got for methods that counters make long, separated by spaces.
	Options string
	// FailFast means that the step stops when tests have failed: no others start then.
	FailFast bool
}

// Incomplete is a folder of classes, or an archive, whose classes lack their helper class.
type Incomplete struct {
	Path   string // in the mirror
	Reason string // why it could not be completed
}

// Planned is a source set that the build should compile.
type Planned struct {
	Module Module
	Set    string   // as in Compile
	Roots  []string // folders of its sources in the mirror, as far as known before the build; they need not exist
	Kind   string   // main or test, "" where the name says it
}

// Events are the messages of the hook of one build. Each list is sorted by the folder of the module, then by the rest
// of the key of its entries.
type Events struct {
	Planned    []Planned
	Built      []Module // modules on which at least one step of the build was run
	Done       []Module // modules whose steps all ran and succeeded; Gradle reports none
	Failed     []Module // modules with a failed step; Gradle reports none
	Compiles   []Compile
	Unhooked   []UnhookedCompile
	Failures   []Failure // the compiler's
	Broken     []Failure // compilations that were not begun, because instrumenting failed
	Tests      []Tests
	Unenforced []Check
	Incomplete []Incomplete
	// Messages are those of failed steps that name a helper class, with the stack traces.
	Messages []string
}

// ReadEvents reads the .properties files in dir. It ignores other files: a hook that was killed may not have finished
// one.
func ReadEvents(dir string) (Events, error) {
	var events Events
	entries, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return events, err
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".properties") {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		p, err := loadProperties(path)
		if err != nil {
			return events, err
		}
		if err := events.add(p); err != nil {
			return events, fmt.Errorf("%s: %w", path, err)
		}
	}
	events.sort()
	return events, nil
}

func (e *Events) add(p *properties.Properties) error {
	var missing []string
	get := func(key string) string {
		value, ok := p.Get(key)
		if !ok {
			missing = append(missing, key)
		}
		return value
	}
	module := Module{ID: get("module"), Dir: get("dir")}
	execution := func() Execution {
		return Execution{module, get("plugin"), get("goal"), get("execution")}
	}
	switch kind := get("kind"); kind {
	case "planned":
		e.Planned = append(e.Planned, Planned{module, get("set"), list(p, "root.%d.path"), p.GetString("sources", "")})
	case "done":
		e.Done = append(e.Done, module)
	case "module-failed":
		e.Failed = append(e.Failed, module)
	case "module":
		e.Built = append(e.Built, module)
	case "compile":
		c := Compile{Execution: execution(), Set: get("set"), Classes: p.GetString("classes", "")}
		shadows := list(p, "root.%d.shadow")
		for i, path := range list(p, "root.%d.path") {
			if i >= len(shadows) {
				return fmt.Errorf("no key root.%d.shadow", i)
			}
			c.Roots = append(c.Roots, Root{path, shadows[i]})
		}
		reasons := list(p, "unmeasured.%d.reason")
		for i, path := range list(p, "unmeasured.%d.path") {
			if i >= len(reasons) {
				return fmt.Errorf("no key unmeasured.%d.reason", i)
			}
			c.Unmeasured = append(c.Unmeasured, UnmeasuredRoot{path, reasons[i]})
		}
		e.Compiles = append(e.Compiles, c)
	case "compile-unhooked":
		e.Unhooked = append(e.Unhooked, UnhookedCompile{execution(), get("set"), get("reason")})
	case "unenforced":
		e.Unenforced = append(e.Unenforced, Check{execution(), get("check")})
	case "compile-failed":
		f := Failure{Execution: execution(), Set: get("set"), Message: get("message"), Warnings: get("warnings")}
		if path, ok := p.Get("classpath"); ok {
			f.Plain = &JavacInput{path, p.GetString("processorpath", ""), list(p, "option.%d")}
		}
		e.Failures = append(e.Failures, f)
	case "instrument-failed":
		e.Broken = append(e.Broken, Failure{Execution: execution(), Set: get("set"), Message: get("message")})
	case "tests":
		t := Tests{Execution: execution(), Reports: get("reports"), Counts: get("counts"),
			Without: p.GetString("without", ""), Options: p.GetString("options", ""),
			FailFast: p.GetString("failfast", "") == "true"}
		if t.Counts != "" && (filepath.Base(t.Counts) != t.Counts || !filepath.IsLocal(t.Counts)) {
			return fmt.Errorf("%q is not the name of a folder", t.Counts)
		}
		e.Tests = append(e.Tests, t)
	case "incomplete":
		e.Incomplete = append(e.Incomplete, Incomplete{get("path"), get("reason")})
	case "step-failed":
		e.Messages = append(e.Messages, get("message"))
	default:
		if len(missing) == 0 {
			return fmt.Errorf("unknown kind of event %q", kind)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("no key %q", missing[0])
	}
	return nil
}

// WriteCompile writes a compilation to path as ReadEvents reads it.
func WriteCompile(path string, c Compile) error {
	fields := []KeyValue{
		{"kind", "compile"}, {"module", c.Module.ID}, {"dir", c.Module.Dir}, {"plugin", c.Plugin}, {"goal", c.Goal},
		{"execution", c.ID}, {"set", c.Set},
	}
	for i, r := range c.Roots {
		key := fmt.Sprintf("root.%d", i)
		fields = append(fields, KeyValue{key + ".path", r.Path}, KeyValue{key + ".shadow", r.Shadow})
	}
	for i, u := range c.Unmeasured {
		key := fmt.Sprintf("unmeasured.%d", i)
		fields = append(fields, KeyValue{key + ".path", u.Path}, KeyValue{key + ".reason", u.Reason})
	}
	return writeProperties(path, fields)
}

// WriteIncomplete reports a file in the folder events; once, however often it is written.
func WriteIncomplete(events string, i Incomplete) error {
	sum := sha256.Sum256([]byte(i.Path))
	path := filepath.Join(events, "incomplete-"+hex.EncodeToString(sum[:8])+".properties")
	return writeProperties(path, []KeyValue{
		{"kind", "incomplete"}, {"module", ""}, {"dir", ""}, {"path", i.Path}, {"reason", i.Reason},
	})
}

func (e *Events) sort() {
	slices.SortStableFunc(e.Planned, func(a, b Planned) int {
		return cmp.Or(a.Module.compare(b.Module), cmp.Compare(a.Set, b.Set))
	})
	slices.SortStableFunc(e.Done, Module.compare)
	slices.SortStableFunc(e.Built, Module.compare)
	slices.SortStableFunc(e.Compiles, func(a, b Compile) int {
		return cmp.Or(a.compare(b.Execution), cmp.Compare(a.Set, b.Set))
	})
	slices.SortStableFunc(e.Unhooked, func(a, b UnhookedCompile) int {
		return cmp.Or(a.compare(b.Execution), cmp.Compare(a.Reason, b.Reason))
	})
	for _, failures := range [][]Failure{e.Failures, e.Broken} {
		slices.SortStableFunc(failures, func(a, b Failure) int {
			return cmp.Or(a.compare(b.Execution), cmp.Compare(a.Message, b.Message))
		})
	}
	slices.SortStableFunc(e.Unenforced, func(a, b Check) int {
		return cmp.Or(a.compare(b.Execution), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(e.Incomplete, func(a, b Incomplete) int { return cmp.Compare(a.Path, b.Path) })
	slices.Sort(e.Messages)
	slices.SortStableFunc(e.Tests, func(a, b Tests) int {
		return cmp.Or(a.compare(b.Execution), cmp.Compare(a.Reports, b.Reports))
	})
}

func (m Module) compare(n Module) int {
	return cmp.Or(cmp.Compare(m.Dir, n.Dir), cmp.Compare(m.ID, n.ID))
}

func (e Execution) compare(f Execution) int {
	return cmp.Or(e.Module.compare(f.Module),
		cmp.Compare(e.Plugin, f.Plugin), cmp.Compare(e.Goal, f.Goal), cmp.Compare(e.ID, f.ID))
}
