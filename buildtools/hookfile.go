package buildtools

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/magiconair/properties"

	"jprof/internal/util/atomicfile"
)

// HookFile holds the settings for a build's hook, and for the jprof that the hook starts for each compilation. All
// paths are absolute.
type HookFile struct {
	Jprof   string // the jprof binary that the hook calls
	Version string // changes with the behaviour of that program
	Project string // the user's project, where its jprof.yaml is
	Mirror  string // the copy of the project, and of the folders around it that it needs
	Home    string // the copy of the project itself: Mirror, or a folder in it
	Shadow  string // the folder for instrumented copies of source roots
	Maps    string // the folder for the maps of the source sets
	Counts  string // the folder for the counts of the JVMs
	Events  string // the folder for the reports of the hook, see ReadEvents
	// Contexts is the path of the file that selects the contexts which the JVMs of test steps record. It is "" for a
	// build with counters. Otherwise the build has no counters, and the hook only starts the agent in these JVMs.
	Contexts string
	// Shipped is "true" if the program is shipped with counters, and "" otherwise. A shipped program writes no counts
	// to the folder Counts on its own.
	Shipped string
	// Checks has the names of Error Prone's checks that are switched off, separated by spaces.
	Checks string
}

func (h *HookFile) fields() []hookField {
	return []hookField{
		{"jprof", &h.Jprof}, {"version", &h.Version}, {"project", &h.Project}, {"mirror", &h.Mirror}, {"home", &h.Home},
		{"shadow", &h.Shadow},
		{"maps", &h.Maps}, {"counts", &h.Counts}, {"events", &h.Events},
		{"contexts", &h.Contexts}, {"shipped", &h.Shipped}, {"checks", &h.Checks},
	}
}

type hookField struct {
	key   string
	value *string
}

// WriteHookFile writes h to path, a Java properties file in UTF-8. Its keys are the names of the fields in lower case.
func WriteHookFile(path string, h HookFile) error {
	var fields []KeyValue
	for _, f := range h.fields() {
		fields = append(fields, KeyValue{f.key, *f.value})
	}
	return writeProperties(path, fields)
}

// WriteTestsFile writes tests.properties beside a hook file. Its key jar is the path of TestRecorder's jar. Hooks give
// this jar to the JVMs of test steps, so that they count by test. The key files is true if these JVMs record the files
// that tests open, for which the jar has to be an agent. If jar is "", there is no such file. The path is not in the
// hook file, because the instrumented code does not depend on it.
func WriteTestsFile(hookFile, jar string, files bool) error {
	path := filepath.Join(filepath.Dir(hookFile), "tests.properties")
	if jar != "" {
		return writeProperties(path, []KeyValue{{"jar", jar}, {"files", strconv.FormatBool(files)}})
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// OmittedTests lists the tests that a test step omits.
type OmittedTests struct {
	Classes []string // binary names, with the classes in them
	Methods []string // Class#method
}

// OmitAll is the argument of WriteOmitted by which all test steps omit all tests.
var OmitAll = map[string]OmittedTests{"every-step": {Classes: []string{"**/*"}}}

// WriteOmitted writes the folder omitted-tests beside a hook file. The folder has a file for each test step, named as
// Tests.Counts of the step. Each line of the file is a class or a method. The file every-step is for all steps
// without a file. If no test is omitted, WriteOmitted removes the folder.
func WriteOmitted(hookFile string, steps map[string]OmittedTests) error {
	dir := filepath.Join(filepath.Dir(hookFile), "omitted-tests")
	if err := os.RemoveAll(dir); err != nil || len(steps) == 0 {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for step, l := range steps {
		if filepath.Base(step) != step || !filepath.IsLocal(step) {
			return fmt.Errorf("%q is not the name of a test step", step)
		}
		text := strings.Join(append(slices.Clone(l.Classes), l.Methods...), "\n") + "\n"
		if err := atomicfile.WriteBytes(filepath.Join(dir, step), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// KeyValue is an entry of a Java properties file.
type KeyValue struct{ Key, Value string }

// writeProperties writes a Java properties file in UTF-8.
func writeProperties(path string, fields []KeyValue) error {
	var buf bytes.Buffer
	if err := WriteProperties(&buf, fields); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.WriteBytes(path, buf.Bytes())
}

// WriteProperties writes entries as Java properties in UTF-8.
func WriteProperties(out io.Writer, fields []KeyValue) error {
	p := properties.NewProperties()
	p.DisableExpansion = true // a $ in a path is a $
	for _, f := range fields {
		if _, _, err := p.Set(f.Key, f.Value); err != nil {
			return err
		}
	}
	_, err := p.Write(out, properties.UTF8)
	return err
}

// ReadHookFile reads a file that WriteHookFile has written.
func ReadHookFile(path string) (HookFile, error) {
	var h HookFile
	p, err := loadProperties(path)
	if err != nil {
		return h, err
	}
	for _, f := range h.fields() {
		value, ok := p.Get(f.key)
		if !ok {
			return h, fmt.Errorf("%s: no key %q", path, f.key)
		}
		*f.value = value
	}
	return h, nil
}

// loadProperties reads a Java properties file in UTF-8.
func loadProperties(path string) (*properties.Properties, error) {
	loader := properties.Loader{Encoding: properties.UTF8, DisableExpansion: true}
	p, err := loader.LoadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// list returns the values of numbered keys. The format makes the keys from 0, 1, 2 and so on. The list ends at the
// first number without a key.
func list(p *properties.Properties, format string) []string {
	var values []string
	for {
		value, ok := p.Get(fmt.Sprintf(format, len(values)))
		if !ok {
			return values
		}
		values = append(values, value)
	}
}
